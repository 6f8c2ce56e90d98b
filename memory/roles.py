from django.db.models import TextChoices


class Role(TextChoices):
    VIEWER = "viewer", "Viewer"
    CONTRIBUTOR = "contributor", "Contributor"
    REVIEWER = "reviewer", "Reviewer"
    OWNER = "owner", "Owner"

    def covers(self, needed: "Role") -> bool:
        """Each role may do all that the roles before it may."""
        order = list(Role)
        return order.index(self) >= order.index(needed)

    @property
    def covered_by(self) -> "list[Role]":
        """Itself and those that may do the same and more."""
        return [role for role in Role if role.covers(self)]


class Scope(TextChoices):
    READ = "read", "Read"
    PROPOSE = "propose", "Propose"
    APPLY = "apply", "Apply"

    @property
    def role(self) -> Role:
        return Role.VIEWER if self is Scope.READ else Role.CONTRIBUTOR


class Confirmation(TextChoices):
    CLICK = "click", "A click"
    PASSWORD = "password", "The password again"

from django.contrib import admin
from django.utils.safestring import SafeString

from memory.admin.overseen import OfProject, Overseen, shown
from memory.admin.site import site
from memory.models import AgentKey, Membership, Policy, User
from memory.services import overseen


@admin.register(User, site=site)
class UserAdmin(Overseen):
    rows = overseen.people
    list_display = ("username", "display_name", "belongs", "is_active", "is_guest")
    search_fields = ("username", "display_name")
    sortable_by = ()
    fields = ("username", "display_name", "belongs", "is_active", "is_guest")

    def name_of(self, row: User) -> str:
        return row.name

    @admin.display(description="member of")
    def belongs(self, row: User) -> SafeString:
        return shown("places", places=row.places)  # type: ignore[attr-defined] # prefetched


@admin.register(Membership, site=site)
class MembershipAdmin(Overseen):
    rows = overseen.memberships
    list_display = ("member", "role", "project")
    list_filter = (OfProject, "role")
    search_fields = ("user__username", "user__display_name")
    sortable_by = ()
    fields = ("project", "member", "role")

    def name_of(self, row: Membership) -> str:
        return f"{row.user.name} in {row.project}"

    @admin.display(description="member")
    def member(self, row: Membership) -> SafeString:
        return shown("line", text=row.user.name)


@admin.register(Policy, site=site)
class PolicyAdmin(Overseen):
    rows = overseen.policies
    list_display = ("project", "approvals_needed", "confirm_with", "four_eyes", "approval_days")
    list_filter = (OfProject,)
    sortable_by = ()
    fields = ("project", "approvals_needed", "confirm_with", "four_eyes", "approval_days")

    def name_of(self, row: Policy) -> str:
        return f"Policy of {row.project}"


@admin.register(AgentKey, site=site)
class AgentKeyAdmin(Overseen):
    """Never the digest: it is what a token is judged by."""

    rows = overseen.agent_keys
    list_display = ("name", "acts_for", "may", "project", "made", "revoked")
    list_filter = (OfProject,)
    search_fields = ("name",)
    sortable_by = ()
    fields = ("project", "name", "prefix", "acts_for", "may", "made", "revoked")

    def name_of(self, row: AgentKey) -> str:
        return row.name

    @admin.display(description="acts for")
    def acts_for(self, row: AgentKey) -> SafeString:
        return shown("line", text=row.made_for.name)

    @admin.display(description="scopes")
    def may(self, row: AgentKey) -> SafeString:
        return shown("line", text=", ".join(row.scopes))

    @admin.display(description="made")
    def made(self, row: AgentKey) -> SafeString:
        return shown("when", at=row.created_at)

    @admin.display(description="revoked")
    def revoked(self, row: AgentKey) -> SafeString:
        return shown("when", at=row.revoked_at)

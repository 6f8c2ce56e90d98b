from __future__ import annotations

from django.conf import settings
from django.db import models

from memory.models.project import Project
from memory.roles import Role


class MembershipQuerySet(models.QuerySet["Membership"]):
    def who_may(self, needed: Role) -> MembershipQuerySet:
        """Those whose role covers it, and whose account is in use."""
        return self.filter(role__in=needed.covered_by, user__is_active=True)


class Membership(models.Model):
    project = models.ForeignKey(Project, models.CASCADE, related_name="memberships")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=12, choices=Role)
    seen_at = models.DateTimeField(null=True, blank=True)
    seen_seq = models.PositiveBigIntegerField(default=0)
    """The last look that was kept: its instant, and the last event there was."""
    before_at = models.DateTimeField(null=True, blank=True)
    before_seq = models.PositiveBigIntegerField(default=0)
    """The same of the visit before this one."""

    objects = MembershipQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["project", "user"], name="one_membership_a_project"),
            models.CheckConstraint(condition=models.Q(role__in=Role.values), name="known_role"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} in {self.project_id}: {self.role}"

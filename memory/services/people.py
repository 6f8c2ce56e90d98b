"""A person who goes: out of every project first, with an event in each, then out of the users.

What they did stays in the record, and under their name.
"""

from __future__ import annotations

from memory import audit
from memory.actors import Actor
from memory.errors import InvalidInput
from memory.head import locked
from memory.models import AgentKey, Membership, Project, User
from memory.roles import Role
from memory.services.projects import leave


def delete_user(user: User, *, actor: Actor) -> list[str]:
    """The slugs of the projects they were in. Interrupted, it is safe to do again."""
    if user.is_guest:
        raise InvalidInput({"user": "is a demo's visitor, who goes with the demo"})
    _refuse_only_owner(user)
    projects = list(Project.objects.filter(memberships__user=user).order_by("slug"))
    for project in projects:
        _take_out(project, user, actor)
    user.delete()
    return [project.slug for project in projects]


def _take_out(project: Project, user: User, actor: Actor) -> None:
    with locked(project, even_closed=True) as head:
        for key in AgentKey.objects.filter(project=project, made_for=user, revoked_at=None):
            key.revoked_at = head.at
            key.save(update_fields=["revoked_at"])
            audit.record(
                head, "key.revoked", actor=actor, about=("key", key.pk), details={"name": key.name}
            )
        for membership in Membership.objects.filter(project=project, user=user):
            leave(head, membership, actor=actor)


def _refuse_only_owner(user: User) -> None:
    """Before anything is done; asked again in each project while it is held."""
    owners = Membership.objects.filter(role=Role.OWNER, user__is_active=True).exclude(user=user)
    own = Membership.objects.filter(user=user, role=Role.OWNER, project__closed_at=None)
    alone = own.exclude(project__in=owners.values("project")).order_by("project__slug")
    if slugs := list(alone.values_list("project__slug", flat=True)):
        raise InvalidInput(
            {"user": f"is the only owner of {', '.join(slugs)}; name another one or close it first"}
        )

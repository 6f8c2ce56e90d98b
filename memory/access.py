"""Guarded ways from a name in a request to a row: for outsiders nothing exists."""

import re
from dataclasses import dataclass
from typing import TypeVar
from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.db.models import Model, QuerySet

from memory.errors import Forbidden, NotFound
from memory.models import Membership, Memory, Project, User
from memory.prepared import Given, Prepared
from memory.roles import Role

Row = TypeVar("Row", bound=Model)


@dataclass(frozen=True, slots=True)
class Access:
    """A person in a project, with the role they have there."""

    project: Project
    user: User
    role: Role

    def may(self, needed: Role) -> bool:
        return self.role.covers(needed)

    def require(self, needed: Role) -> None:
        if not self.may(needed):
            raise Forbidden(
                f"This takes the {needed.label.lower()} role. Ask an owner of the project."
            )


def get_access(user: User | AnonymousUser, slug: str, needed: Role = Role.VIEWER) -> Access:
    """NotFound for everybody who is not a member; Forbidden for members without the right."""
    if not isinstance(user, User) or not user.is_active:
        raise NotFound("The project")
    found = _MEMBERSHIP.models(user=user.pk, slug=slug.lower())
    if not found:
        raise NotFound("The project")
    access = Access(found[0].project, user, Role(found[0].role))
    access.require(needed)
    return access


_ROLE = Prepared(
    lambda: Membership.objects.select_related("user").filter(
        user=Given("user"),
        user__is_active=True,
        project=Given("project"),
        project__dropped_at=None,
    )
)
_MEMBERSHIP = Prepared(
    lambda: Membership.objects.select_related("project__policy", "project__head").filter(
        user=Given("user"), project__slug=Given("slug"), project__dropped_at=None
    )
)


def access_to(project: Project, user: User, needed: Role) -> Access:
    """The same for services, which hold the project already; the role is read anew."""
    found = _ROLE.models(user=user.pk, project=project.pk)
    if not found:
        raise NotFound("The project")
    access = Access(project, found[0].user, Role(found[0].role))
    access.require(needed)
    return access


def reviewed_by(user: User | AnonymousUser) -> QuerySet[Project]:
    """The projects in which this person reviews, closed ones too."""
    if not isinstance(user, User) or not user.is_active:
        return Project.objects.none()
    return Project.objects.filter(
        memberships__user=user, memberships__role__in=Role.REVIEWER.covered_by, dropped_at=None
    )


def get_memory(project: Project, ref: str) -> Memory:
    return by_reference(Memory.objects.in_project(project), ref, prefix="M", what="The memory")


def by_reference(rows: QuerySet[Row], ref: str, *, prefix: str, what: str) -> Row:
    """One row by its UUID or by the number that people see, such as M-031."""
    field, value = reference(ref, prefix=prefix, what=what)
    row = rows.filter(**{field: value}).first()
    if row is None:
        raise NotFound(what)
    return row


def reference(ref: str, *, prefix: str, what: str) -> tuple[str, int | UUID]:
    """The field that a reference names and its value."""
    numbered = re.fullmatch(rf"{prefix}-0*([0-9]{{1,15}})", ref, re.IGNORECASE | re.ASCII)
    if numbered:
        return "number", int(numbered[1])
    try:
        return "public_id", UUID(ref)
    except ValueError:
        raise NotFound(what) from None

"""Guarded ways from a name in a request to a row: for outsiders nothing exists."""

import re
from dataclasses import dataclass
from typing import TypeVar
from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.db.models import Model, QuerySet

from memory.errors import Forbidden, NotFound
from memory.models import Membership, Memory, Project, User
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
    membership = (
        Membership.objects.select_related("project__policy", "project__head")
        .filter(user_id=user.pk, project__slug=slug.lower(), project__dropped_at=None)
        .first()
    )
    if membership is None:
        raise NotFound("The project")
    access = Access(membership.project, user, Role(membership.role))
    access.require(needed)
    return access


def access_to(project: Project, user: User, needed: Role) -> Access:
    """The same for services, which hold the project already; the role is read anew."""
    known = User.objects.filter(pk=user.pk).first()
    return get_access(known or AnonymousUser(), project.slug, needed)


def get_memory(project: Project, ref: str) -> Memory:
    return by_reference(Memory.objects.in_project(project), ref, prefix="M", what="The memory")


def by_reference(rows: QuerySet[Row], ref: str, *, prefix: str, what: str) -> Row:
    """One row by its UUID or by the number that people see, such as M-031."""
    numbered = re.fullmatch(rf"{prefix}-0*([0-9]{{1,15}})", ref, re.IGNORECASE | re.ASCII)
    row = (
        rows.filter(number=int(numbered[1])).first()
        if numbered
        else rows.filter(public_id=_uuid(ref)).first()
    )
    if row is None:
        raise NotFound(what)
    return row


def _uuid(ref: str) -> UUID | None:
    try:
        return UUID(ref)
    except ValueError:
        return None

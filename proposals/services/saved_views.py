"""Views of the review inbox that somebody keeps. They hold filters alone: what matches is asked for
anew each time, as whoever looks.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Max, QuerySet

from memory import limits
from memory.access import Access, access_to
from memory.errors import Forbidden, InvalidInput, NoChange, NotFound
from memory.head import locked
from memory.roles import Role
from memory.text import is_blank, unfit
from proposals.models import SavedView


@dataclass(frozen=True, slots=True)
class Filters:
    """What an address says of the inbox."""

    queue: str
    query: str
    order: str


def saved_views(access: Access, *, shared: bool) -> list[SavedView]:
    """In the order they are kept in: everybody's, or one's own."""
    return list(_those(access, shared=shared))


def save_view(access: Access, name: str, filters: Filters, *, shared: bool) -> SavedView:
    name = _fit(name)
    with locked(access.project):
        access = _again(access)
        _require(access, shared=shared)
        known = _those(access, shared=shared)
        kept = {"queue": filters.queue, "query": filters.query, "order": filters.order}
        if twin := known.filter(**kept).first():
            raise NoChange(f"This view is kept already, as “{twin.name}”.")
        if known.count() >= limits.VIEWS:
            many = f"cannot be kept: there are {limits.VIEWS}; drop one first"
            raise InvalidInput({"name": many})
        last = known.aggregate(last=Max("position"))["last"] or 0
        owner = None if shared else access.user
        return SavedView.objects.create(
            project=access.project, owner=owner, name=name, position=last + 1, **kept
        )


def rename_view(access: Access, pk: int, name: str) -> None:
    name = _fit(name)
    with locked(access.project):
        access = _again(access)
        view = _mine(access, pk)
        view.name = name
        view.save(update_fields=["name"])


def move_view(access: Access, pk: int, *, step: int) -> None:
    """One place up (-1) or down (1). At the end of the list it stays where it is."""
    with locked(access.project):
        access = _again(access)
        view = _mine(access, pk)
        rows = list(_those(access, shared=view.is_shared))
        at = rows.index(view)
        rows.insert(max(at + step, 0), rows.pop(at))
        for position, row in enumerate(rows, start=1):
            row.position = position
        SavedView.objects.bulk_update(rows, ["position"])


def drop_view(access: Access, pk: int) -> None:
    with locked(access.project):
        access = _again(access)
        _mine(access, pk).delete()


def _again(access: Access) -> Access:
    """As it is now: what they may was read before the project was held."""
    return access_to(access.project, access.user, Role.VIEWER)


def _those(access: Access, *, shared: bool) -> QuerySet[SavedView]:
    return SavedView.objects.filter(project=access.project, owner=None if shared else access.user)


def _mine(access: Access, pk: int) -> SavedView:
    """One that this member may change; another member's own is not found."""
    found = SavedView.objects.filter(project=access.project, pk=pk).first()
    if found is None or found.owner_id not in (None, access.user.pk):
        raise NotFound("The view")
    _require(access, shared=found.is_shared)
    return found


def _require(access: Access, *, shared: bool) -> None:
    if shared and not access.may(Role.REVIEWER):
        raise Forbidden("Views for everybody are kept by reviewers. Keep one of your own.")


def _fit(name: str) -> str:
    if is_blank(name):
        raise InvalidInput({"name": "give it a name"})
    if wrong := unfit(name, most=limits.VIEW_NAME):
        raise InvalidInput({"name": wrong})
    return name

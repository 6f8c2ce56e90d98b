"""The views of the review inbox that a member and their project keep."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpResponse, HttpResponseRedirect, QueryDict
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from memory import limits
from memory.access import Access
from memory.errors import InvalidInput, NoChange
from memory.forms import Sent
from memory.http import STATUS, ProjectRequest, page_or_fragment, project_page
from memory.numbers import parse_number
from memory.roles import Role
from proposals.forms import Plain, line
from proposals.models import SavedView
from proposals.services import saved_views as views
from proposals.services.turns import Queue, Turns
from proposals.views.viewed import Viewed

STEPS = {"up": -1, "down": 1}
SAID = {
    "keep": "Saved. It shows what matches whenever you open it.",
    "rename": "Renamed.",
    "up": "Moved up.",
    "down": "Moved down.",
    "drop": "Dropped. The proposals are where they were.",
}


class Naming(Sent):
    name = Plain(max_length=limits.VIEW_NAME, widget=line())


@dataclass(frozen=True, slots=True)
class Kept:
    view: SavedView
    viewed: Viewed
    count: int
    may_change: bool


@require_http_methods(["GET", "HEAD", "POST"])
@project_page()
def saved(request: ProjectRequest) -> HttpResponse:
    """The list, with how many each shows; `queue`, `q` and `order` are the view that may be kept.

    Several commands post here: `do` says which, `view` about which of them.
    """
    if request.method != "POST":
        return _show(request, Naming())
    form = Naming(request.POST)
    try:
        _act(request.access, request.POST, str(form.data.get("name") or ""))
    except InvalidInput as problem:
        form.is_valid()
        form.take(problem)
        return _show(request, form, status=STATUS[problem.code])
    except NoChange as problem:
        form.is_valid()
        form.add_error(None, problem.message)
        return _show(request, form, status=STATUS[problem.code])
    messages.success(request, SAID[request.POST["do"]])
    return HttpResponseRedirect(
        reverse("proposals:saved", args=[request.access.project.slug]), status=303
    )


def _act(access: Access, sent: QueryDict, name: str) -> None:
    do, pk = sent.get("do", ""), parse_number(sent.get("view", "")) or 0
    if do == "keep":
        of = Viewed.of(sent, access)
        filters = views.Filters(str(of.queue), of.query, of.order)
        views.save_view(access, name, filters, shared="shared" in sent)
    elif do == "rename":
        views.rename_view(access, pk, name)
    elif do in STEPS:
        views.move_view(access, pk, step=STEPS[do])
    elif do == "drop":
        views.drop_view(access, pk)
    else:
        raise InvalidInput({"do": "is none of keep, rename, up, down and drop"})


def _show(request: ProjectRequest, form: Naming, *, status: int = 200) -> HttpResponse:
    access, turns = request.access, Turns(request.access)
    given = request.POST if request.method == "POST" else request.GET
    context = {
        "mine": _kept(turns, shared=False),
        "shared": _kept(turns, shared=True),
        "viewed": Viewed.of(given, access) if _names_a_view(given) else None,
        "form": form,
        "renamed": parse_number(given.get("view", "")) if status >= 400 else None,
        "may_share": access.may(Role.REVIEWER),
    }
    return page_or_fragment(
        request, "proposals/saved.html", "proposals/_saved_menu.html", context, status=status
    )


def _names_a_view(given: QueryDict) -> bool:
    return any(name in given for name in ("queue", "q", "order")) and not given.get("view")


def _kept(turns: Turns, *, shared: bool) -> list[Kept]:
    may_change = not shared or turns.is_reviewer
    found = []
    for one in views.saved_views(turns.access, shared=shared):
        viewed = _viewed(one)
        found.append(Kept(one, viewed, viewed.rows(turns).count(), may_change))
    return found


def _viewed(one: SavedView) -> Viewed:
    fields: dict[str, Any] = {"query": one.query, "order": one.order}
    return Viewed(Queue(one.queue), **fields)

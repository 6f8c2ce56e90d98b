from __future__ import annotations

from dataclasses import replace

from django.http import HttpResponse

from memory.http import ProjectRequest, page_or_fragment, project_page
from memory.numbers import parse_number
from proposals.services.conflicts import count_standing
from proposals.services.glance import glance
from proposals.services.inbox import Page, page, same_page
from proposals.services.turns import Queue, Turns
from proposals.states import Status
from proposals.views.facets import facets
from proposals.views.rows import rows_of
from proposals.views.viewed import Viewed


@project_page()
def inbox(request: ProjectRequest) -> HttpResponse:
    access = request.access
    turns = Turns(access)
    viewed, counts = Viewed.of(request.GET, access), turns.counts()
    if "queue" not in request.GET and counts.mine:
        # Also of who may not review: what they are asked for comes before what others do.
        viewed = replace(viewed, queue=Queue.MINE)
    after = request.GET.get("after", "")
    found = _found(request, viewed, turns)
    rows = rows_of(turns, found.proposals, found.gone)
    context = {
        "viewed": viewed,
        "tabs": [(Viewed(one).address(), one, counts.of(one)) for one in Queue],
        "facets": list(facets(viewed, turns, counts.by_status)),
        "rows": rows,
        "matching": viewed.rows(turns).count() if viewed.query else counts.of(viewed.queue),
        "news": found.news,
        "next": viewed.address(after=found.next_cursor) if found.next_cursor else "",
        "is_later_page": bool(after),
        "held": _held(viewed, found, after),
        "may_triage": turns.is_reviewer and any(row.may_choose or row.is_gone for row in rows),
        "reviewers": sorted(turns.reviewers.values(), key=lambda one: one.name.casefold()),
        "first": glance(access, found.proposals[0]) if found.proposals else None,
        "waiting": counts.by_status[Status.PENDING],
        "others_wait": counts.of(Queue.OTHERS),
        "conflicts": count_standing(access.project),
    }
    return page_or_fragment(request, "proposals/inbox.html", "proposals/_inbox.html", context)


def _found(request: ProjectRequest, viewed: Viewed, turns: Turns) -> Page:
    after, rows = request.GET.get("after", ""), viewed.rows(turns)
    held = [n for one in request.GET.get("held", "").split("-") if (n := parse_number(one))]
    if not held:
        return page(rows, order=viewed.order, cursor=after)
    return same_page(turns.project, rows, order=viewed.order, held=held, is_first=not after)


def _held(viewed: Viewed, found: Page, after: str) -> str:
    """Where a page that stays open looks again: at the same rows, and at how many are new."""
    numbers = "-".join(str(one.number) for one in found.proposals)
    more = {"after": after} if after else {}
    return viewed.address(held=numbers, **more) if numbers else viewed.address(**more)

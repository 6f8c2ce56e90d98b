"""Entries: the words first, then what was read out of them, and apart from that what was not."""

from __future__ import annotations

import re
from typing import Any

from django.contrib import messages
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.views.decorators.http import require_POST

from companion.access import get_entry, get_subject
from companion.last_subject import is_about
from companion.models import Candidate, Entry
from companion.passages import Passage, pieces
from companion.services.adopting import CANDIDATE, occasion_of, said_of
from companion.services.citing import cited_by
from companion.services.previews import changes_in, preview_of
from companion.services.rebuild import discard, preview, publish_previews, try_again
from companion.services.showing import claims_about, counts_of, entries_of, show
from memory.errors import NotFound
from memory.http import ProjectRequest, page_or_fragment, project_page
from memory.numbers import parse_number
from memory.roles import Role

_SLICE = re.compile(r"([0-9]{1,7})-([0-9]{1,7})", re.ASCII)


@project_page()
def entries(request: ProjectRequest) -> HttpResponse:
    project, given = request.access.project, request.GET
    about = get_subject(project, given["subject"]) if given.get("subject") else None
    page, before = entries_of(project, about=about, before=parse_number(given.get("before", "")))
    context = {
        "entries": page,
        "before": before,
        "about": about,
        "counts": counts_of(project),
    }
    return page_or_fragment(request, "companion/entries.html", "companion/_entries.html", context)


@project_page()
def entry(request: ProjectRequest, ref: str) -> HttpResponse:
    """`?passage=START-END` marks that slice of the text and nothing else."""
    found = get_entry(request.access.project, ref)
    if found.erased_at is not None:
        return render(request, "companion/erased.html", _frame(request, found), status=410)
    is_about(request, found.subject)
    shown = show(found)
    context = {
        **_frame(request, found),
        "shown": shown,
        "marked": _marked(found, request.GET.get("passage", "")),
        "preview": preview_of(found),
        "changes": changes_in(found)[0],
        "claims": claims_about(found),
        "suggested": occasion_of(found),
        "inferences": _inferences(found, shown.inferences),
        "cited_by": cited_by(found),
    }
    return render(request, "companion/entry.html", context)


@require_POST
@project_page(Role.CONTRIBUTOR)
def read_again(request: ProjectRequest, ref: str) -> HttpResponse:
    """`do`: try (nothing was read yet), preview, publish or discard."""
    found = get_entry(request.access.project, ref)
    if found.erased_at is not None:
        raise NotFound("The entry")
    did = _DOES.get(request.POST.get("do", ""))
    if did is None:
        raise NotFound("That step")
    messages.success(request, did(request, found))
    return HttpResponseRedirect(request.path.removesuffix("again/"), status=303)


def _try(request: ProjectRequest, found: Entry) -> str:
    begun = try_again(found, by=request.user)
    return "It is being read again." if begun else "It is being read already."


def _preview(request: ProjectRequest, found: Entry) -> str:
    preview(found, by=request.user)
    return "It is being read anew. Nothing that agents are told changes before you say so."


def _publish(request: ProjectRequest, found: Entry) -> str:
    done = publish_previews(found, by=request.user)
    return "The new reading is being taken over." if done else "There is no new reading to take."


def _discard(request: ProjectRequest, found: Entry) -> str:
    discard(found, by=request.user)
    return "The new reading was let go. What was read before stands."


_DOES = {"try": _try, "preview": _preview, "publish": _publish, "discard": _discard}


def _frame(request: ProjectRequest, found: Entry) -> dict[str, Any]:
    return {"entry": found, "counts": counts_of(request.access.project)}


def _inferences(found: Entry, inferences: list[Candidate]) -> list[tuple[Candidate, list[Entry]]]:
    """Each with what people said in their own words because of it."""
    names = [str(one.public_id) for one in inferences]
    said = said_of(found.project, CANDIDATE, names)
    return [(one, said.get(name, [])) for one, name in zip(inferences, names, strict=True)]


def _marked(found: Entry, asked: str) -> list[Any] | None:
    """The text cut at one slice; None where none is asked for or it is outside the text."""
    named = _SLICE.fullmatch(asked)
    if named is None:
        return None
    start, end = int(named[1]), int(named[2])
    if not 0 <= start < end <= len(found.canonical):
        return None
    return list(pieces(found.canonical, [Passage("", start, end)]))

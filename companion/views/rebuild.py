"""Reading a subject or the whole project anew: first what it would change, then to take it over."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpResponse, HttpResponseRedirect
from django.views.decorators.http import require_http_methods

from companion.access import get_subject
from companion.models import Subject
from companion.services import previews
from companion.services.previews import About
from companion.services.rebuild import discard, preview, publish_previews
from companion.services.showing import counts_of
from memory import limits
from memory.errors import InvalidInput, NotFound
from memory.http import ProjectRequest, page_or_fragment, project_page
from memory.numbers import parse_number


@require_http_methods(["GET", "HEAD", "POST"])
@project_page()
def rebuild(request: ProjectRequest, subject_id: str = "") -> HttpResponse:
    """`do`: preview, publish or discard."""
    project = request.access.project
    about: About = get_subject(project, subject_id) if subject_id else project
    if request.method != "POST":
        return _show(request, about)
    did = _DOES.get(request.POST.get("do", ""))
    if did is None:
        raise NotFound("That step")
    try:
        messages.success(request, did(request, about))
    except InvalidInput as problem:
        return _show(request, about, problem=problem.fields["entries"], status=422)
    return HttpResponseRedirect(request.path, status=303)


def _show(
    request: ProjectRequest, about: About, *, problem: str = "", status: int = 200
) -> HttpResponse:
    after = parse_number(request.GET.get("after", "")) or 0
    changes, following = previews.changes_in(about, after=after)
    context: dict[str, Any] = {
        "subject": about if isinstance(about, Subject) else None,
        "here": request.path,
        "entries": previews.entries_about(about).count(),
        "most": limits.READ_ANEW,
        "preview": previews.preview_of(about),
        "taken_over": previews.being_taken_over(about),
        "changes": changes,
        "following": following,
        "failed": previews.failed_in(about),
        "problem": problem,
        "counts": counts_of(request.access.project),
    }
    return page_or_fragment(
        request, "companion/rebuild.html", "companion/_rebuild.html", context, status=status
    )


def _preview(request: ProjectRequest, about: About) -> str:
    count = preview(about, by=request.user)
    told = "It is" if count == 1 else f"{count:,} entries are"
    return f"{told} being read anew. Nothing that agents are told changes before you say so."


def _publish(request: ProjectRequest, about: About) -> str:
    done = publish_previews(about, by=request.user)
    return "The new readings are being taken over." if done else "There is no new reading to take."


def _discard(request: ProjectRequest, about: About) -> str:
    discard(about, by=request.user)
    return "The new readings were let go. What was read before stands."


_DOES = {"preview": _preview, "publish": _publish, "discard": _discard}

"""The page of one proposal, however one came to it."""

from __future__ import annotations

from dataclasses import replace
from secrets import token_urlsafe
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse

from memory import limits
from memory.actors import human
from memory.http import ProjectRequest, page_or_fragment, wants_fragment
from memory.roles import Confirmation
from memory.services.erasures import erasure_of
from memory.text import unix_newlines
from proposals.comparing import Writing
from proposals.forms import Commenting, Decision, Rewording, Step
from proposals.models import Comment, Proposal
from proposals.notices import Notice
from proposals.services.comment import talk_about
from proposals.services.reading import Reading, read
from proposals.services.touching import Touched, touched
from proposals.shown import shown
from proposals.views.walk import walk_of

VIEWS = ("two", "one")
"""Side by side, or in one line."""
REMEMBERED = 365 * 86_400
PANELS = ("approve", "edit", "reject", "withdraw", "revise")
NOW, ALL = "now", "all"
TYPED = {"content": "Text", "title": "Title", "tags": "Tags", "note": "Note"}
NOT_DONE = Notice("This could not be done", "Read where it stands now.")


def page_of(proposal: Proposal) -> str:
    return reverse("proposals:detail", args=[proposal.project.slug, proposal.label])


def show(
    request: ProjectRequest,
    proposal: Proposal,
    *,
    status: int = 200,
    panel: str = "",
    form: Step | None = None,
    comment: Commenting | None = None,
    notice: Notice | None = None,
) -> HttpResponse:
    """`form`, as it was sent, takes the place of the panel's empty one."""
    against_now = request.GET.get("compare") == NOW
    reading = read(
        request.access,
        proposal,
        against_now=against_now,
        all_changes=request.GET.get("changes") == ALL,
    )
    is_open = panel in PANELS and bool(getattr(reading.may, panel))
    if form is not None and not is_open:
        notice = replace(notice or NOT_DONE, typed=typed_in(form))
    context = {
        "it": reading,
        "proposal": proposal,
        "erasure": erasure_of(proposal.project, proposal.public_id) if proposal.is_erased else None,
        "touched": _touched(reading),
        "walk": walk_of(request, proposal),
        "notice": notice,
        "panel": panel if is_open else "",
        "against_now": against_now,
        "view": view_of(request),
        "talk": talk_about(request.access, proposal, everything=request.GET.get("comments") == ALL),
        "comment_form": comment or Commenting(initial={"key": token_urlsafe(16)}, auto_id="say-%s"),
        "asks_password": reading.policy.confirm_with == Confirmation.PASSWORD,
        "me": human(request.user),
        "next": back_to(request),
        "is_fragment": wants_fragment(request),
        **_forms(reading, panel, form),
    }
    if is_open and panel in ("edit", "revise"):
        context["edited"] = edited(reading, context[f"{panel}_form"]["content"].value())
    answer = page_or_fragment(
        request, "proposals/detail.html", "proposals/_proposal.html", context, status=status
    )
    if status >= 400:
        # The address of a form is no page to come back to.
        answer["HX-Push-Url"] = "false"
    _remember_view(request, answer)
    return answer


def _touched(reading: Reading) -> Touched | None:
    """While it can still be applied; of a batch each change has a page to look at."""
    if reading.proposal.is_open and reading.target and not reading.target.memory.erased_at:
        return touched(reading.proposal, reading.target.memory)
    return None


def back_to(request: ProjectRequest) -> str:
    """The page of this project that a decision was begun on, to go back to."""
    there = request.POST.get("next") or request.GET.get("next") or ""
    return there if there.startswith(f"/p/{request.access.project.slug}/") else ""


def view_of(request: ProjectRequest) -> str:
    """How this person reads a change: as the address says, as they last chose, or by its width."""
    wanted = (request.GET.get("view"), request.COOKIES.get(_view_of(request)))
    return next((view for view in wanted if view in VIEWS), "")


def _remember_view(request: ProjectRequest, answer: HttpResponse) -> None:
    """In their browser, under their own name: others who sign in there read in their own way."""
    chosen = request.GET.get("view", "")
    if chosen in VIEWS and request.COOKIES.get(_view_of(request)) != chosen:
        answer.set_cookie(
            _view_of(request),
            chosen,
            max_age=REMEMBERED,
            secure=request.is_secure(),
            httponly=True,
            samesite="Lax",
        )


def _view_of(request: ProjectRequest) -> str:
    return f"view-{request.user.pk}"


def confirm(
    request: ProjectRequest, proposal: Proposal, panel: str, *, is_old: bool
) -> HttpResponse:
    """The second step alone, for a page that shows the whole change. Where there is more to read,
    or nothing to decide, the proposal's page.
    """
    reading = read(request.access, proposal)
    if is_old or not shown(proposal).fits or not _may_confirm(reading, panel):
        there = f"{page_of(proposal)}?{request.GET.urlencode()}"
        return HttpResponse(status=204, headers={"HX-Redirect": there})
    context = {
        "it": reading,
        "proposal": proposal,
        "panel": panel,
        "asks_password": reading.policy.confirm_with == Confirmation.PASSWORD,
        "next": back_to(request),
        **_forms(reading, panel, None),
    }
    return render(request, "proposals/_confirm.html", context)


def _may_confirm(reading: Reading, panel: str) -> bool:
    """Nobody approves without having read what speaks against it, be it in force or a member."""
    if panel == "approve":
        said = Comment.objects.filter(proposal=reading.proposal, erased_at=None)
        return reading.may.approve and not reading.against.found and not said.exists()
    return panel == "reject" and reading.may.reject


def edited(reading: Reading, typed: object) -> Writing:
    """Beyond any text that could be stored there is nothing to compare."""
    text = unix_newlines(str(typed or ""))[: limits.CONTENT + 1]
    return Writing(text, proposed=reading.change.new, record=reading.change.old)


def typed_in(form: Step) -> list[tuple[str, str]]:
    """What somebody wrote, for a form that is not on the page any more."""
    return [
        (label, value)
        for name, label in TYPED.items()
        if (value := str(form.data.get(name) or "")).strip()
    ]


def _forms(reading: Reading, panel: str, sent: Step | None) -> dict[str, Any]:
    revision, words = reading.proposal.revision, reading.proposal.current.words
    empty: dict[str, Step] = {
        "approve": Decision(initial={"revision": revision}, auto_id="approve-%s"),
        "reject": Decision(initial={"revision": revision}, auto_id="reject-%s"),
    }
    if words:
        empty["edit"] = Rewording.of(words, revision, auto_id="edit-%s")
        empty["revise"] = Rewording.of(words, revision, auto_id="revise-%s")
    if sent is not None and panel in empty:
        sent.auto_id = f"{panel}-%s"
        empty[panel] = sent
    return {f"{name}_form": form for name, form in empty.items()}

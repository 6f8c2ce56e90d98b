"""The admin in the album: its lists, a row of each and its two decisions."""

from __future__ import annotations

from collections.abc import Iterator

from django.urls import reverse

from memory.actors import page_agent
from memory.admin.site import site
from memory.models import Project, User
from memory.models.tool_call import Origin
from memory.services.calls import record_call
from proposals.models import Proposal
from proposals.states import Status
from tests.browser.view import OWNER, VIEWER, View, sent


def admin_pages(album: Project, olga: User) -> list[View]:
    ids = [str(album.public_id)] * 3
    agent = page_agent(olga)
    for outcome in ("ok", "PREVIOUSLY_REJECTED"):
        record_call(
            album, "recall_memory", actor=agent, origin=Origin.PAGE, outcome=outcome, ids=ids
        )
    home, proposals = "/admin/", "/admin/proposals/proposal/"
    return [
        View("admin", home),
        View("admin-app", "/admin/memory/"),
        View("admin-not-for-you", home, VIEWER, status=403),
        View("admin-nothing-here", f"{proposals}1/change/", status=404),
        *_rows(album, olga),
        View("admin-none", f"{proposals}?q=xylophone"),
        View("admin-filtered", f"{proposals}?project=album&status__exact=pending"),
        *_decisions(album),
        View("admin-account-open", home, opens=(".me > summary",)),
    ]


def _rows(album: Project, olga: User) -> Iterator[View]:
    """Each list, and the newest of its rows that is the album's or the person's own."""
    for model, admin in site._registry.items():
        name = model._meta.model_name
        rows = type(admin).rows(olga).order_by("-pk")
        about = {"project": album} if hasattr(model, "project") else {"username": OWNER}
        row = rows.filter(**about).first()
        app = model._meta.app_label
        yield View(f"admin-{name}", reverse(f"admin:{app}_{name}_changelist"))
        key = getattr(row, admin.named_by)
        yield View(f"admin-{name}-row", reverse(f"admin:{app}_{name}_change", args=[key]))


def _decisions(album: Project) -> Iterator[View]:
    for status in (Status.APPLIED, Status.STALE):
        one = Proposal.objects.filter(project=album, status=status).latest("pk")
        yield View(f"admin-{status}", _address(one, "change"))
    waiting = Proposal.objects.filter(project=album, status=Status.PENDING).latest("pk")
    decided = Proposal.objects.filter(project=album, status=Status.APPLIED).latest("pk")
    strict = Proposal.objects.filter(project__slug="strict").latest("pk")
    late = {"revision": "1", "note": "W" * 200}
    yield sent("admin-no-reason", _address(waiting, "reject"), revision="1", note="")
    yield sent("admin-too-late", _address(decided, "reject"), 409, **late)
    yield sent("admin-strict", _address(strict, "approve"), 409, revision="1")


def _address(proposal: Proposal, what: str) -> str:
    return reverse(f"admin:proposals_proposal_{what}", args=[proposal.public_id])

"""What is new since somebody last looked at a project's Workspace."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from django.conf import settings
from django.core import signing
from django.db.models import Count
from django.http import HttpResponse
from django.utils import timezone

from memory.http import ProjectRequest
from memory.models import AuditEvent
from memory.services.visits import Seen, look
from waggle_site.workspace.parts import parts_of

COOKIE, KEPT = "seen", 90 * 24 * 3600

TOLD = {
    "proposal.created": "proposed",
    "proposal.approved": "approved",
    "proposal.rejected": "rejected",
    "memory.recorded": "recorded",
    "memory.retired": "retired",
    "conflict.found": "in conflict",
    "evidence.confirmed": "confirmed as evidence",
}


@dataclass(frozen=True, slots=True)
class New:
    """`counts`: how many, and what became of them; what this person did is not among them."""

    since: datetime
    counts: list[tuple[int, str]]


class Visit:
    def __init__(self, request: ProjectRequest) -> None:
        self.request = request

    def parts(self) -> dict[str, Any]:
        return parts_of(self, "new")

    @cached_property
    def new(self) -> New | None:
        """None on the first visit, and where nothing is new. Who looks is noted."""
        access = self.request.access
        before = look(access.project, access.user, known=_remembered(self.request))
        if before is None or before.seq >= access.project.head.event_seq:
            return None
        rows = (
            AuditEvent.objects.filter(project=access.project, seq__gt=before.seq, type__in=TOLD)
            .exclude(actor__kind="human", actor__user_id=access.user.pk)
            .order_by()
            .values_list("type")
            .annotate(n=Count("pk"))
        )
        found = dict(rows)
        counts = [(found[what], words) for what, words in TOLD.items() if what in found]
        return New(before.at, counts) if counts else None


def remember(request: ProjectRequest, answer: HttpResponse) -> None:
    """How far this browser was shown, kept there: a note in the database would be one a look."""
    project = request.access.project
    seen = [timezone.now().isoformat(), project.head.event_seq]
    answer.set_cookie(
        COOKIE,
        signing.dumps(seen, salt=_salt(request)),
        max_age=KEPT,
        path=f"/p/{project.slug}/",
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def _remembered(request: ProjectRequest) -> Seen | None:
    try:
        at, seq = signing.loads(request.COOKIES.get(COOKIE, ""), salt=_salt(request), max_age=KEPT)
    except signing.BadSignature:
        return None
    return Seen(datetime.fromisoformat(at), seq)


def _salt(request: ProjectRequest) -> str:
    """Of one person and one project: nobody else's is taken for theirs."""
    return f"seen {request.access.user.pk} {request.access.project.pk}"

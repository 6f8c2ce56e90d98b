"""Refused attempts at a review leave a line in the record, as refused calls of tools do."""

from __future__ import annotations

import re
from typing import NamedTuple
from uuid import UUID

from django.http import HttpRequest
from django.http.response import HttpResponseBase

from memory.access import get_access
from memory.actors import Actor, human, key_agent
from memory.errors import NotFound
from memory.models import Project
from memory.models.tool_call import Origin
from memory.services.calls import record_call
from memory.services.keys import find_bearer
from proposals.models import Proposal
from waggle_site.middleware import Handler

DECISION = re.compile(
    r"^/p/(?P<slug>[^/]+)/proposals/(?:[^/]+/)?(?P<verb>approve|reject|revise|revoke|lift|triage)/$"
)
IN_THE_ADMIN = re.compile(
    r"^/admin/proposals/proposal/(?P<ref>[0-9a-f-]{36})/(?P<verb>approve|reject)/$", re.IGNORECASE
)
REFUSED = {302: "SIGNED_OUT", 401: "SIGNED_OUT", 403: "FORBIDDEN"}
"""A decision that is taken answers 303; 302 sends to the sign-in page."""


class Who(NamedTuple):
    project: Project
    actor: Actor
    origin: Origin


def refused_decisions(get_response: Handler) -> Handler:
    def handle(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        if request.method == "POST" and response.status_code in REFUSED:
            _remember(request, response)
        return response

    return handle


def _remember(request: HttpRequest, response: HttpResponseBase) -> None:
    wanted = DECISION.match(request.path) or IN_THE_ADMIN.match(request.path)
    if wanted is None:
        return
    slug = wanted.groupdict().get("slug") or _slug_of(wanted["ref"])
    if who := _who(request, slug):
        record_call(
            who.project,
            wanted["verb"],
            actor=who.actor,
            origin=who.origin,
            outcome=getattr(response, "refused_as", REFUSED[response.status_code]),
        )


def _slug_of(ref: str) -> str:
    """The admin's addresses name no project."""
    try:
        found = Proposal.objects.filter(public_id=UUID(ref)).values_list("project__slug", flat=True)
    except ValueError:
        return ""
    return found.first() or ""


def _who(request: HttpRequest, slug: str) -> Who | None:
    """The key or the member. A stranger's attempts are in the server's log."""
    key = find_bearer(request.headers.get("Authorization", ""))
    if key is not None and key.project.slug == slug.lower():
        return Who(key.project, key_agent(key), Origin.KEY)
    try:
        access = get_access(request.user, slug)
    except NotFound:
        return None
    return Who(access.project, human(access.user), Origin.PAGE)

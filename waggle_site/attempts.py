"""Refused attempts at a review leave a line in the record, as refused calls of tools do."""

from __future__ import annotations

import re
from typing import NamedTuple

from django.http import HttpRequest
from django.http.response import HttpResponseBase

from memory.access import get_access
from memory.actors import Actor, human, key_agent
from memory.errors import NotFound
from memory.models import Project
from memory.models.tool_call import Origin
from memory.services.calls import record_call
from memory.services.keys import find_bearer
from waggle_site.middleware import Handler

DECISION = re.compile(
    r"^/p/(?P<slug>[^/]+)/proposals/(?P<ref>[^/]+)/(?P<verb>approve|reject|revise|revoke|lift)/$"
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
        wanted = DECISION.match(request.path) if request.method == "POST" else None
        if wanted and response.status_code in REFUSED:
            who = _who(request, wanted["slug"])
            outcome = getattr(response, "refused_as", REFUSED[response.status_code])
            if who:
                record_call(
                    who.project,
                    wanted["verb"],
                    actor=who.actor,
                    origin=who.origin,
                    outcome=outcome,
                )
        return response

    return handle


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

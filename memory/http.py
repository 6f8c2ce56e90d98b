"""What every page of a project shares: its guarded door, one answer in two sizes, refusals."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.cache import patch_vary_headers

from memory.access import Access, get_access
from memory.models import User
from memory.roles import Role

Rest = ParamSpec("Rest")

# The one place where a refusal of the rules gets its status.
STATUS = {
    "INVALID_INPUT": 422,
    "FORBIDDEN": 403,
    "NOT_FOUND": 404,
    "NOT_AUTHORITATIVE": 409,
    "NO_CHANGE": 409,
    "PREVIOUSLY_REJECTED": 409,
    "CAME_TOO_LATE": 409,
    "PROPOSAL_NOT_APPROVED": 409,
    "PROPOSAL_STALE": 409,
    "IDEMPOTENCY_CONFLICT": 409,
    "RATE_LIMITED": 429,
}


class ProjectRequest(HttpRequest):
    """A signed-in member's request for a page of their project."""

    user: User
    access: Access
    subject_id: str
    """Set by a page that is about a subject of Companion's: what its tools are then about."""


View = Callable[Concatenate[ProjectRequest, Rest], HttpResponseBase]


def project_page(
    needed: Role = Role.VIEWER,
) -> Callable[[View[Rest]], Callable[..., HttpResponseBase]]:
    """Nothing for outsiders, a refusal for members without the right, else `request.access`."""

    def guard(view: View[Rest]) -> Callable[..., HttpResponseBase]:
        @wraps(view)
        def guarded(request: Any, slug: str, *args: Any, **kwargs: Any) -> HttpResponseBase:
            request.access = get_access(request.user, slug)
            if slug != request.access.project.slug and request.method in {"GET", "HEAD"}:
                return _canonical(request, kwargs)
            request.access.require(needed)
            return view(request, *args, **kwargs)

        return guarded

    return guard


def _canonical(request: Any, kwargs: dict[str, Any]) -> HttpResponse:
    match = request.resolver_match
    answer = redirect(match.view_name, request.access.project.slug, *kwargs.values())
    if query := request.META["QUERY_STRING"]:
        answer["Location"] += f"?{query}"
    return answer


def wants_fragment(request: HttpRequest) -> bool:
    """htmx asks for a piece; a boosted link and a step back in history want the page."""
    headers = request.headers
    return (
        headers.get("HX-Request") == "true"
        and headers.get("HX-Boosted") != "true"
        and headers.get("HX-History-Restore-Request") != "true"
    )


def page_or_fragment(
    request: HttpRequest, page: str, fragment: str, context: dict[str, Any], *, status: int = 200
) -> HttpResponse:
    template = fragment if wants_fragment(request) else page
    answer = render(request, template, context, status=status)
    patch_vary_headers(answer, ["HX-Request", "HX-Boosted"])
    return answer

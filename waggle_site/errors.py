"""What a person or a program sees when a request fails before or beside its view."""

import logging
import re
import secrets
from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render

from memory.errors import Problem
from memory.http import STATUS as RULES
from memory.http import wants_fragment

logger = logging.getLogger(__name__)

# Refusals of the rules, and of a request that never reached them.
STATUS = {
    **RULES,
    "MALFORMED_JSON": 400,
    "UNSUPPORTED_MEDIA_TYPE": 415,
    "PAYLOAD_TOO_LARGE": 413,
    "METHOD_NOT_ALLOWED": 405,
    "SIGNED_OUT": 401,
    "CSRF_FAILED": 403,
}
TOOL_VIEW = re.compile(r"^/p/[^/]+/tools/")
NEVER_ECHOED = {"csrfmiddlewaretoken", "password", "login", "revision", "key"}


def is_tool_view(request: HttpRequest) -> bool:
    return TOOL_VIEW.match(request.path) is not None


def wants_json(request: HttpRequest) -> bool:
    if is_tool_view(request) or request.path.endswith(".json"):
        return True
    return request.get_preferred_type(["text/html", "application/json"]) == "application/json"


def as_json(
    code: str,
    message: str,
    *,
    status: int,
    retryable: bool = False,
    data: dict[str, object] | None = None,
) -> JsonResponse:
    error = {"code": code, "message": message, "retryable": retryable, **(data or {})}
    headers = {"Cache-Control": "no-store"}
    return JsonResponse({"isError": True, "error": error}, status=status, headers=headers)


def answer(
    request: HttpRequest,
    template: str,
    code: str,
    message: str,
    *,
    status: int,
    retryable: bool = False,
    data: dict[str, object] | None = None,
) -> HttpResponse:
    """The same refusal in the shape that the caller can read: JSON, a fragment or a page."""
    if wants_json(request):
        return as_json(code, message, status=status, retryable=retryable, data=data)
    return in_words(request, template, {"message": message, "status": status})


def in_words(request: HttpRequest, page: str, context: dict[str, Any]) -> HttpResponse:
    """A page; or for htmx its words, above what is there, so that nothing typed is swapped away."""
    status = context["status"]
    if not wants_fragment(request):
        # Its answer lets no tool be registered, so it lists none, and its links leave the document.
        return render(request, page, {**context, "is_refusal": True}, status=status)
    fragment = render(request, "_problem.html", context, status=status)
    fragment["HX-Retarget"], fragment["HX-Reswap"] = "#say", "innerHTML"
    return fragment


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    if isinstance(exception, RequestDataTooBig):
        message = "This is more than one form may carry. Go back and send less."
        return answer(request, "problem.html", "PAYLOAD_TOO_LARGE", message, status=413)
    message = "This request could not be read. Go back and try again."
    return answer(request, "400.html", "INVALID_INPUT", message, status=400)


def refused(request: HttpRequest, problem: Problem) -> HttpResponse:
    """A rule said no where no view caught it."""
    status = STATUS[problem.code]
    return answer(
        request,
        f"{status}.html" if status in {403, 404} else "problem.html",
        problem.code,
        problem.message,
        status=status,
        retryable=problem.retryable,
        data=problem.data,
    )


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    message = "Your role in this project does not allow this. Ask an owner of the project."
    return answer(request, "403.html", "FORBIDDEN", message, status=403)


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    message = "There is nothing here that you can see. Check the address."
    return answer(request, "404.html", "NOT_FOUND", message, status=404)


def server_error(request: HttpRequest) -> HttpResponse:
    incident = secrets.token_hex(4)
    logger.error("Incident %s: %s %s", incident, request.method, request.path)
    message = f"Something broke on our side. Try again; if it persists, report incident {incident}."
    if wants_json(request):
        return as_json("INTERNAL", message, status=500, retryable=True, data={"incident": incident})
    # Rendered without the request: no session, no user, nothing that may be what broke.
    return render(None, "500.html", {"incident": incident}, status=500)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Nothing typed is lost: the page gives the words back, but no button that would send them."""
    message = (
        "This form was open for too long, or you signed in elsewhere meanwhile. "
        "Reload the page and send it again."
    )
    if wants_json(request):
        return as_json("CSRF_FAILED", message, status=403, retryable=True)
    context = {"message": message, "status": 403, "typed": typed(request)}
    response = in_words(request, "csrf.html", context)
    response.refused_as = "CSRF_FAILED"  # type: ignore[attr-defined]
    return response


def typed(request: HttpRequest) -> list[tuple[str, str]]:
    return [
        (name, value)
        for name, values in request.POST.lists()
        if name not in NEVER_ECHOED
        for value in values
        if value.strip()
    ]

import re
from collections.abc import Callable
from urllib.parse import urlencode, urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, resolve_url
from django.utils.http import url_has_allowed_host_and_scheme

from memory.errors import Problem
from waggle_site.errors import as_json, is_tool_view, refused, wants_json

Handler = Callable[[HttpRequest], HttpResponseBase]

CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; worker-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'"
)
IN_A_PROJECT = re.compile(r"^/p/(?P<slug>[^/]+)(?P<rest>/.*)?$")
NO_TOOLS_BELOW = ("/settings/",)
REFUSED_IN_PLACE = {409, 422}  # the page again, with what was typed: its tools stay


def security_headers(get_response: Handler) -> Handler:
    """What every answer carries; outermost, so that error pages carry it too."""

    def handle(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        headers = response.headers
        headers.setdefault("Content-Security-Policy", CONTENT_SECURITY_POLICY)
        # The first page of an origin in a tab decides for the whole tab: so every answer says it.
        headers["Origin-Agent-Cluster"] = "?1"
        headers["Permissions-Policy"] = "tools=()"
        if request.path != "/":
            headers.setdefault("X-Robots-Tag", "noindex, nofollow")
        if settings.SECURE_HSTS_SECONDS:
            headers["Strict-Transport-Security"] = f"max-age={settings.SECURE_HSTS_SECONDS}"
        if is_signed_in(request):
            headers.setdefault("Cache-Control", "private, no-store")
            if may_have_tools(request, response):
                offer_tools(response)
        return response

    return handle


def quiet_refusals(get_response: Handler) -> Handler:
    """A refusal that the page asked to have as an answer.

    A browser writes every 4xx of a fetch into its console as an error, which a refused call is not.
    """

    def handle(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        refused = 400 <= response.status_code < 500
        if refused and "X-Waggle-Page" in request.headers and is_tool_view(request):
            response.headers["X-Waggle-Status"] = str(response.status_code)
            response.status_code = 200
        return response

    return handle


def is_signed_in(request: HttpRequest) -> bool:
    # A request that failed before the session was opened has no user.
    user = getattr(request, "user", None)
    return user is not None and user.is_authenticated


def may_have_tools(request: HttpRequest, response: HttpResponseBase) -> bool:
    inside = IN_A_PROJECT.match(request.path)
    if not inside or (inside["rest"] or "").startswith(NO_TOOLS_BELOW):
        return False
    return response.status_code < 400 or response.status_code in REFUSED_IN_PLACE


def offer_tools(response: HttpResponseBase) -> None:
    response.headers["Permissions-Policy"] = "tools=(self)"
    if settings.WAGGLE_ORIGIN_TRIAL_TOKENS:
        # A list in one header is the same as the header repeated (RFC 9110, 5.3).
        response.headers["Origin-Trial"] = ", ".join(settings.WAGGLE_ORIGIN_TRIAL_TOKENS)


class SignInFirst:
    """Nothing below /p/ is answered to a stranger, whether or not it exists.

    Only sync, and innermost: that makes Django run the whole chain in one thread, not one hop a
    middleware.
    """

    sync_capable = True
    async_capable = False

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        inside = IN_A_PROJECT.match(request.path)
        if not inside or request.user.is_authenticated or shows_a_key(request):
            return self.get_response(request)
        return ask_to_sign_in(request, inside["slug"])

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        return refused(request, exception) if isinstance(exception, Problem) else None


def shows_a_key(request: HttpRequest) -> bool:
    """The tool views judge the key; elsewhere a key opens nothing."""
    return "Authorization" in request.headers and is_tool_view(request)


def ask_to_sign_in(request: HttpRequest, slug: str) -> HttpResponse:
    if wants_json(request):
        return as_json(
            "SIGNED_OUT", "Sign in to Waggle in this browser, then try again.", status=401
        )
    back_to = request.get_full_path() if is_a_visit(request) else page_of(request, slug)
    target = f"{resolve_url(settings.LOGIN_URL)}?{urlencode({'next': back_to})}"
    if request.headers.get("HX-Request") == "true":
        # Never a sign-in form inside a fragment.
        return HttpResponse(status=204, headers={"HX-Redirect": target})
    return redirect(target)


def is_a_visit(request: HttpRequest) -> bool:
    """A page asked for as a page: its own address is where to come back to."""
    fragment = request.headers.get("HX-Request") == "true"
    return request.method in {"GET", "HEAD"} and not (
        fragment and "HX-Boosted" not in request.headers
    )


def page_of(request: HttpRequest, slug: str) -> str:
    """The page that a form or a fragment was on."""
    page = request.headers.get("HX-Current-URL") or request.headers.get("Referer", "")
    if not url_has_allowed_host_and_scheme(page, {request.get_host()}):
        return f"/p/{slug}/"
    parts = urlsplit(page)
    return parts.path + (f"?{parts.query}" if parts.query else "")

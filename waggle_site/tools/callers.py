"""Who calls a tool: the page of a signed-in person, or an agent by its key. Never a claim."""

from __future__ import annotations

from dataclasses import dataclass

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import CsrfViewMiddleware

from memory.access import Access, get_access
from memory.actors import Actor, key_agent, page_agent
from memory.errors import Forbidden, NotFound
from memory.models import AgentKey
from memory.models.tool_call import Origin
from memory.roles import Scope
from memory.services.keys import find_bearer
from waggle_site.tools.problems import CsrfFailed, SignedOut


@dataclass(frozen=True, slots=True)
class Caller:
    access: Access
    actor: Actor
    origin: Origin
    key: AgentKey | None = None


def identify(request: HttpRequest, slug: str) -> Caller:
    """The person or key, in this project. NotFound where it is not theirs."""
    if "Authorization" in request.headers:
        return _by_key(request, slug)
    access = get_access(request.user, slug)
    is_self_test = request.headers.get("X-Waggle-Self-Test") == "1"
    origin = Origin.SELF_TEST if is_self_test else Origin.PAGE
    return Caller(access, page_agent(access.user), origin)


def _by_key(request: HttpRequest, slug: str) -> Caller:
    key = find_bearer(request.headers["Authorization"])
    if key is None:
        raise SignedOut("This key is unknown or was revoked. Ask an owner for a new one.")
    if key.project.slug != slug.lower():
        raise NotFound("The project")
    return Caller(get_access(key.made_for, slug), key_agent(key), Origin.KEY, key)


def authorise(request: HttpRequest, caller: Caller, scope: Scope) -> None:
    if caller.key is not None:
        _judge_key(request, caller.key, scope)
    else:
        _judge_page(request)
    # A key never may more than the person it was made for.
    caller.access.require(scope.role)


def _judge_key(request: HttpRequest, key: AgentKey, scope: Scope) -> None:
    if settings.SESSION_COOKIE_NAME in request.COOKIES:
        raise Forbidden("Send a key or a session cookie, not both.")
    if scope not in key.scopes:
        raise Forbidden(f"This key lacks the scope {scope.value}. Ask an owner for a key with it.")


class _CsrfCheck(CsrfViewMiddleware):
    def _reject(self, request: HttpRequest, reason: str) -> str:
        return reason


_csrf = _CsrfCheck(HttpResponse)  # it only ever judges, and calls no view


def _judge_page(request: HttpRequest) -> None:
    """The views are exempt from the middleware, so that keys need no token; a cookie does."""
    if _csrf.process_view(request, HttpResponse, (), {}) is not None:
        raise CsrfFailed("The page's token is missing or old. Reload the page, then try again.")

"""Signing in and up. A demo's visitor is a stranger there, and brings their demo along."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.views import login as login_view
from allauth.account.views import signup as signup_view
from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase

from memory.models import User

CAME_FROM = "came from demo"
"""In a session: the guest that this person was before they signed in."""

View = Callable[[HttpRequest], HttpResponseBase]


class Adapter(DefaultAccountAdapter):  # type: ignore[misc] # untyped
    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return bool(settings.WAGGLE_SIGNUP)

    def login(self, request: HttpRequest, user: User) -> None:
        """The guest's session ends here; who they were is known to nobody but this session."""
        before = get_user(request)
        super().login(request, user)
        if isinstance(before, User) and before.is_guest:
            request.session[CAME_FROM] = before.pk


def guest_of(request: HttpRequest) -> User | None:
    """Who this person was as a demo's visitor."""
    known = request.session.get(CAME_FROM)
    return User.objects.filter(pk=known, is_guest=True).first() if known else None


def _as_a_stranger(view: View) -> View:
    @wraps(view)
    def shown(request: HttpRequest) -> HttpResponseBase:
        if isinstance(request.user, User) and request.user.is_guest:
            request.user = AnonymousUser()
        return view(request)

    return shown


login = _as_a_stranger(login_view)


@_as_a_stranger
def sign_up(request: HttpRequest) -> HttpResponseBase:
    if not settings.WAGGLE_SIGNUP:
        raise Http404
    answer: HttpResponseBase = signup_view(request)
    return answer

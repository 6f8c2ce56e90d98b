"""Who gets in: whoever reviews somewhere. Sign-in, sign-out and passwords are the site's."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.contrib.admin import AdminSite
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import resolve_url

from memory.access import reviewed_by
from memory.errors import Forbidden

View = Callable[..., HttpResponseBase]

# Ways in and out that the site has already, and ways to find rows that no page here needs.
LEFT_OUT = {
    "login",
    "logout",
    "password_change",
    "password_change_done",
    "autocomplete",
    "jsi18n",
    "view_on_site",
}


class Site(AdminSite):
    site_title = site_header = "Waggle"
    index_title = "Admin"
    enable_nav_sidebar = False

    def has_permission(self, request: HttpRequest) -> bool:
        return reviewed_by(request.user).exists()

    def admin_view(self, view: Any, cacheable: bool = False) -> Any:
        inner: View = super().admin_view(view, cacheable)

        @wraps(inner)
        def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            if not request.user.is_authenticated:
                return redirect_to_login(request.get_full_path(), resolve_url(settings.LOGIN_URL))
            if not self.has_permission(request):
                raise Forbidden(
                    "The admin is for those who review. Ask an owner of your project for the"
                    " reviewer role."
                )
            return inner(request, *args, **kwargs)

        return guarded

    def get_urls(self) -> list[Any]:
        return [one for one in super().get_urls() if getattr(one, "name", None) not in LEFT_OUT]


site = Site(name="admin")

from allauth.account import views as account
from django.urls import include, path
from django.views.generic import RedirectView

from memory.admin.site import site
from waggle_site import accounts, health
from waggle_site.tools.endpoint import call_tool

handler400 = "waggle_site.errors.bad_request"
handler403 = "waggle_site.errors.forbidden"
handler404 = "waggle_site.errors.not_found"
handler500 = "waggle_site.errors.server_error"

in_a_project = [
    path("", include("proposals.urls")),
    path("", include("companion.urls")),
    path("", include("memory.urls")),
]

urlpatterns = [
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("accounts/login/", accounts.login, name="account_login"),
    path("accounts/signup/", accounts.sign_up, name="account_signup"),
    path("accounts/logout/", account.logout, name="account_logout"),
    path("notifications/", include("proposals.open_urls")),
    path("admin/login/", RedirectView.as_view(pattern_name="account_login", query_string=True)),
    path("admin/", site.urls),
    path("p/<slug:slug>/tools/<str:name>", call_tool, name="tool"),
    path("p/<slug:slug>/", include(in_a_project)),
    path("", include("waggle_site.workspace.urls")),
]

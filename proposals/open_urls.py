"""What needs no sign-in: the signed links of e-mails."""

from django.urls import path

from proposals.views import open as opened

app_name = "proposals_open"

urlpatterns = [
    path("unsubscribe/<str:key>/", opened.leave, name="unsubscribe"),
    path("address/<str:key>/", opened.confirm, name="confirm_address"),
]

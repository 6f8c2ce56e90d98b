from django.urls import path

from proposals.views import comments, decide, erase, importing, notifications
from proposals.views.again import again
from proposals.views.against import against
from proposals.views.changes import changes
from proposals.views.choices import choices
from proposals.views.conflicts import conflicts
from proposals.views.detail import compare, detail
from proposals.views.inbox import inbox
from proposals.views.propose import new
from proposals.views.saved import saved
from proposals.views.triage import triage

app_name = "proposals"

urlpatterns = [
    path("memories/<str:ref>/changes/", changes, name="changes"),
    path("memories/<str:ref>/erase/", erase.memory, name="erase_memory"),
    path("companion/entries/<str:ref>/erase/", erase.entry, name="erase_entry"),
    path("people/", erase.people, name="people"),
    path("people/<int:person>/erase/", erase.person, name="erase_person"),
    path("import/", importing.send, name="import"),
    path("import/<uuid:ref>/", importing.look, name="import_look"),
    path("proposals/", inbox, name="inbox"),
    path("conflicts/", conflicts, name="conflicts"),
    path("notifications/", notifications.listing, name="notifications"),
    path("notifications/read/", notifications.read, name="read_notifications"),
    path("settings/notifications/", choices, name="notification_choices"),
    path("proposals/new/", new, name="new"),
    path("proposals/triage/", triage, name="triage"),
    path("proposals/saved/", saved, name="saved"),
    path("proposals/<str:ref>/", detail, name="detail"),
    path("proposals/<str:ref>/against/", against, name="against"),
    path("proposals/<str:ref>/compare/", compare, name="compare"),
    path("proposals/<str:ref>/erase/", erase.proposal, name="erase"),
    path("proposals/<str:ref>/approve/", decide.approve, name="approve"),
    path("proposals/<str:ref>/reject/", decide.reject, name="reject"),
    path("proposals/<str:ref>/withdraw/", decide.withdraw, name="withdraw"),
    path("proposals/<str:ref>/revise/", decide.revise, name="revise"),
    path("proposals/<str:ref>/revoke/", decide.revoke, name="revoke"),
    path("proposals/<str:ref>/apply/", decide.apply, name="apply"),
    path("proposals/<str:ref>/comments/", comments.comment, name="comment"),
    path(
        "proposals/<str:ref>/comments/<uuid:comment>/remove/",
        comments.remove,
        name="remove_comment",
    ),
    path("proposals/<str:ref>/again/", again, name="again"),
    path("proposals/<str:ref>/lift/", decide.lift, name="lift"),
]

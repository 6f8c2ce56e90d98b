from django.urls import path

from companion.views.draft import draft
from companion.views.entries import entries, entry, read_again
from companion.views.home import home
from companion.views.rebuild import rebuild
from companion.views.subjects import subject, subjects
from companion.views.vocabulary import vocabulary

app_name = "companion"

urlpatterns = [
    path("companion/", home, name="home"),
    path("companion/drafts/<str:ref>/", draft, name="draft"),
    path("companion/entries/", entries, name="entries"),
    path("companion/entries/<str:ref>/", entry, name="entry"),
    path("companion/entries/<str:ref>/again/", read_again, name="read_again"),
    path("companion/rebuild/", rebuild, name="rebuild"),
    path("companion/subjects/", subjects, name="subjects"),
    path("companion/subjects/<str:subject_id>/", subject, name="subject"),
    path("companion/subjects/<str:subject_id>/rebuild/", rebuild, name="rebuild_subject"),
    path("companion/vocabulary/", vocabulary, name="vocabulary"),
]

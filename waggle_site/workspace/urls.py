from django.urls import path

from waggle_site.studio import data, marks, views
from waggle_site.workspace import demo, guide, keep, keys, pages

app_name = "workspace"

urlpatterns = [
    path("", pages.landing, name="landing"),
    path("accounts/keys/", keys.keys, name="keys"),
    path("demo/start/", demo.start, name="demo"),
    path("demo/keep/", keep.keep, name="keep"),
    path("p/<slug:slug>/", pages.home, name="home"),
    path("p/<slug:slug>/activity/", pages.activity, name="activity"),
    path("p/<slug:slug>/graph/", views.page, name="graph"),
    path("p/<slug:slug>/graph/inspector/", views.inspector, name="inspector"),
    path("p/<slug:slug>/graph/found.json", views.found, name="graph_found"),
    path("p/<slug:slug>/graph/marks.json", marks.marks, name="graph_marks"),
    path("p/<slug:slug>/graph.json", data.data, name="graph_data"),
    path("p/<slug:slug>/guide/", guide.page, name="guide"),
    path("p/<slug:slug>/guide/exit/", guide.leave, name="leave_guide"),
    path("p/<slug:slug>/guide/start/", guide.start, name="start_guide"),
]

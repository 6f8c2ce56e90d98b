from django.urls import path

from waggle_site.workspace import demo, graph, pages

app_name = "workspace"

urlpatterns = [
    path("", pages.landing, name="landing"),
    path("demo/start/", demo.start, name="demo"),
    path("p/<slug:slug>/", pages.home, name="home"),
    path("p/<slug:slug>/activity/", pages.activity, name="activity"),
    path("p/<slug:slug>/graph/", graph.page, name="graph"),
    path("p/<slug:slug>/graph.json", graph.data, name="graph_data"),
]

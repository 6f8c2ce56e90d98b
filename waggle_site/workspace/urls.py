from django.urls import path

from waggle_site.workspace import demo, pages

app_name = "workspace"

urlpatterns = [
    path("", pages.landing, name="landing"),
    path("demo/start/", demo.start, name="demo"),
    path("p/<str:slug>/", pages.home, name="home"),
    path("p/<str:slug>/activity/", pages.activity, name="activity"),
    path("p/<str:slug>/graph/", pages.graph, name="graph"),
    path("p/<str:slug>/companion/", pages.companion, name="companion"),
]

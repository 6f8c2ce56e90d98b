from django.urls import path

from companion.views.home import home

app_name = "companion"

urlpatterns = [
    path("companion/", home, name="home"),
]

from django.urls import path

from memory.views.detail import memory_detail
from memory.views.export import export
from memory.views.lists import memory_list
from memory.views.settings import settings

app_name = "memory"

urlpatterns = [
    path("settings/", settings, name="settings"),
    path("settings/export/<str:name>", export, name="export"),
    path("memories/", memory_list, name="list"),
    path("memories/<str:ref>/", memory_detail, name="detail"),
]

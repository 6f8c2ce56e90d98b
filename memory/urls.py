from django.urls import path

from memory.views.detail import memory_detail
from memory.views.lists import memory_list

app_name = "memory"

urlpatterns = [
    path("memories/", memory_list, name="list"),
    path("memories/<str:ref>/", memory_detail, name="detail"),
]

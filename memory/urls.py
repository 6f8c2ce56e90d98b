from django.urls import URLPattern, URLResolver

app_name = "memory"

urlpatterns: list[URLPattern | URLResolver] = []

from django.urls import URLPattern, URLResolver

app_name = "companion"

urlpatterns: list[URLPattern | URLResolver] = []

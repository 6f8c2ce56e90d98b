from django.urls import URLPattern, URLResolver

app_name = "proposals"

urlpatterns: list[URLPattern | URLResolver] = []

from importlib import import_module

from django.apps import AppConfig


class WaggleSiteConfig(AppConfig):
    name = "waggle_site"
    verbose_name = "Waggle"

    def ready(self) -> None:
        import_module("waggle_site.checks")  # which needs the models, and registers itself

from importlib import import_module

from django.apps import AppConfig


class CompanionConfig(AppConfig):
    name = "companion"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        for name in ("companion.proof", "companion.services.export"):
            import_module(name)  # which needs the models, and registers itself

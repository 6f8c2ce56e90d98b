from importlib import import_module

from django.apps import AppConfig


class ProposalsConfig(AppConfig):
    name = "proposals"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        for name in ("citing", "suggesting"):
            import_module(f"proposals.services.{name}")  # which need the models

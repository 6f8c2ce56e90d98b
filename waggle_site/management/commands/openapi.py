from django.core.management.base import BaseCommand

from waggle_site.tools.openapi import as_text


class Command(BaseCommand):
    help = "Prints the OpenAPI document of the tools; docs/openapi.json holds it."

    def handle(self, *args: object, **options: object) -> None:
        self.stdout.write(as_text(), ending="")

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from memory.models import Project
from waggle_site.keeping.backup import restore
from waggle_site.keeping.proof import faults
from waggle_site.keeping.refused import Refused


class Command(BaseCommand):
    help = "Puts what `backup` wrote in the place of the database, and proves every record."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "--replace", action="store_true", help="what the database holds now may go"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            restore(options["file"], replace=options["replace"])
        except Refused as problem:
            raise CommandError(str(problem)) from problem
        if broken := faults():
            raise CommandError("\n".join(["Restored, but a record does not hold:", *broken]))
        self.stdout.write(
            f"Restored: {Project.objects.count()} projects, each record holds to its end."
            " Compare with an anchor that was kept elsewhere: manage.py verify_audit --anchor FILE"
        )

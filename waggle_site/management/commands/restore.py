from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from memory.models import Project
from memory.proof import prove
from waggle_site.keeping.backup import restore
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
        faults = [
            f"{project.slug}: {fault}"
            for project in Project.objects.order_by("slug")
            if (fault := prove(project).fault)
        ]
        if faults:
            raise CommandError("\n".join(["Restored, but its record does not hold:", *faults]))
        self.stdout.write(
            f"Restored: {Project.objects.count()} projects, each record holds to its end."
            " Compare with an anchor that was kept elsewhere: manage.py verify_audit --anchor FILE"
        )

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from waggle_site.keeping.copying import copy_from
from waggle_site.keeping.proof import faults
from waggle_site.keeping.refused import Refused


class Command(BaseCommand):
    help = "Copies a SQLite database of Waggle's into the empty one that DATABASE_URL names."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            rows = copy_from(options["file"])
        except Refused as problem:
            raise CommandError(str(problem)) from problem
        if broken := faults():
            raise CommandError("\n".join(["Copied, but a record does not hold:", *broken]))
        self.stdout.write(f"Copied {rows:,} rows; every project's record holds to its end.")

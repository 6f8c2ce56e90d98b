from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from waggle_site.keeping.backup import back_up
from waggle_site.keeping.refused import Refused


class Command(BaseCommand):
    help = "Writes the database to one file, while Waggle runs. Not the data folder's secret_key."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--replace", action="store_true", help="a file of this name may go")

    def handle(self, *args: Any, **options: Any) -> None:
        file: Path = options["file"]
        try:
            back_up(file, replace=options["replace"])
        except (Refused, OSError) as problem:
            raise CommandError(str(problem)) from problem
        self.stdout.write(f"{file}: {file.stat().st_size:,} bytes, read back and found whole.")

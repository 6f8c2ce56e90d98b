import json
import os
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from memory.management.refusals import the_project
from memory.services.export import lines


class Command(BaseCommand):
    help = "Writes a project's memories to standard output, one JSON line each."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")

    def handle(self, *args: Any, **options: Any) -> None:
        project = the_project(options["slug"])
        try:
            for line in lines(project):
                self.stdout.write(json.dumps(line, ensure_ascii=False, separators=(",", ":")))
            self.stdout.flush()
        except BrokenPipeError:
            # Who reads has seen enough; what is still buffered goes nowhere.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())

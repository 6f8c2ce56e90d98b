import os
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from memory.management.refusals import the_project
from memory.services.export_formats import FORMATS


class Command(BaseCommand):
    help = "Writes a project's memories and evidence to standard output as JSON lines, or a graph."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")
        parser.add_argument("--format", choices=list(FORMATS), default="jsonl")

    def handle(self, *args: Any, **options: Any) -> None:
        project, chosen = the_project(options["slug"]), FORMATS[options["format"]]
        if not chosen.is_text and sys.stdout.isatty():
            raise CommandError(f"{chosen.name} is no text. Send it to a file: add > FILE.")
        try:
            # UTF-8 whatever the terminal's own encoding is.
            for piece in chosen.write(project):
                sys.stdout.buffer.write(piece)
            sys.stdout.buffer.flush()
        except BrokenPipeError:
            # Who reads has seen enough; what is still buffered goes nowhere.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())

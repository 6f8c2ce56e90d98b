from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from memory.actors import system
from memory.management.refusals import refusals_in_words, the_user
from memory.services.projects import create_project


class Command(BaseCommand):
    help = "Makes a project, owned by a person."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")
        parser.add_argument("--name", required=True)
        parser.add_argument("--owner", required=True, metavar="USERNAME")
        parser.add_argument("--purpose", default="")

    def handle(self, *args: Any, **options: Any) -> None:
        owner = the_user(options["owner"])
        with refusals_in_words():
            project = create_project(
                options["slug"],
                name=options["name"],
                purpose=options["purpose"],
                owner=owner,
                actor=system("create_project"),
            )
        self.stdout.write(f"Made {project.slug}, owned by {owner.username}.")

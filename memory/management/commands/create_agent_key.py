from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from memory.actors import system
from memory.management.refusals import refusals_in_words, the_project, the_user
from memory.roles import Scope
from memory.services.keys import DEFAULT_SCOPES, create_key


class Command(BaseCommand):
    help = "Makes a key for an agent, on behalf of a member, and prints its token this one time."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")
        parser.add_argument("--name", required=True)
        parser.add_argument(
            "--scopes",
            default=",".join(DEFAULT_SCOPES),
            help=f"comma-separated, of {', '.join(Scope.values)}; default: %(default)s",
        )
        parser.add_argument("--for", required=True, metavar="USERNAME", dest="person")

    def handle(self, *args: Any, **options: Any) -> None:
        project, person = the_project(options["slug"]), the_user(options["person"])
        scopes = [scope.strip() for scope in options["scopes"].split(",") if scope.strip()]
        with refusals_in_words():
            key, token = create_key(
                project,
                name=options["name"],
                scopes=scopes,
                made_for=person,
                actor=system("create_agent_key"),
            )
        self.stdout.write(
            f"The key {key.name} may {', '.join(key.scopes)} in {project.slug}"
            f" on behalf of {person.username}. Keep its token; it is shown only now:"
        )
        self.stdout.write(token)

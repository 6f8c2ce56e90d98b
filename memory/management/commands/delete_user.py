from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from memory.actors import system
from memory.management.refusals import refusals_in_words, the_user
from memory.services.people import delete_user


class Command(BaseCommand):
    help = (
        "Deletes a person: out of every project, their keys revoked, nothing to sign in with."
        " What they proposed and decided stays on record under their name."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("username")

    def handle(self, *args: Any, **options: Any) -> None:
        user = the_user(options["username"])
        with refusals_in_words():
            left = delete_user(user, actor=system("delete_user"))
        out_of = f"Out of {', '.join(left)}." if left else "They belonged to no project."
        self.stdout.write(f"Deleted {options['username']}. {out_of}")

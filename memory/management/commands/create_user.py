import sys
from getpass import getpass
from typing import Any

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser

from memory.models import User


class Command(BaseCommand):
    help = "Makes a person who can sign in. The password is asked for, or read from standard input."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("username")
        parser.add_argument(
            "--name", default="", help="what pages call them; default: the username"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        user = User(username=options["username"], display_name=options["name"])
        try:
            user.full_clean(exclude=["password"])
            # Nobody types a name that differs from another's in its capitals alone.
            if User.objects.filter(username__iexact=user.username).exists():
                raise ValidationError(f"There is a user {user.username} already.")
            password = read_password()
            validate_password(password, user)
        except ValidationError as error:
            raise CommandError(" ".join(error.messages)) from error
        user.set_password(password)
        user.save()
        self.stdout.write(f"Made {user.username}. They belong to no project yet.")


def read_password() -> str:
    if not sys.stdin.isatty():
        return sys.stdin.readline().rstrip("\r\n")
    password = getpass("Password: ")
    if getpass("The same again: ") != password:
        raise ValidationError("The two differ. Nothing was made.")
    return password

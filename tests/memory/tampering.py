"""How somebody with the database in their hands would go about it."""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction

MEMORY, COMPANION = (
    import_module(f"{app}.migrations.0002_guards") for app in ("memory", "companion")
)


class _Editor:
    """What the migration asks of a schema editor, without leaving the test's transaction."""

    connection = connection

    def execute(self, statement: str) -> None:
        run(statement)


def run(statement: str, *params: Any) -> int:
    with connection.cursor() as cursor:
        cursor.execute(statement, params or None)
        return int(cursor.rowcount)


def refused(statement: str, *params: Any, match: str | None = None) -> None:
    """The statement runs into a guard or a constraint, at once or when it would be committed."""
    settle()
    with pytest.raises(IntegrityError, match=match):
        _carry_out(statement, *params)


@transaction.atomic
def _carry_out(statement: str, *params: Any) -> None:
    run(statement, *params)
    connection.check_constraints()


@contextmanager
def unguarded(guards: Any = MEMORY) -> Iterator[None]:
    """As a superuser of the database could: the guards gone, and back as if nothing had been."""
    settle()
    guards.remove(None, _Editor())
    yield
    settle()
    guards.install(None, _Editor())


def settle() -> None:
    # PostgreSQL changes no table that still has constraints to check.
    if connection.vendor == "postgresql":
        run("SET CONSTRAINTS ALL IMMEDIATE")
        run("SET CONSTRAINTS ALL DEFERRED")


def break_the_record() -> None:
    """From now on no event can be written."""
    settle()
    if connection.vendor == "postgresql":
        run(
            "CREATE FUNCTION no_space() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
            " RAISE EXCEPTION 'no space' USING ERRCODE = 'integrity_constraint_violation'; END $$"
        )
        body = "EXECUTE FUNCTION no_space()"
    else:
        body = "BEGIN SELECT RAISE(ABORT, 'no space'); END"
    run(f"CREATE TRIGGER no_space BEFORE INSERT ON memory_auditevent FOR EACH ROW {body}")

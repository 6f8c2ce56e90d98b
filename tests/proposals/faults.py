"""A database that fails at one chosen write."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection

_WRITES = ("INSERT", "UPDATE", "DELETE")


class Fault(Exception):
    pass


@contextmanager
def failing_at(write: int) -> Iterator[None]:
    seen = 0

    def run(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        nonlocal seen
        if sql.lstrip().upper().startswith(_WRITES):
            seen += 1
            if seen == write:
                raise Fault
        return execute(sql, params, many, context)

    with connection.execute_wrapper(run):
        yield


def every_fault(act: Callable[[], object], check: Callable[[], object]) -> int:
    """Let each write of `act` fail in turn, check after each; at last let it through."""
    write = 1
    while True:
        with failing_at(write):
            try:
                act()
            except Fault:
                check()
            else:
                return write - 1
        write += 1

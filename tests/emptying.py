"""After a test that committed: what it wrote goes, and nothing else is written anew.

Django's flush empties every table and writes content types and permissions again, which costs more
than most of these tests do.
"""

from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.core.management.color import no_style
from django.db import connection
from django.test import TransactionTestCase

KEPT = {model._meta.db_table for model in (ContentType, Permission)}


def empty_what_was_written(case: TransactionTestCase) -> None:
    if written := _tables_with_rows():
        on_postgresql = connection.vendor == "postgresql"
        flush = connection.ops.sql_flush(no_style(), written, allow_cascade=on_postgresql)
        connection.ops.execute_sql_flush(flush)


def _tables_with_rows() -> list[str]:
    names = connection.introspection.django_table_names(only_existing=True, include_views=False)
    asked = [f"SELECT '{name}' WHERE EXISTS (SELECT 1 FROM {name})" for name in {*names} - KEPT]
    with connection.cursor() as cursor:
        cursor.execute(" UNION ALL ".join(asked))
        return [name for (name,) in cursor.fetchall()]

"""The database's own last line: words, events and links that nobody alters."""

from django.db import migrations

MEMORY, EDGE, EVENT = "memory_memory", "memory_edge", "memory_auditevent"

MEMORY_WORDS = ("kind", "title", "content", "tags", "salt")
MEMORY_FACTS = (
    "id",
    "public_id",
    "project_id",
    "number",
    "starts_when_applied",
    "valid_from",
    "valid_until",
    "digest",
    "value",
    "lineage",
    "version",
    "recorded_at",
    "proposal_id",
    "proposed_by",
    "applied_by",
    "approved_by",
    "evidence_ids",
)
EDGE_FACTS = (
    "id",
    "project_id",
    "type",
    "source_id",
    "target_id",
    "created_at",
    "proposal_id",
    "proposed_by",
    "reviewers",
    "evidence_ids",
    "digest",
)

# SQLite's REPLACE deletes the row that is in its way without asking the guards of deletion.
SAME_ROW = {
    MEMORY: (("id",), ("public_id",), ("project_id", "number"), ("lineage", "version")),
    EDGE: (("id",), ("type", "source_id", "target_id")),
    EVENT: (("id",), ("project_id", "seq")),
    "memory_project": (("id",), ("public_id",), ("slug",)),
}


def _in_the_way(table):
    same = (" AND ".join(f"o.{column} = NEW.{column}" for column in key) for key in SAME_ROW[table])
    return " OR ".join(f"EXISTS (SELECT 1 FROM {table} o WHERE {row})" for row in same)


def _kept(columns, differ):
    return " OR ".join(f"OLD.{column} {differ} NEW.{column}" for column in columns)


def rules(vendor):
    """Table, moment, event, the condition that refuses, and what it then says."""
    differ = "IS DISTINCT FROM" if vendor == "postgresql" else "IS NOT"
    empty_bytes = "''::bytea" if vendor == "postgresql" else "x''"
    no_tags = "'[]'::jsonb" if vendor == "postgresql" else "'[]'"
    standing = (
        "NOT EXISTS (SELECT 1 FROM memory_project p WHERE p.id = OLD.project_id"
        " AND p.is_demo AND p.dropped_at IS NOT NULL)"
    )
    erasing = (
        "OLD.erased_at IS NULL AND NEW.erased_at IS NOT NULL AND NEW.title = ''"
        f" AND NEW.content = '' AND NEW.tags = {no_tags} AND NEW.salt = {empty_bytes}"
        " AND NEW.kind = OLD.kind"
    )
    return [
        (
            MEMORY,
            "UPDATE",
            f"({_kept(MEMORY_FACTS, differ)})"
            f" OR (({_kept(MEMORY_WORDS, differ)} OR OLD.erased_at {differ} NEW.erased_at)"
            f" AND NOT ({erasing}))"
            f" OR (OLD.retired_at IS NOT NULL AND (OLD.retired_at {differ} NEW.retired_at"
            f" OR OLD.retired_by {differ} NEW.retired_by))",
            "a memory does not change",
        ),
        (MEMORY, "DELETE", standing, "a memory is not deleted"),
        (
            MEMORY,
            "INSERT",
            "(NEW.version = 1 AND NEW.lineage <> NEW.public_id)"
            f" OR (NEW.version <> 1 AND NOT EXISTS (SELECT 1 FROM {MEMORY} m"
            " WHERE m.project_id = NEW.project_id AND m.lineage = NEW.lineage"
            " AND m.version = NEW.version - 1))",
            "a version follows the one before it",
        ),
        (
            EDGE,
            "INSERT",
            "NEW.source_id = NEW.target_id OR EXISTS (SELECT 1 FROM memory_memory m"
            " WHERE m.id IN (NEW.source_id, NEW.target_id) AND m.project_id <> NEW.project_id)",
            "a link stays within its project",
        ),
        (
            EDGE,
            "UPDATE",
            f"({_kept(EDGE_FACTS, differ)})"
            f" OR (OLD.reason {differ} NEW.reason AND NEW.reason <> '')",
            "a link does not change",
        ),
        (EDGE, "DELETE", standing, "a link is not deleted"),
        (EVENT, "UPDATE", "", "audit events are append-only"),
        (EVENT, "DELETE", standing, "audit events are append-only"),
        (
            "memory_project",
            "UPDATE",
            f"OLD.public_id {differ} NEW.public_id OR (NEW.is_demo AND NOT OLD.is_demo)"
            f" OR OLD.value_key {differ} NEW.value_key"
            " OR (NEW.dropped_at IS NOT NULL AND NOT NEW.is_demo)",
            "what a project is does not change",
        ),
    ]


def _name(table, event):
    return f"{table}_guard_{event.lower()}"


def install(apps, schema_editor):
    vendor = schema_editor.connection.vendor
    for table, event, condition, words in rules(vendor):
        if vendor == "postgresql":
            _install_postgres(schema_editor, table, event, condition, words)
        else:
            when = f"WHEN {condition}" if condition else ""
            schema_editor.execute(
                f"CREATE TRIGGER {_name(table, event)} BEFORE {event} ON {table}"
                f" FOR EACH ROW {when} BEGIN SELECT RAISE(ABORT, '{words}'); END"
            )
    if vendor == "sqlite":
        for table in SAME_ROW:
            schema_editor.execute(
                f"CREATE TRIGGER {table}_guard_replace BEFORE INSERT ON {table} FOR EACH ROW"
                f" WHEN {_in_the_way(table)}"
                " BEGIN SELECT RAISE(ABORT, 'there is such a row, and it is not replaced'); END"
            )
    if vendor == "postgresql":
        for table in (MEMORY, EDGE, EVENT):
            schema_editor.execute(
                f"CREATE FUNCTION {table}_keep() RETURNS trigger LANGUAGE plpgsql AS $$"
                " BEGIN RAISE EXCEPTION 'this record is not emptied'"
                " USING ERRCODE = 'integrity_constraint_violation'; END $$"
            )
            schema_editor.execute(
                f"CREATE TRIGGER {table}_guard_truncate BEFORE TRUNCATE ON {table}"
                f" FOR EACH STATEMENT EXECUTE FUNCTION {table}_keep()"
            )


def _install_postgres(schema_editor, table, event, condition, words):
    name = _name(table, event)
    row = "OLD" if event == "DELETE" else "NEW"
    schema_editor.execute(
        f"CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
        f" IF {condition or 'true'} THEN RAISE EXCEPTION '{words}'"
        f" USING ERRCODE = 'integrity_constraint_violation'; END IF; RETURN {row}; END $$"
    )
    schema_editor.execute(
        f"CREATE TRIGGER {name} BEFORE {event} ON {table} FOR EACH ROW EXECUTE FUNCTION {name}()"
    )


def remove(apps, schema_editor):
    vendor = schema_editor.connection.vendor
    for table, event, _, _ in rules(vendor):
        if vendor == "postgresql":
            schema_editor.execute(f"DROP TRIGGER IF EXISTS {_name(table, event)} ON {table}")
            schema_editor.execute(f"DROP FUNCTION IF EXISTS {_name(table, event)}()")
        else:
            schema_editor.execute(f"DROP TRIGGER IF EXISTS {_name(table, event)}")
    if vendor == "sqlite":
        for table in SAME_ROW:
            schema_editor.execute(f"DROP TRIGGER IF EXISTS {table}_guard_replace")
    if vendor == "postgresql":
        for table in (MEMORY, EDGE, EVENT):
            schema_editor.execute(f"DROP TRIGGER IF EXISTS {table}_guard_truncate ON {table}")
            schema_editor.execute(f"DROP FUNCTION IF EXISTS {table}_keep()")


class Migration(migrations.Migration):
    dependencies = [("memory", "0001_initial")]
    operations = [migrations.RunPython(install, remove)]

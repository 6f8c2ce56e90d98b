"""The database's own last line: confirmed words and the facts read out of them, altered by nobody."""

from django.db import migrations

ENTRY, SUBJECT = "companion_entry", "companion_subject"
NODE, RELATION, EVENT = "companion_node", "companion_relation", "companion_relationevent"

FACTS = {
    ENTRY: (
        "id",
        "public_id",
        "project_id",
        "number",
        "subject_id",
        "digest",
        "corrected",
        "provenance",
        "suggested_by",
        "imported_from",
        "captured_at",
        "confirmed_at",
        "confirmed_by",
    ),
    SUBJECT: ("id", "public_id", "project_id", "created_at", "created_by"),
    NODE: ("id", "node_id", "entry_id", "type"),
    RELATION: (
        "id",
        "relation_id",
        "vocabulary_id",
        "project_id",
        "subject_id",
        "entry_id",
        "polarity",
        "modality",
        "first_run_id",
        "recorded_at",
    ),
}

# SQLite's REPLACE deletes the row that is in its way without asking the guards of deletion.
SAME_ROW = {
    ENTRY: (("id",), ("public_id",), ("project_id", "number")),
    SUBJECT: (("id",), ("public_id",), ("project_id", "subject_id")),
    NODE: (("id",), ("entry_id", "node_id")),
    RELATION: (("id",), ("project_id", "relation_id")),
    EVENT: (("id",),),
}


def _in_the_way(table):
    same = (" AND ".join(f"o.{column} = NEW.{column}" for column in key) for key in SAME_ROW[table])
    return " OR ".join(f"EXISTS (SELECT 1 FROM {table} o WHERE {row})" for row in same)


def rules(vendor):
    """Table, event, the condition that refuses, and what it then says."""
    differ = "IS DISTINCT FROM" if vendor == "postgresql" else "IS NOT"
    empty_bytes = "''::bytea" if vendor == "postgresql" else "x''"
    nothing = "'{}'::jsonb" if vendor == "postgresql" else "'{}'"

    def changed(*columns):
        return " OR ".join(f"OLD.{column} {differ} NEW.{column}" for column in columns)

    def stands(project):
        return (
            f"NOT EXISTS (SELECT 1 FROM memory_project p WHERE p.id = {project}"
            " AND p.is_demo AND p.dropped_at IS NOT NULL)"
        )

    def erased(entry):
        return f"EXISTS (SELECT 1 FROM {ENTRY} e WHERE e.id = {entry} AND e.erased_at IS NOT NULL)"

    strays = (
        f"(SELECT count(*) FROM {NODE} n WHERE n.entry_id = NEW.entry_id"
        " AND n.id IN (NEW.from_node_id, NEW.to_node_id)) <> 2"
    )
    of_entry = f"(SELECT e.project_id FROM {ENTRY} e WHERE e.id = OLD.entry_id)"
    of_relation = f"(SELECT r.project_id FROM {RELATION} r WHERE r.id = OLD.relation_id)"
    erasing_entry = (
        "OLD.erased_at IS NULL AND NEW.erased_at IS NOT NULL AND NEW.text = ''"
        f" AND NEW.proposed = {nothing} AND NEW.salt = {empty_bytes}"
    )
    erasing_subject = "OLD.erased_at IS NULL AND NEW.erased_at IS NOT NULL AND NEW.label = ''"
    return [
        (
            ENTRY,
            "INSERT",
            f"NOT EXISTS (SELECT 1 FROM {SUBJECT} s WHERE s.id = NEW.subject_id"
            " AND s.project_id = NEW.project_id)",
            "an entry stays within its project",
        ),
        (
            ENTRY,
            "UPDATE",
            f"({changed(*FACTS[ENTRY])})"
            f" OR (({changed('text', 'proposed', 'salt', 'erased_at')}) AND NOT ({erasing_entry}))",
            "confirmed words do not change",
        ),
        (ENTRY, "DELETE", stands("OLD.project_id"), "an entry is not deleted"),
        (
            SUBJECT,
            "UPDATE",
            f"({changed(*FACTS[SUBJECT])})"
            f" OR (({changed('subject_id', 'erased_at')}) AND NOT ({erasing_subject}))"
            f" OR (OLD.erased_at IS NOT NULL AND ({changed('label')}))",
            "the name of a subject does not change",
        ),
        (SUBJECT, "DELETE", stands("OLD.project_id"), "a subject is not deleted"),
        (
            NODE,
            "UPDATE",
            f"({changed(*FACTS[NODE])})"
            f" OR (({changed('label')}) AND NOT (NEW.label = '' AND {erased('OLD.entry_id')}))",
            "a node does not change",
        ),
        (NODE, "DELETE", stands(of_entry), "a node is not deleted"),
        (
            RELATION,
            "INSERT",
            f"NOT EXISTS (SELECT 1 FROM {ENTRY} e WHERE e.id = NEW.entry_id"
            " AND e.project_id = NEW.project_id AND e.subject_id = NEW.subject_id)"
            f" OR {strays}",
            "a relation stays within its entry",
        ),
        (
            RELATION,
            "UPDATE",
            f"({changed(*FACTS[RELATION])})"
            f" OR (({changed('predicate')})"
            f" AND NOT (NEW.predicate = '' AND {erased('OLD.entry_id')})) OR {strays}",
            "a relation does not change",
        ),
        (RELATION, "DELETE", stands("OLD.project_id"), "a relation is not deleted"),
        (EVENT, "UPDATE", "", "the history of a relation is append-only"),
        (EVENT, "DELETE", stands(of_relation), "the history of a relation is append-only"),
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
    for table in SAME_ROW:
        if vendor == "postgresql":
            schema_editor.execute(
                f"CREATE FUNCTION {table}_keep() RETURNS trigger LANGUAGE plpgsql AS $$"
                " BEGIN RAISE EXCEPTION 'this record is not emptied'"
                " USING ERRCODE = 'integrity_constraint_violation'; END $$"
            )
            schema_editor.execute(
                f"CREATE TRIGGER {table}_guard_truncate BEFORE TRUNCATE ON {table}"
                f" FOR EACH STATEMENT EXECUTE FUNCTION {table}_keep()"
            )
        else:
            schema_editor.execute(
                f"CREATE TRIGGER {table}_guard_replace BEFORE INSERT ON {table} FOR EACH ROW"
                f" WHEN {_in_the_way(table)}"
                " BEGIN SELECT RAISE(ABORT, 'there is such a row, and it is not replaced'); END"
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
    for table in SAME_ROW:
        if vendor == "postgresql":
            schema_editor.execute(f"DROP TRIGGER IF EXISTS {table}_guard_truncate ON {table}")
            schema_editor.execute(f"DROP FUNCTION IF EXISTS {table}_keep()")
        else:
            schema_editor.execute(f"DROP TRIGGER IF EXISTS {table}_guard_replace")


class Migration(migrations.Migration):
    dependencies = [("companion", "0001_initial")]
    operations = [migrations.RunPython(install, remove)]

"""When the next version was recorded, kept beside each memory by the database itself."""

from django.db import migrations, models

TABLE = "memory_memory"
TOLD = (
    f"SELECT 1 FROM {TABLE} m WHERE m.lineage = NEW.lineage AND m.version = NEW.version + 1"
    " AND m.recorded_at = NEW.succeeded_at"
)
TELL = (
    f"UPDATE {TABLE} SET succeeded_at = NEW.recorded_at"
    " WHERE lineage = NEW.lineage AND version = NEW.version - 1"
)
WORDS = "a memory is succeeded by its next version"


def install(apps, schema_editor):
    schema_editor.execute(
        f"UPDATE {TABLE} SET succeeded_at = (SELECT m.recorded_at FROM {TABLE} m"
        f" WHERE m.lineage = {TABLE}.lineage AND m.version = {TABLE}.version + 1)"
    )
    if schema_editor.connection.vendor == "postgresql":
        # The rows just written leave work for the end of the transaction; triggers wait for none.
        schema_editor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        schema_editor.execute(
            f"CREATE FUNCTION {TABLE}_tell() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
            f" IF NEW.version > 1 THEN {TELL}; END IF; RETURN NULL; END $$"
        )
        schema_editor.execute(
            f"CREATE TRIGGER {TABLE}_succession AFTER INSERT ON {TABLE}"
            f" FOR EACH ROW EXECUTE FUNCTION {TABLE}_tell()"
        )
        schema_editor.execute(
            f"CREATE FUNCTION {TABLE}_told() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
            " IF OLD.succeeded_at IS DISTINCT FROM NEW.succeeded_at"
            f" AND NOT EXISTS ({TOLD}) THEN RAISE EXCEPTION '{WORDS}'"
            " USING ERRCODE = 'integrity_constraint_violation'; END IF; RETURN NEW; END $$"
        )
        schema_editor.execute(
            f"CREATE TRIGGER {TABLE}_guard_succession BEFORE UPDATE ON {TABLE}"
            f" FOR EACH ROW EXECUTE FUNCTION {TABLE}_told()"
        )
        return
    schema_editor.execute(
        f"CREATE TRIGGER {TABLE}_succession AFTER INSERT ON {TABLE} FOR EACH ROW"
        f" WHEN NEW.version > 1 BEGIN {TELL}; END"
    )
    schema_editor.execute(
        f"CREATE TRIGGER {TABLE}_guard_succession BEFORE UPDATE ON {TABLE} FOR EACH ROW"
        f" WHEN OLD.succeeded_at IS NOT NEW.succeeded_at AND NOT EXISTS ({TOLD})"
        f" BEGIN SELECT RAISE(ABORT, '{WORDS}'); END"
    )


def remove(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        for name in ("succession", "guard_succession"):
            schema_editor.execute(f"DROP TRIGGER {TABLE}_{name} ON {TABLE}")
        for name in ("tell", "told"):
            schema_editor.execute(f"DROP FUNCTION {TABLE}_{name}()")
        return
    for name in ("succession", "guard_succession"):
        schema_editor.execute(f"DROP TRIGGER {TABLE}_{name}")


class Migration(migrations.Migration):
    dependencies = [("memory", "0004_instance_event")]
    operations = [
        migrations.AddField(
            model_name="memory",
            name="succeeded_at",
            field=models.DateTimeField(blank=True, editable=False, null=True),
        ),
        migrations.RunPython(install, remove),
    ]

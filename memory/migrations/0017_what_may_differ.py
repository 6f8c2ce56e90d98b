from django.db import migrations, models


class Migration(migrations.Migration):
    """How many are true is counted without a look at each: only some can be anything else."""

    dependencies = [
        ("memory", "0016_single_keys"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="memory",
            index=models.Index(
                condition=models.Q(
                    ("erased_at__isnull", False),
                    ("retired_at__isnull", False),
                    ("succeeded_at__isnull", False),
                    ("valid_until__isnull", False),
                    ("valid_from__gt", models.F("recorded_at")),
                    _connector="OR",
                ),
                fields=["project"],
                name="memory_may_differ",
            ),
        ),
    ]

from django.db import migrations, models


class Migration(migrations.Migration):
    """The activity reads on, newest first, past the thousands of memories that an import records."""

    dependencies = [
        ("memory", "0017_what_may_differ"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="auditevent",
            index=models.Index(
                condition=models.Q(
                    ("type__in", ("memory.recorded", "memory.superseded", "memory.retired")),
                    _negated=True,
                ),
                fields=["project", "-at", "-seq"],
                name="events_told",
            ),
        ),
    ]

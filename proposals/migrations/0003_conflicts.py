import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("memory", "0007_every_word"),
        ("proposals", "0002_imported_from"),
    ]

    operations = [
        migrations.CreateModel(
            name="Conflict",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("relation", models.CharField(max_length=10)),
                ("reason", models.TextField(blank=True)),
                ("found_at", models.DateTimeField()),
                (
                    "choice",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("keep_old", "Keep the older"),
                            ("keep_new", "Keep the newer"),
                            ("keep_both", "Keep both"),
                            ("write_new", "Write a new one"),
                            ("ended", "One of them ended"),
                        ],
                        max_length=10,
                    ),
                ),
                ("resolved_at", models.DateTimeField(blank=True, null=True)),
                (
                    "newer",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="memory.memory",
                    ),
                ),
                (
                    "older",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="memory.memory",
                    ),
                ),
                (
                    "project",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="conflicts",
                        to="memory.project",
                    ),
                ),
                (
                    "proposal",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="resolves",
                        to="proposals.proposal",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["project", "resolved_at", "-id"], name="open_conflicts")
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("older", "newer"), name="one_conflict_of_a_pair"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("older", models.F("newer")), _negated=True),
                        name="no_conflict_with_itself",
                    ),
                ],
            },
        ),
    ]

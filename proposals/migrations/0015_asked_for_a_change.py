from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("proposals", "0014_sizes_of_batches"),
    ]

    operations = [
        migrations.AddField(
            model_name="proposal",
            name="asked_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="comment",
            name="asks",
            field=models.BooleanField(default=False),
        ),
    ]

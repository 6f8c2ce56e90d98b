from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("proposals", "0012_from_now_on"),
    ]

    operations = [
        migrations.AddField(
            model_name="revision",
            name="size",
            field=models.PositiveIntegerField(default=1),
        ),
    ]

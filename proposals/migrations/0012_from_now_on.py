from django.db import migrations


def begin_at_the_end(apps, schema_editor):
    """Nobody is told what happened before there were notifications."""
    notified = apps.get_model("proposals", "NotifiedUpTo")
    heads = apps.get_model("memory", "ProjectHead").objects.values_list("project_id", "event_seq")
    notified.objects.bulk_create(
        [notified(project_id=project, seq=seq) for project, seq in heads], ignore_conflicts=True
    )


class Migration(migrations.Migration):
    dependencies = [("proposals", "0011_notifications")]

    operations = [migrations.RunPython(begin_at_the_end, migrations.RunPython.noop)]

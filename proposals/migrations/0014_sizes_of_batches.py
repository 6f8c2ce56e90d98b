from django.db import migrations


def count(apps, editor):
    revisions = apps.get_model("proposals", "Revision").objects.filter(proposal__operation="batch")
    for pk, changes in revisions.values_list("pk", "changes").iterator(chunk_size=10):
        revisions.filter(pk=pk).update(size=len(changes))


class Migration(migrations.Migration):
    dependencies = [
        ("proposals", "0013_size_of_a_revision"),
    ]

    operations = [migrations.RunPython(count, migrations.RunPython.noop)]

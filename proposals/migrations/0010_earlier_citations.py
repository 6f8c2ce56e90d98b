"""Entries that were cited before their citations had rows of their own."""

from itertools import islice
from uuid import UUID

from django.db import migrations

AT_ONCE = 500
FACT = "r1_"


def fill(apps, schema_editor):
    revisions = apps.get_model("proposals", "Revision").objects.filter(number=1)
    additions = apps.get_model("proposals", "Addition").objects.all()
    for rows in (revisions, additions):
        cited = rows.exclude(evidence_ids=[]).values_list(
            "proposal_id", "proposal__project_id", "evidence_ids"
        )
        walk = iter(list(cited))
        while some := list(islice(walk, AT_ONCE)):
            _cite(apps, some)


def _cite(apps, cited):
    named = {one for _, _, ids in cited for one in ids}
    entries = {
        (project, str(public_id)): (pk, "")
        for project, public_id, pk in apps.get_model("companion", "Entry")
        .objects.filter(public_id__in=_uuids(named))
        .values_list("project_id", "public_id", "pk")
    }
    facts = {
        (project, name): (entry, name)
        for project, name, entry in apps.get_model("companion", "Relation")
        .objects.filter(relation_id__in=[one for one in named if one.startswith(FACT)])
        .values_list("project_id", "relation_id", "entry_id")
    }
    known = entries | facts
    model = apps.get_model("proposals", "Citation")
    model.objects.bulk_create(
        [
            model(proposal_id=proposal, entry_id=entry, relation_id=relation)
            for proposal, project, ids in cited
            for one in ids
            if (project, one) in known
            for entry, relation in [known[project, one]]
        ],
        ignore_conflicts=True,
    )


def _uuids(named):
    return [UUID(one) for one in named if not one.startswith(FACT)]


class Migration(migrations.Migration):
    dependencies = [("proposals", "0009_citations"), ("companion", "0005_occasions")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]

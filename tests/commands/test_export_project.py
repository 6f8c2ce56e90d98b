import json

from django.core.management import call_command
from django.utils import timezone

from tests.factories import make_memory, retire


def exported(capsys, slug="acme"):
    call_command("export_project", slug)
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_each_memory_is_a_line_with_its_lineage_links_and_who_stood_behind_it(acme, capsys):
    goal = make_memory(acme, "Ship.", kind="goal", title="Goal", tags=["pilot"])
    old = make_memory(acme, "Use Neo4j.", links=[{"type": "part_of", "memory_id": "M-001"}])
    new = make_memory(acme, "Use SQLite.", supersedes=old)

    first, second, third = exported(capsys)

    assert first["title"] == "Goal"
    assert first["tags"] == ["pilot"]
    assert "supersedes" not in first
    assert second["links"] == [{"type": "part_of", "memory_id": str(goal.public_id)}]
    assert (third["id"], third["supersedes"]) == (str(new.public_id), str(old.public_id))
    assert third["claimed_approval"]["approved_by"][0]["name"] == "alice"
    assert "user_id" not in third["claimed_approval"]["proposed_by"]


def test_what_was_retired_says_when(acme, capsys):
    retire(make_memory(acme, "No more."))

    [line] = exported(capsys)
    assert line["retired_at"] <= timezone.now().isoformat()


def test_another_project_stays_out(acme, elsewhere, capsys):
    make_memory(elsewhere, "Not for acme.")

    assert exported(capsys) == []

import pytest
from django.core.management import CommandError, call_command

from memory.models import AuditEvent, Project
from memory.roles import Role


def test_it_makes_a_project_and_its_owner(alice, capsys):
    call_command("create_project", "field-book", name="Field Book", owner="alice")

    project = Project.objects.get()
    assert (project.slug, project.name) == ("field-book", "Field Book")
    assert project.memberships.get().role == Role.OWNER
    assert AuditEvent.objects.first().actor == {"kind": "system", "name": "create_project"}
    assert "field-book" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("slug", "owner", "words"),
    [
        ("acme", "alice", "slug"),
        ("ACME", "alice", "slug"),
        ("a/b", "alice", "small letters"),
        ("field", "nobody", "no user nobody"),
    ],
)
def test_it_refuses_in_words(acme, slug, owner, words):
    with pytest.raises(CommandError, match=words):
        call_command("create_project", slug, name="Field", owner=owner)

    assert Project.objects.count() == 1

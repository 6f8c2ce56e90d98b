"""A backup is taken while Waggle runs, is whole or not there, and brings everything back."""

import stat

import pytest
from django.core.management import CommandError, call_command

from memory.models import Project
from tests.factories import make_memory
from tests.keeping.conftest import everything, found


@pytest.fixture
def backup(tmp_path):
    def keep(name="backup", **options):
        call_command("backup", tmp_path / name, **options)
        return tmp_path / name

    return keep


def test_everything_comes_back(lived_in, backup, move_house, capsys):
    before = everything()
    file = backup()

    move_house()
    call_command("restore", file)

    assert everything() == before
    assert found(Project.objects.get(slug="acme"), "granite roof") == [
        "Slate is the roof, not granite."
    ]
    assert "2 projects" in capsys.readouterr().out
    make_memory(Project.objects.get(slug="acme"), "Thatch came later.")
    call_command("verify_audit")


def test_it_is_for_its_owner_alone_and_leaves_nothing_beside_it(db, backup):
    file = backup()

    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [path.name for path in file.parent.iterdir() if "backup" in path.name] == ["backup"]


def test_a_file_that_is_there_stays(db, backup):
    file = backup()
    words = file.read_bytes()

    with pytest.raises(CommandError, match="there already"):
        backup()

    assert file.read_bytes() == words
    backup(replace=True)


def test_a_folder_that_is_not_there_is_named(db, backup):
    with pytest.raises(CommandError, match=r"no folder .*nowhere"):
        backup("nowhere/backup")

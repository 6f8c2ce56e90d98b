import io

import pytest
from django.core.management import CommandError, call_command

from memory.models import User


@pytest.fixture
def typed(monkeypatch):
    return lambda text: monkeypatch.setattr("sys.stdin", io.StringIO(text))


def test_it_makes_a_person_who_can_sign_in(db, typed, browse):
    typed("seven ducks in a row\n")

    call_command("create_user", "dora", name="Dora")

    user = User.objects.get()
    assert (user.username, user.name, user.is_staff) == ("dora", "Dora", False)
    assert browse().login(username="dora", password="seven ducks in a row")


@pytest.mark.parametrize(
    ("username", "password", "words"),
    [
        ("alice", "seven ducks in a row", "already exists"),
        ("ALICE", "seven ducks in a row", "already"),
        ("dora", "short", "too short"),
        ("dora", "", "too short"),
        ("a b", "seven ducks in a row", "valid username"),
    ],
)
def test_it_refuses_in_words(alice, typed, username, password, words):
    typed(password + "\n")

    with pytest.raises(CommandError, match=words):
        call_command("create_user", username)

    assert User.objects.count() == 1

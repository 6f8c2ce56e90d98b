import pytest
from django.core.management import CommandError, call_command

from memory.models import AgentKey
from memory.services.keys import find_key


def make(*args):
    call_command("create_agent_key", "acme", "--name", "Robot", *args)


def test_the_token_is_alone_on_the_last_line(bob, acme, capsys):
    make("--for", "bob")

    token = capsys.readouterr().out.splitlines()[-1]
    key = find_key(token)
    assert token.startswith("wgl_")
    assert (key.name, key.made_for, key.scopes) == ("Robot", bob, ["propose", "read"])
    assert token not in str(AgentKey.objects.values().get())


def test_it_has_the_scopes_that_are_asked_for(bob, acme):
    make("--for", "bob", "--scopes", "read, apply")

    assert AgentKey.objects.get().scopes == ["apply", "read"]


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["--for", "bob", "--scopes", "read,review"], "unknown: review"),
        (["--for", "charlie"], "not a member"),
        (["--for", "nobody"], "no user nobody"),
    ],
)
def test_it_refuses_in_words(acme, charlie, args, words):
    with pytest.raises(CommandError, match=words):
        make(*args)

    assert not AgentKey.objects.exists()


def test_it_needs_a_project_that_is_there(alice):
    with pytest.raises(CommandError, match="no project nowhere"):
        call_command("create_agent_key", "nowhere", "--name", "Robot", "--for", "alice")

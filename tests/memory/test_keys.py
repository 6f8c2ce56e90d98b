"""Agent keys: shown once, kept as a digest, dead when revoked or when their person is."""

from typing import Any

import pytest
from django.core import serializers

from memory import limits
from memory.actors import human, key_agent
from memory.errors import Forbidden, InvalidInput, NotFound
from memory.models import AgentKey, AuditEvent, Project, User
from memory.services.keys import DEFAULT_SCOPES, create_key, find_key, keys_of, revoke_key
from memory.services.projects import close_project


def make_key(project: Project, person: User, **fields: Any) -> tuple[AgentKey, str]:
    known = {"name": "Robot", "scopes": ["read", "propose"]} | fields
    return create_key(project, made_for=person, actor=human(person), **known)


def test_its_token_finds_it_and_names_who_it_acts_for(acme: Project, bob: User) -> None:
    key, token = make_key(acme, bob)

    found = find_key(token)

    assert found == key
    assert token.startswith("wgl_")
    assert key_agent(found).public() == {"kind": "agent", "name": "Robot", "on_behalf_of": "bob"}


def test_the_token_is_kept_nowhere(acme: Project, bob: User) -> None:
    _, token = make_key(acme, bob)

    kept = serializers.serialize("json", [*AgentKey.objects.all(), *AuditEvent.objects.all()])

    assert token not in kept
    assert token.removeprefix("wgl_")[8:] not in kept
    assert AgentKey.objects.get().digest not in AuditEvent.objects.latest("pk").details.values()


def test_no_two_tokens_are_alike_and_each_is_long(acme: Project, bob: User) -> None:
    tokens = {make_key(acme, bob)[1] for _ in range(20)}

    assert len(tokens) == 20
    assert min(map(len, tokens)) >= 47  # 256 bits and the prefix


@pytest.mark.parametrize("change", ["", " ", "x", "wgl_", "\x00", "\ud800", "é" * 5_000])
def test_anything_but_the_exact_token_finds_nothing(acme: Project, bob: User, change: str) -> None:
    key, token = make_key(acme, bob)

    assert find_key(change) is None
    assert find_key(token + (change or "x")) is None
    assert find_key(token.lower()) is None
    assert find_key(key.digest) is None
    assert find_key(token) == key


def test_a_revoked_key_is_dead_at_once_and_others_live(
    acme: Project, alice: User, bob: User
) -> None:
    key, token = make_key(acme, bob)
    other, other_token = make_key(acme, bob)

    revoke_key(key, by=alice)

    assert (find_key(token), find_key(other_token)) == (None, other)


def test_revoking_twice_is_one_event(acme: Project, alice: User, bob: User) -> None:
    key, _ = make_key(acme, bob)

    revoke_key(key, by=alice)
    revoke_key(key, by=alice)

    assert AuditEvent.objects.filter(type="key.revoked").count() == 1


def test_only_an_owner_revokes(acme: Project, bob: User, charlie: User) -> None:
    key, token = make_key(acme, bob)

    with pytest.raises(Forbidden):
        revoke_key(key, by=bob)
    with pytest.raises(NotFound):
        revoke_key(key, by=charlie)

    assert find_key(token) == key


def test_a_key_dies_with_its_persons_account(acme: Project, bob: User) -> None:
    key, token = make_key(acme, bob)

    User.objects.filter(pk=bob.pk).update(is_active=False)
    assert find_key(token) is None

    User.objects.filter(pk=bob.pk).update(is_active=True)
    assert find_key(token) == key


def test_a_key_is_made_for_a_member_only(acme: Project, charlie: User) -> None:
    with pytest.raises(InvalidInput) as refused:
        make_key(acme, charlie)

    assert refused.value.fields == {"for": "is not a member of this project"}
    assert not AgentKey.objects.exists()


def test_reading_and_proposing_are_the_default_and_applying_is_not() -> None:
    assert DEFAULT_SCOPES == ("read", "propose")


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("scopes", ["review"]),
        ("scopes", ["read", "approve"]),
        ("scopes", []),
        ("name", ""),
        ("name", " \u200b"),
        ("name", "a\x00b"),
        ("name", "\ud800"),
        ("name", "🐝" * (limits.KEY_NAME + 1)),
    ],
)
def test_a_key_that_could_not_be_kept_is_refused_in_its_field(
    acme: Project, bob: User, field: str, value: Any
) -> None:
    with pytest.raises(InvalidInput) as refused:
        make_key(acme, bob, **{field: value})

    assert list(refused.value.fields) == [field]
    assert not AgentKey.objects.exists()


def test_a_name_of_the_full_length_is_kept(acme: Project, bob: User) -> None:
    key, _ = make_key(acme, bob, name="🐝" * limits.KEY_NAME, scopes=["apply", "read", "read"])

    assert AgentKey.objects.get(pk=key.pk).name == "🐝" * limits.KEY_NAME
    assert key.scopes == ["apply", "read"]


def test_a_project_lists_its_own_keys_newest_first(
    acme: Project, elsewhere: Project, alice: User, bob: User, charlie: User
) -> None:
    first, _ = make_key(acme, bob)
    make_key(elsewhere, charlie)
    second, _ = make_key(acme, alice)
    revoke_key(first, by=alice)

    assert keys_of(acme) == [second, first]


def test_a_closed_project_gives_no_keys(acme: Project, alice: User, bob: User) -> None:
    close_project(acme, actor=human(alice))

    with pytest.raises(Forbidden, match="closed"):
        make_key(acme, bob)

"""Lengths are counted in code points, on both databases, and the whole of what fits is kept."""

from typing import Any

import pytest

from memory import limits
from memory.errors import InvalidInput
from memory.models import Memory, Project
from proposals.changes import parse_asked, parse_edited
from tests.factories import make_memory

BEE = "🐝"  # one code point, two UTF-16 units, four bytes
FITS: dict[str, Any] = {
    "content": BEE * limits.CONTENT,
    "title": BEE * limits.TITLE,
    "tags": [f"{number:02}" + BEE * (limits.TAG - 2) for number in range(limits.TAGS)],
    "reason": BEE * limits.REASON,
}
TOO_LONG: dict[str, Any] = {
    "content": BEE * (limits.CONTENT + 1),
    "title": BEE * (limits.TITLE + 1),
    "tags": [BEE * (limits.TAG + 1)],
    "reason": BEE * (limits.REASON + 1),
}


def asked(**fields: Any) -> dict[str, Any]:
    return {"operation": "create", "kind": "note", "content": "Bees dance."} | fields


def test_what_fits_exactly_is_stored_whole(acme: Project) -> None:
    made = make_memory(acme, **FITS)

    stored = Memory.objects.get(pk=made.pk)
    assert (stored.content, stored.title, stored.tags) == (
        FITS["content"],
        FITS["title"],
        FITS["tags"],
    )


@pytest.mark.parametrize("name", TOO_LONG)
def test_one_more_is_refused_in_its_field(name: str) -> None:
    assert parse_asked(asked(**{name: FITS[name]}))
    with pytest.raises(InvalidInput) as refused:
        parse_asked(asked(**{name: TOO_LONG[name]}))

    assert [field.split(".")[0] for field in refused.value.fields] == [name]
    assert BEE not in str(refused.value.fields)


@pytest.mark.parametrize("name", ["content", "title"])
def test_a_reviewers_words_have_the_same_limits(name: str) -> None:
    assert parse_edited({name: FITS[name]})
    with pytest.raises(InvalidInput):
        parse_edited({name: TOO_LONG[name]})


def test_a_megabyte_is_refused_without_being_repeated() -> None:
    with pytest.raises(InvalidInput) as refused:
        parse_asked(asked(content="x" * 1_000_000))

    assert len(str(refused.value.data)) < 200


@pytest.mark.parametrize("text", ["", " ", "\n\t \r\n", "\u200b\u2060", "\u3164"])
def test_a_blank_statement_is_refused(text: str) -> None:
    with pytest.raises(InvalidInput, match="Correct the named fields"):
        parse_asked(asked(content=text))


def test_nothing_that_is_stored_is_trimmed(acme: Project) -> None:
    made = make_memory(acme, "  Bees\r\n dance.\t \n")

    assert Memory.objects.get(pk=made.pk).content == "  Bees\n dance.\t \n"


@pytest.mark.parametrize("char", ["\x00", "\ud800", "\ufffe", "\x1b"])
@pytest.mark.parametrize("name", ["content", "title", "reason"])
def test_characters_that_no_database_holds_are_refused_in_their_field(name: str, char: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        parse_asked(asked(**{name: f"a{char}b"}))

    assert list(refused.value.fields) == [name]

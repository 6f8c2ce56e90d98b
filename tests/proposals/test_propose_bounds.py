"""Lengths count code points and stop exactly where they say."""

import pytest

from memory.actors import page_agent
from memory.errors import InvalidInput
from memory.models import Project, User
from proposals.changes import parse_asked, parse_edited
from proposals.services.propose import propose
from proposals.services.review import approve
from proposals.states import Status
from tests.factories import make_memory, make_proposal
from tests.proposals.traces import nothing_changes

BEE = "\N{HONEYBEE}"
ZERO_WIDTH = "\u200b"


def _fields(**fields: object) -> dict[str, object]:
    return {"operation": "create", "kind": "fact", "content": "Ships are blue.", **fields}


def _refused(fields: dict[str, object]) -> dict[str, str]:
    with pytest.raises(InvalidInput) as refusal:
        parse_asked(fields)
    return refusal.value.fields


@pytest.mark.parametrize("letter", ["a", "é", BEE])
def test_twenty_thousand_characters_are_stored_and_no_more(acme: Project, letter: str) -> None:
    assert make_memory(acme, letter * 20_000).content == letter * 20_000

    assert list(_refused(_fields(content=letter * 20_001))) == ["content"]


def test_a_megabyte_is_refused_in_words_that_do_not_repeat_it() -> None:
    refused = _refused(_fields(content="x" * 1_000_000))

    assert len(str(refused)) < 200


@pytest.mark.parametrize(
    "blank", ["", " ", "\n\t ", "\u00a0", ZERO_WIDTH * 3, f" {ZERO_WIDTH}\n", "\u3164\u2800"]
)
def test_what_a_reader_would_see_nothing_of_is_blank(blank: str) -> None:
    assert list(_refused(_fields(content=blank))) == ["content"]
    assert list(_refused(_fields(tags=[blank]))) == ["tags.0"]
    with pytest.raises(InvalidInput):
        parse_edited({"content": blank})


def test_blanks_around_words_are_kept(acme: Project) -> None:
    content = f"\n  Ships are blue. {ZERO_WIDTH}\n"

    assert make_memory(acme, content).content == content


def test_line_ends_become_one_character_before_they_are_counted(acme: Project) -> None:
    asked = parse_asked(_fields(content="a\r\n" * 10_000))

    assert asked.content == "a\n" * 10_000


@pytest.mark.parametrize(
    ("name", "most", "one_more"),
    [
        ("title", "t" * 200, "t" * 201),
        ("reason", "r" * 4_000, "r" * 4_001),
        ("tags", [f"tag {n}" for n in range(20)], [f"tag {n}" for n in range(21)]),
        ("tags", ["t" * 50], ["t" * 51]),
        (
            "links",
            [{"type": "relates_to", "memory_id": f"M-{n}"} for n in range(20)],
            [{"type": "relates_to", "memory_id": f"M-{n}"} for n in range(21)],
        ),
        ("evidence_ids", [f"M-{n}" for n in range(20)], [f"M-{n}" for n in range(21)]),
    ],
)
def test_every_list_and_line_has_its_bound(name: str, most: object, one_more: object) -> None:
    assert parse_asked(_fields(**{name: most}))

    refused = _refused(_fields(**{name: one_more}))

    assert [field.split(".")[0] for field in refused] == [name]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("title", "two\nlines"),
        ("tags", ["two\nlines"]),
        ("tags", ["Storage", "storage "]),
        ("evidence_ids", ["M-001", "m-001"]),
        ("kind", "rumour"),
        ("operation", "approve"),
        ("operation", "batch?"),
        ("content", 12),
        ("tags", "storage"),
        ("links", [{"type": "relates_to"}]),
        ("links", [{"type": "hates", "memory_id": "M-001"}]),
        ("links", [{"type": "relates_to", "memory_id": "M-001", "note": "x"}]),
    ],
)
def test_a_shape_that_makes_no_sense_is_refused_by_field(name: str, value: object) -> None:
    refused = _refused(_fields(**{name: value}))

    assert {field.split(".")[0] for field in refused} == {name}


@pytest.mark.parametrize(
    "bad", ["\x00", "\x1b", "\x85", "\ud800", "\ufffe", "\U0001fffe", "\ufdd0"]
)
@pytest.mark.parametrize("name", ["content", "title", "reason", "tags"])
def test_what_no_database_keeps_alike_is_refused(name: str, bad: str) -> None:
    value = f"Ships{bad}" if name != "tags" else [f"Ships{bad}"]

    refused = _refused(_fields(**{name: value}))

    assert [field.split(".")[0] for field in refused] == [name]


def test_a_proposal_that_asks_for_a_batch_alone_is_refused(acme: Project, bob: User) -> None:
    asked = parse_asked(_fields(operation="batch"))

    with nothing_changes(), pytest.raises(InvalidInput):
        propose(acme, asked, actor=page_agent(bob))


def test_edited_words_keep_the_same_bounds(acme: Project, alice: User) -> None:
    proposal = make_proposal(acme)

    with pytest.raises(InvalidInput):
        parse_edited({"content": BEE * 20_001})
    done = approve(proposal, by=alice, revision=1, edited=parse_edited({"content": BEE * 20_000}))

    assert done.status == Status.APPROVED

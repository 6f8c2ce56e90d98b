"""What two statements say of each other, by their words alone."""

import pytest

from memory.kinds import Kind
from proposals.opposing import Relation, Statement, Surroundings, compare

OTHERS = [
    Statement(text, Kind.DECISION)
    for text in (
        "Exports run at night.",
        "The editor saves on every pause.",
        "Crash reports carry no note text.",
        "Search must answer within a second.",
    )
]


def relation(old: str, new: str, kind: str = Kind.DECISION) -> Relation | None:
    one, other = Statement(old, kind), Statement(new, kind)
    found = compare(one, other, Surroundings([*OTHERS, one, other]))
    back = compare(other, one, Surroundings([*OTHERS, one, other]))
    assert (found and found.relation) == (back and back.relation)
    return found.relation if found else None


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Use Neo4j as the primary store.", "Use SQLite as the primary store."),
        ("We deploy on Fridays.", "We never deploy on Fridays."),
        ("We deploy on Fridays.", "We don\u2019t deploy on Fridays."),
        ("Backups are kept for 30 days.", "Backups are kept for 90 days."),
        ("Redis is required in production.", "Redis is optional in production."),
        ("The API allows anonymous reads.", "The API does not allow anonymous reads."),
        (
            "Release notes go out every Tuesday.",
            "From now on, publish the release notes each Friday.",
        ),
        (
            "The nightly export file is a spreadsheet.",
            "Publish the nightly export file as plain text.",
        ),
    ],
)
def test_what_speaks_against_the_other_is_found(old: str, new: str) -> None:
    assert relation(old, new) is Relation.OPPOSED


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Logs of search are kept for one year.", "Logs of billing are kept for one year."),
        ("Omar owns the booking module.", "Omar owns the search module."),
        ("Access tokens of the API live one hour.", "The editor saves on every pause."),
        ("Use SQLite as the primary store.", "Use the keyboard for everything."),
        ("", "Use SQLite."),
        ("?!", "..."),
        ("\u6570\u636e\u5e93", "\u6570\u636e"),
    ],
)
def test_other_things_are_left_in_peace(old: str, new: str) -> None:
    assert relation(old, new) is None


def test_the_same_in_nearly_the_same_words_is_near() -> None:
    old = "Notes must open within two seconds on an old laptop."
    new = "On an old laptop notes must open within two seconds!"
    assert relation(old, new) is Relation.NEAR


def test_facts_that_share_a_matter_do_not_settle_it() -> None:
    old = "The nightly export file is a spreadsheet."
    new = "Publish the nightly export file as plain text."
    assert relation(old, new, Kind.FACT) is None
    assert relation(old, new, Kind.DECISION) is Relation.OPPOSED


def test_the_reason_names_what_differs() -> None:
    one = Statement("Use Neo4j as the primary store.", Kind.DECISION)
    other = Statement("Use SQLite as the primary store.", Kind.DECISION)
    found = compare(one, other, Surroundings([*OTHERS, one, other]))
    assert found is not None
    assert "neo4j" in found.reason
    assert "sqlite" in found.reason

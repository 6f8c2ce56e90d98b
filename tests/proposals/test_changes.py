"""A change is the same words under the same digest after any number of trips through JSON."""

import json
from datetime import datetime
from uuid import uuid4

from hypothesis import given
from hypothesis import strategies as st

from memory.canonical import digest
from memory.kinds import ASKABLE_EDGES, Kind
from proposals.changes import Change, Link, Words, digest_of
from proposals.states import Operation
from tests.proposals.words import CONTENT, FUTURE, ONE_LINE, PAST, TAGS

LINKS = st.lists(
    st.builds(Link, type=st.sampled_from(ASKABLE_EDGES), memory_id=st.uuids().map(str)),
    max_size=4,
    unique=True,
)
WORDS = st.builds(
    Words,
    kind=st.sampled_from(Kind),
    title=st.just("") | ONE_LINE,
    content=CONTENT,
    tags=TAGS,
    links=LINKS,
    valid_from=st.none() | PAST,
    valid_until=st.none() | FUTURE,
)


def _change(words: Words) -> Change:
    return Change.make(Operation.CREATE, uuid4(), words)


def _stored(change: Change) -> Change:
    return Change.model_validate(json.loads(json.dumps(change.model_dump(mode="json"))))


@given(WORDS)
def test_a_stored_change_is_the_change(words: Words) -> None:
    change = _change(words)

    back = _stored(_stored(change))

    assert back == change
    assert back.words
    assert digest(back.words.plain(), salt=bytes.fromhex(back.salt)) == change.digest


@given(WORDS)
def test_the_same_words_twice_have_nothing_in_common_to_guess_from(words: Words) -> None:
    one, other = _change(words), _change(words)

    assert one.salt != other.salt
    assert one.digest != other.digest


@given(WORDS, st.permutations(range(4)))
def test_the_order_of_links_makes_no_difference(words: Words, order: list[int]) -> None:
    shuffled = [words.links[at] for at in order if at < len(words.links)]

    other = words.model_copy(update={"links": shuffled})

    assert digest(other.plain()) == digest(words.plain())


@given(WORDS, WORDS)
def test_other_words_have_another_digest(words: Words, others: Words) -> None:
    assert (digest(words.plain()) == digest(others.plain())) == (words.plain() == others.plain())


@given(WORDS, CONTENT)
def test_reworded_a_change_keeps_what_it_is_about(words: Words, content: str) -> None:
    change = Change.make(
        Operation.UPDATE, uuid4(), words, target=uuid4(), fingerprint="sha256:" + "0" * 64
    )

    new = change.reworded(words.model_copy(update={"content": content}))

    kept = ("operation", "memory_id", "target", "fingerprint")
    assert all(getattr(new, name) == getattr(change, name) for name in kept)
    assert new.digest != change.digest


def test_a_batch_is_its_changes_in_their_order() -> None:
    one, two = (
        _change(Words(kind=Kind.FACT, title="", content=content, tags=[], links=[]))
        for content in ("One.", "Two.")
    )

    assert digest_of([one]) == one.digest
    assert len({digest_of([one, two]), digest_of([two, one]), one.digest, two.digest}) == 4


def test_a_retirement_is_digested_by_the_state_it_ends() -> None:
    fingerprints = ["sha256:" + letter * 64 for letter in "ab"]

    one, other = (
        Change.make(Operation.RETIRE, uuid4(), None, fingerprint=it) for it in fingerprints
    )

    assert (one.words, one.digest != other.digest) == (None, True)
    assert one.digest == digest({"retires": fingerprints[0]}, salt=bytes.fromhex(one.salt))


def test_an_instant_is_one_instant_in_every_zone() -> None:
    spelled = [
        datetime.fromisoformat(one)
        for one in ("2100-01-01T00:00:00+00:00", "2100-01-01T05:45:00+05:45")
    ]

    one, other = (
        Words(kind=Kind.FACT, title="", content="x", tags=[], links=[], valid_from=at)
        for at in spelled
    )

    assert digest(one.plain()) == digest(other.plain())

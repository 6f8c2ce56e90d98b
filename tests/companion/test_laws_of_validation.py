"""What must hold for any entry and any proposal, not only for those that somebody thought of."""

import time

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.meaning.canonical import canonical
from companion.meaning.identity import statement, vocabulary_id
from companion.meaning.results import FACTUAL, Accepted, Outcome
from companion.meaning.source_text import Excerpt, SourceText
from companion.metamodel import Modality, Node, Polarity, Provenance, Quote, Status
from tests.companion.constructions import (
    EXPLICIT,
    accepted,
    candidate,
    judge,
    node,
    source,
    stage_a,
    stage_b,
)

WORDS = ["The", "pump", "seal", "is", "not", "worn", "maybe", "if", "1.5", "bar", "leaks", "said"]
ENDS = [" ", ". ", "? ", ", ", "\n", "\r\n", " because "]
ENTRIES = st.lists(
    st.tuples(st.sampled_from(WORDS), st.sampled_from(ENDS)), min_size=2, max_size=20
).map(lambda parts: "".join(word + end for word, end in parts))
ANY_TEXT = st.text(
    st.one_of(
        st.sampled_from(
            " \n\r\tab1.-'\u2019\u00e9e\u0301\u00ad\u200b\u200d\ufe0f\U0001f469\U0001f527"
        ),
        st.characters(exclude_categories=["Cs"]),
    ),
    min_size=1,
    max_size=40,
)
laws = settings(max_examples=40, deadline=None)
LOOK_ALIKES = str.maketrans(
    "aceopxysiPTEH",
    "\u0430\u0441\u0435\u043e\u0440\u0445\u0443\u0455\u0456\u0420\u0422\u0415\u041d",
)


@st.composite
def constructions(draw):
    raw = draw(ENTRIES)
    phrases = st.sampled_from([*WORDS, *raw.split(), raw.strip(), "nowhere"])
    nodes = [node(f"n{number}", draw(phrases)) for number in range(4)]
    found = [
        candidate(
            draw(phrases),
            draw(st.sampled_from(["is", "leaks", "stated_cause_of", "not"])),
            id=f"c{number}",
            from_node=f"n{draw(st.integers(0, 3))}",
            to_node=f"n{draw(st.integers(0, 3))}",
            provenance=draw(st.sampled_from([None, *Provenance])),
            polarity=draw(st.sampled_from(Polarity)),
            modality=draw(st.sampled_from(Modality)),
        )
        for number in range(draw(st.integers(1, 8)))
    ]
    statuses = {one.id: draw(st.sampled_from(Status)) for one in found}
    return source(raw), nodes, found, statuses


def outcomes(result: Accepted):
    return {one.candidate.id: (one.outcome, one.status, one.codes) for one in result.judged}


def ids(result: Accepted):
    return {
        vocabulary_id("p", "pump-7", statement(one.candidate, one.from_node, one.to_node))
        for one in result.of(Outcome.FACTUAL)
    }


@laws
@given(constructions(), st.randoms(use_true_random=False))
def test_the_order_of_candidates_changes_nothing(made, chance):
    about, nodes, found, statuses = made
    first = accepted(about, stage_a(nodes, found), stage_b(statuses))

    for things in (nodes, found):
        chance.shuffle(things)
    turned = dict(chance.sample(sorted(statuses.items()), len(statuses)))
    second = accepted(about, stage_a(nodes, found), stage_b(turned))

    assert outcomes(first) == outcomes(second)
    assert ids(first) == ids(second)


@laws
@given(constructions())
def test_nothing_is_ever_raised_lost_or_served_twice(made):
    about, nodes, found, statuses = made

    result = accepted(about, stage_a(nodes, found), stage_b(statuses))

    assert [one.candidate for one in result.judged] == found
    for one in result.judged:
        assert one.model_status is statuses[one.candidate.id]
        assert one.status in (None, one.model_status, Status.AGENT_INFERRED)
        assert bool(one.codes) is (one.status is not one.model_status)
    assert len(ids(result)) == len(result.of(Outcome.FACTUAL))


@laws
@given(constructions())
def test_places_of_what_is_kept_slice_to_the_quoted_words(made):
    about, nodes, found, statuses = made

    result = accepted(about, stage_a(nodes, found), stage_b(statuses))

    text = canonical(about.raw)
    for one in result.judged:
        if one.outcome is Outcome.REJECTED:
            continue
        quoted = (one.candidate, one.from_node, one.to_node)
        places = (one.excerpt, one.from_excerpt, one.to_excerpt)
        for what, place in zip(quoted, places, strict=True):
            assert text[place.start : place.end].split() == what.quote.text.split()


@settings(max_examples=200, deadline=None)
@given(ANY_TEXT, st.data())
def test_a_quote_of_any_slice_is_found_there_or_would_cut_something(raw, data):
    text = SourceText(raw)
    start = data.draw(st.integers(0, len(text.text)))
    end = data.draw(st.integers(start, len(text.text)))
    try:
        quote = text.quote(start, end)
    except ValueError:
        return

    found = text.locate(quote)

    if isinstance(found, Excerpt):
        assert (found.start, found.end) == (start, end)
    else:
        assert found in {"EXCERPT_SPLITS_TOKEN", "EXCERPT_EMPTY"}


@laws
@given(ENTRIES)
def test_letters_that_only_look_alike_never_match(raw):
    text = SourceText(raw)
    for word in set(raw.split()):
        other = word.translate(LOOK_ALIKES)
        if other != word:
            assert text.locate(Quote(text=other)) == "EXCERPT_NOT_IN_SOURCE"
            judged = other_word(raw, word, other)
            assert judged.status not in FACTUAL


def other_word(raw: str, word: str, other: str):
    """A label of other letters, on an excerpt that is real."""
    nodes = [Node.model_validate(node("n1", other, word)), node("n2", raw.strip())]
    found = stage_a(nodes, [candidate(raw.strip())])
    return accepted(source(raw), found, stage_b({"c1": EXPLICIT})).judged[0]


@laws
@given(ANY_TEXT, ANY_TEXT)
def test_no_text_and_no_quote_break_the_rules_themselves(raw, quoted):
    nodes = [node("n1", raw[:50], quoted), node("n2", quoted)]
    found = stage_a(nodes, [candidate(quoted, quoted)])

    assert judge(source(raw), found, stage_b({"c1": EXPLICIT}))


def test_the_longest_entry_with_four_hundred_candidates_takes_about_a_second():
    lines = [
        f"On day {number} the \u201cmain\u201d pump number {number} was leaking at {number}.5 bar."
        for number in range(1_650)
    ]
    raw = "\n".join(lines)[:100_000]
    nodes, found = [], []
    for number in range(400):
        line = number * 3
        nodes += [node(f"a{number}", f"pump number {line}"), node(f"b{number}", f"{line}.5 bar")]
        found.append(
            candidate(
                lines[line],
                "was leaking",
                id=f"c{number}",
                from_node=f"a{number}",
                to_node=f"b{number}",
            )
        )
    began = time.process_time()

    result = accepted(
        source(raw), stage_a(nodes, found), stage_b({one.id: EXPLICIT for one in found})
    )

    # Half a second of one processor; without an index once for the entry it is minutes.
    assert time.process_time() - began < 2
    assert len(result.of(Outcome.FACTUAL)) == 400

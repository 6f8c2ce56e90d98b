"""The adversarial cases that cost the whole construction, each with its code."""

from dataclasses import replace

import pytest

from companion.meaning.canonical import raw_sha256
from companion.meaning.codes import RULE_OF, Code, Cost
from companion.meaning.envelope import stage_a_digest
from companion.meaning.reading import read_stage_a, read_stage_b
from companion.meaning.results import Accepted, Refused
from companion.meaning.validate import routing_problems, validate
from companion.metamodel import Limitation, StageA, StageB, Status
from memory import limits
from tests.companion.constructions import (
    EXPLICIT,
    INFERRED,
    accepted,
    candidate,
    judge,
    node,
    source,
    stage_a,
    stage_b,
)

SEAL, WORN = node("n1", "The seal"), node("n2", "worn")
IS_WORN = candidate("The seal is worn")
LEAKS = candidate("The seal is worn", "has", id="c2")
FOUND = stage_a([SEAL, WORN], [IS_WORN])
BOTH = stage_a([SEAL, WORN], [IS_WORN, LEAKS])
CLASSIFIED = stage_b({"c1": EXPLICIT})

REFUSED = {
    "no words": (source(" \u200b\n"), FOUND, CLASSIFIED, (Code.SOURCE_EMPTY,)),
    "too many words": (source("x" * 100_001), FOUND, CLASSIFIED, (Code.SOURCE_TOO_LONG,)),
    "another entry": (
        source(),
        stage_a([SEAL, WORN], [IS_WORN], entry_id="e2"),
        CLASSIFIED,
        (Code.ENTRY_BOUNDARY,),
    ),
    "another subject": (
        source(),
        FOUND,
        stage_b({"c1": EXPLICIT}, subject_id="pump-8"),
        (Code.ENTRY_BOUNDARY,),
    ),
    "too many candidates": (
        source(),
        stage_a(
            [SEAL, WORN],
            [candidate("The seal", id=f"c{number}") for number in range(limits.CANDIDATES + 1)],
        ),
        stage_b({f"c{number}": EXPLICIT for number in range(limits.CANDIDATES + 1)}),
        (Code.TOO_MANY_ITEMS,),
    ),
    "too many nodes": (
        source(),
        stage_a(
            [SEAL, WORN, *(node(f"m{number}", "seal") for number in range(limits.NODES))],
            [IS_WORN],
        ),
        CLASSIFIED,
        (Code.TOO_MANY_ITEMS,),
    ),
    "one id for two candidates": (
        source(),
        stage_a([SEAL, WORN], [IS_WORN, IS_WORN]),
        CLASSIFIED,
        (Code.LOCAL_ID_DUPLICATE,),
    ),
    "one id for a node and a candidate": (
        source(),
        stage_a([SEAL, WORN], [candidate("The seal is worn", id="n1")]),
        stage_b({"n1": EXPLICIT}),
        (Code.LOCAL_ID_DUPLICATE,),
    ),
    "a node that is not there": (
        source(),
        stage_a([SEAL], [IS_WORN]),
        CLASSIFIED,
        (Code.NODE_REFERENCE_UNKNOWN,),
    ),
    "not classified": (source(), FOUND, stage_b({}), (Code.CLASSIFICATION_MISSING,)),
    "classified though not found": (
        source(),
        FOUND,
        stage_b({"c1": EXPLICIT, "c9": EXPLICIT}),
        (Code.CLASSIFICATION_UNKNOWN_CANDIDATE,),
    ),
    "classified twice": (
        source(),
        FOUND,
        StageB(
            entry_id="e1",
            subject_id="pump-7",
            classifications=CLASSIFIED.classifications * 2,
        ),
        (Code.CLASSIFICATION_DUPLICATE,),
    ),
    "one classified twice and the other not at all": (
        source(),
        BOTH,
        StageB(
            entry_id="e1",
            subject_id="pump-7",
            classifications=CLASSIFIED.classifications * 2,
        ),
        (Code.CLASSIFICATION_MISSING, Code.CLASSIFICATION_DUPLICATE),
    ),
    "swapped for another": (
        source(),
        FOUND,
        stage_b({"c9": EXPLICIT}),
        (Code.CLASSIFICATION_MISSING, Code.CLASSIFICATION_UNKNOWN_CANDIDATE),
    ),
    "nothing found and no reason": (
        source(),
        stage_a([], []),
        stage_b({}),
        (Code.EMPTY_WITHOUT_LIMITATION,),
    ),
}


@pytest.mark.parametrize(
    ("about", "found", "classified", "codes"),
    [pytest.param(*case, id=name) for name, case in REFUSED.items()],
)
def test_a_construction_is_refused_as_a_whole(about, found, classified, codes):
    result = judge(about, found, classified)

    assert isinstance(result, Refused)
    assert result.codes == codes


def test_nothing_found_with_a_reason_is_accepted():
    reason = Limitation(code="QUESTION", detail="The entry only asks.")

    result = accepted(source(), stage_a([], [], limitations=(reason,)), stage_b({}))

    assert result.limitations == ((reason, None),)


def test_a_hundred_thousand_characters_are_not_too_many():
    raw = "The seal is worn. ".ljust(limits.ENTRY, "x")

    assert isinstance(judge(source(raw), FOUND, CLASSIFIED), Accepted)


def test_a_text_that_changed_since_the_run_began_is_refused():
    now = source("The seal is worn.")

    result = validate(
        now,
        FOUND,
        CLASSIFIED,
        sha256_at_start=raw_sha256("The seal was worn."),
        digest_before=stage_a_digest(FOUND),
    )

    assert result.codes == (Code.SOURCE_CHANGED,)


def test_what_was_found_may_not_change_while_it_is_classified():
    result = validate(
        source(),
        FOUND,
        CLASSIFIED,
        sha256_at_start=raw_sha256(source().raw),
        digest_before=stage_a_digest(BOTH),
    )

    assert result.codes == (Code.STAGE_A_MUTATED,)


def test_a_promotion_would_be_caught_before_it_is_served():
    lowered = accepted(source(), FOUND, stage_b({"c1": INFERRED}))
    raised = replace(
        lowered, judged=(replace(lowered.judged[0], status=Status.SOURCE_STRONGLY_IMPLIED),)
    )

    assert not routing_problems(lowered)
    assert [problem.code for problem in routing_problems(raised)] == [Code.ROUTING_INVARIANT]


def json_of(stage: StageA | StageB, was: str, becomes: str) -> str:
    text = stage.model_dump_json()
    assert was in text
    return text.replace(was, becomes, 1)


UNREADABLE = {
    "a key of its own": (('"entry_id"', '"hint":1,"entry_id"'), Code.SCHEMA_INVALID),
    "a key twice": (('"entry_id"', '"subject_id":"x","entry_id"'), Code.SCHEMA_INVALID),
    "a status": (('"polarity"', '"status":"SOURCE_EXPLICIT","polarity"'), Code.SCHEMA_INVALID),
    "a missing field": (('"predicate":"is",', ""), Code.SCHEMA_INVALID),
    "a number for a text": (('"predicate":"is"', '"predicate":1'), Code.SCHEMA_INVALID),
    "half a character": (('"predicate":"is"', '"predicate":"\\ud800"'), Code.SCHEMA_INVALID),
    "U+0000": (('"predicate":"is"', '"predicate":"\\u0000"'), Code.SCHEMA_INVALID),
    "not a number": (('"occurrence":1', '"occurrence":NaN'), Code.SCHEMA_INVALID),
    "a far too long text": (
        ('"predicate":"is"', f'"predicate":"{"x" * 3_000}"'),
        Code.SCHEMA_INVALID,
    ),
    "an id of another form": (('"id":"n1"', '"id":"n 1"'), Code.LOCAL_ID_INVALID),
    "an unknown type of node": (('"concept"', '"entity"'), Code.NODE_TYPE_INVALID),
    "an unknown provenance": (('"observed"', '"guessed"'), Code.PROVENANCE_INVALID),
    "an unknown polarity": (('"positive"', '"neutral"'), Code.QUALIFIER_INVALID),
    "an unknown modality": (('"asserted"', '"certain"'), Code.QUALIFIER_INVALID),
}


@pytest.mark.parametrize(
    ("change", "code"), [pytest.param(*case, id=name) for name, case in UNREADABLE.items()]
)
def test_an_answer_without_the_agreed_shape_is_refused(change, code):
    result = read_stage_a(json_of(FOUND, *change))

    assert isinstance(result, Refused)
    assert code in result.codes


def test_a_misspelt_status_is_refused():
    result = read_stage_b(json_of(CLASSIFIED, "SOURCE_EXPLICIT", "SOURCE_EXPLICT"))

    assert result.codes == (Code.STATUS_INVALID,)


@pytest.mark.parametrize(
    "text",
    ["", "null", "[]", FOUND.model_dump_json()[:-9], "[" * 100_000, '{"a":' * 100_000, "1" * 5_000],
    ids=["nothing", "null", "a list", "cut off", "deep lists", "deep objects", "a long number"],
)
def test_what_is_no_answer_at_all_is_refused(text):
    assert read_stage_a(text).codes == (Code.SCHEMA_INVALID,)


def test_an_answer_with_the_agreed_shape_is_read():
    assert read_stage_a(FOUND.model_dump_json()) == FOUND
    assert read_stage_b(CLASSIFIED.model_dump_json()) == CLASSIFIED


def test_every_rule_about_constructions_has_a_case():
    named = {code for *_, codes in REFUSED.values() for code in codes}
    named |= {code for _, code in UNREADABLE.values()}
    elsewhere = {
        Code.SOURCE_CHANGED,
        Code.STAGE_A_MUTATED,
        Code.STATUS_INVALID,
        Code.ROUTING_INVARIANT,
        Code.TOO_MANY_REJECTIONS,
    }

    assert named | elsewhere == {
        code for code, rule in RULE_OF.items() if rule.cost is Cost.CONSTRUCTION
    }

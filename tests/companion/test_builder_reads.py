"""What the embedded builder reads, and what it must not: the only tests that load the parser."""

import json
import os
import subprocess
import sys

import pytest

from companion.builders.embedded import build
from companion.builders.rules import RulesBuilder
from companion.meaning.builder import Source
from companion.meaning.canonical import raw_sha256
from companion.meaning.envelope import stage_a_digest
from companion.meaning.results import Accepted, Outcome
from companion.meaning.validate import validate
from companion.metamodel import (
    Modality,
    Polarity,
    Provenance,
    Quote,
    StageA,
    StageB,
    Status,
    Structural,
)
from tests.companion.observed import Observation, observations, read, source, tally

HALVES = [
    pytest.param(False, 0.95, id="open two thirds"),
    pytest.param(True, 0.90, id="frozen third"),
]


def half(*, frozen: bool) -> list[Observation]:
    return [one for one in observations() if one.is_frozen is frozen]


Stages = dict[str, StageA]


def judged(text: str, stages: tuple[StageA, StageB]) -> Accepted:
    found, classified = stages
    accepted = validate(
        source(text),
        found,
        classified,
        sha256_at_start=raw_sha256(text),
        digest_before=stage_a_digest(found),
    )
    assert isinstance(accepted, Accepted), accepted
    return accepted


def said(stage: StageA) -> list[tuple[str, str, str]]:
    labels = {node.id: node.label for node in stage.nodes}
    return [(labels[c.from_node], c.predicate, labels[c.to_node]) for c in stage.candidates]


@pytest.mark.parametrize(("frozen", "floor"), HALVES)
def test_it_finds_what_observations_say(found: Stages, *, frozen: bool, floor: float) -> None:
    sums = tally(found, half(frozen=frozen))

    assert sums.share_found >= floor, "" if frozen else sums.missed
    assert sums.polarity == sums.found
    assert min(sums.modality, sums.provenance) >= 0.95 * sums.found


@pytest.mark.parametrize("frozen", [False, True])
def test_questions_commands_and_conditions_assert_nothing(found: Stages, *, frozen: bool) -> None:
    those = [one for one in half(frozen=frozen) if one.kind in ("question", "command", "condition")]

    asserted = [
        one.text
        for one in those
        if any(c.modality is Modality.ASSERTED for c in found[one.text].candidates)
    ]

    assert len(those) > 10
    assert asserted == []


@pytest.mark.parametrize("frozen", [False, True])
def test_no_cause_is_read_that_is_not_stated(found: Stages, *, frozen: bool) -> None:
    invented = [
        one.text
        for one in half(frozen=frozen)
        if not any(r["predicate"] == Structural.STATED_CAUSE_OF for r in one.relations)
        and any(p == Structural.STATED_CAUSE_OF for _, p, _ in said(found[one.text]))
    ]

    assert invented == []


def test_the_rules_of_validation_reject_nothing_of_it(
    stages: dict[str, tuple[StageA, StageB]],
) -> None:
    outcomes = [one.outcome for text, both in stages.items() for one in judged(text, both).judged]

    assert outcomes.count(Outcome.REJECTED) == 0
    assert outcomes.count(Outcome.FACTUAL) >= 0.95 * len(outcomes)


def test_every_excerpt_is_its_slice(rules: RulesBuilder) -> None:
    text = (
        "Der Tank ist leer.\r\nThe pump\u2019s seal leaks \u2013 again.\n"
        "- Cafe\u0301 roof wet. Wind 14 m/s.\n"
    )

    accepted = judged(text, build(rules, source(text)))

    assert len(accepted.judged) > 2
    assert {one.outcome for one in accepted.judged} == {Outcome.FACTUAL}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "BP 140/90, pulse 92 bpm",
            [("BP", "has_value", "140/90"), ("pulse", "has_value", "92 bpm")],
        ),
        ("pump leaking oil again", [("pump", "is", "leaking oil again")]),
        (
            "The kit contains: gloves and masks.",
            [("The kit", "contains", "gloves"), ("The kit", "contains", "masks")],
        ),
        ("Note: the pump leaks oil.", [("the pump", "leaks", "oil")]),
        ("Gate 3", []),
        ("He told me to wait.", [("He", "told", "me")]),
    ],
)
def test_notes_are_read_as_they_are_written(
    rules: RulesBuilder, text: str, expected: list[tuple[str, str, str]]
) -> None:
    found = said(read(rules, text))

    assert [one for one in found if one in expected] == expected
    assert bool(found) is bool(expected)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The soil is not dry but damp.", {"dry": "negative", "damp": "positive"}),
        ("He has no fever but a cough.", {"fever": "negative", "a cough": "positive"}),
        ("The tank is not only empty but cracked.", {"empty": "positive", "cracked": "positive"}),
        ("The dog did not touch food or water.", {"food": "negative", "water": "negative"}),
        ("The patient has no pain and no fever.", {"pain": "negative", "fever": "negative"}),
        ("There is no oil in the sump.", {"the sump": "negative"}),
        (
            "She said she did not see the fox.",
            {"she did not see the fox": "positive", "the fox": "negative"},
        ),
        ("The nurse did not say that the drip was empty.", {"the drip was empty": "negative"}),
    ],
)
def test_a_denial_reaches_what_it_denies(
    rules: RulesBuilder, text: str, expected: dict[str, str]
) -> None:
    stage = read(rules, text)
    labels = {node.id: node.label for node in stage.nodes}

    assert {labels[one.to_node]: one.polarity for one in stage.candidates} == expected


def test_who_said_it_is_kept(rules: RulesBuilder) -> None:
    (inner,) = [
        c for c in read(rules, "The nurse said the drip was empty.").candidates if c.attribution
    ]

    assert (inner.attribution, inner.provenance) == ("The nurse", Provenance.REPORTED)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "A company must prove that the mill approved the plan.",
            [("A company", "must prove that", "the mill approved the plan")],
        ),
        (
            "We need to check that the valve is closed.",
            [("We", "need to check that", "the valve is closed")],
        ),
        ("We hope that the rain stops.", [("We", "hope that", "the rain stops")]),
        (
            "The inspector demanded that the door be closed.",
            [("The inspector", "demanded that", "the door be closed")],
        ),
        ("It is unlikely that the seal failed.", [("It", "is", "unlikely")]),
        (
            "The claim that the seal failed is false.",
            [("The claim that the seal failed", "is", "false")],
        ),
        ("There is no evidence that the seal failed.", []),
        ("We need a valve that fits the pipe.", [("We", "need", "a valve that fits the pipe")]),
        ("We found no pump that leaks.", [("We", "found", "pump that leaks")]),
        (
            "She is not an engineer who repairs lifts.",
            [("She", "is not", "an engineer who repairs lifts")],
        ),
        (
            "Anyone who works here has a key.",
            [("Anyone who works here", "has", "a key")],
        ),
        (
            "Instead of having the pump drain the tank, we used buckets.",
            [("we", "used", "buckets")],
        ),
        ("The pump needs oil or grease.", [("The pump", "needs", "oil or grease")]),
        (
            '"Close the valve," the foreman said.',
            [("the foreman", "said", "Close the valve")],
        ),
        (
            "As soon as the paint is dry, the crew will mount the doors.",
            [("the crew", "will mount", "the doors")],
        ),
        (
            "The pump was replaced, not because it leaked, but because it was old.",
            [
                ("The pump", "state", "was replaced"),
                ("it was old", "stated_cause_of", "The pump was replaced"),
                ("it", "was", "old"),
            ],
        ),
    ],
)
def test_what_is_only_spoken_of_is_not_asserted(
    rules: RulesBuilder, text: str, expected: list[tuple[str, str, str]]
) -> None:
    assert said(read(rules, text)) == expected


@pytest.mark.parametrize(
    ("text", "inner"),
    [
        ("You can see that the belt is worn.", "the belt"),
        ("The technician managed to show that the valve leaks.", "the valve"),
        ("The fact that the seal failed is known.", "the seal"),
        ("We bought a valve that fits the pipe.", "a valve"),
        ("Two pumps that leaked were replaced.", "Two pumps"),
    ],
)
def test_what_is_said_within_is_asserted(rules: RulesBuilder, text: str, inner: str) -> None:
    assert inner in {subject for subject, _, _ in said(read(rules, text))}


@pytest.mark.parametrize(
    ("text", "provenance", "modality"),
    [
        ("The valve, the foreman said, was closed.", Provenance.REPORTED, Modality.ASSERTED),
        ("The pump, it seems, is dead.", Provenance.SPEAKER_INFERENCE, Modality.BELIEVED),
        ("The pump must have leaked.", Provenance.SPEAKER_INFERENCE, Modality.BELIEVED),
        ("The valve should have been closed.", Provenance.OBSERVED, Modality.HYPOTHETICAL),
    ],
)
def test_how_it_is_meant_may_stand_in_its_midst(
    rules: RulesBuilder, text: str, provenance: Provenance, modality: Modality
) -> None:
    inner = read(rules, text).candidates[-1]

    assert (inner.provenance, inner.modality) == (provenance, modality)


def test_who_somebody_is_and_what_they_do_are_two_facts(rules: RulesBuilder) -> None:
    assert said(read(rules, "She is an engineer who repairs lifts.")) == [
        ("She", "is", "an engineer"),
        ("She", "repairs", "lifts"),
    ]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("Henry Wood Hall in Glasgow was closed.", [("Henry Wood Hall", "is in", "Glasgow")]),
        ("The hall in Glasgow was closed.", []),
        ("Henry Wood Hall in April was closed.", []),
    ],
)
def test_a_thing_by_its_name_is_in_the_place_it_names(
    rules: RulesBuilder, text: str, place: list[tuple[str, str, str]]
) -> None:
    assert [one for one in said(read(rules, text)) if one[1] == "is in"] == place


def test_a_doubt_in_the_speakers_mouth_turns_what_it_holds(rules: RulesBuilder) -> None:
    (one,) = read(rules, "I don't think the wiring is safe.").candidates

    assert (one.polarity, one.modality) == (Polarity.NEGATIVE, Modality.BELIEVED)
    assert one.provenance is Provenance.SPEAKER_INFERENCE


def test_a_question_that_asks_for_a_yes_is_no_fact(rules: RulesBuilder) -> None:
    text = "The sensor is new, isn't it?"

    accepted = judged(text, build(rules, source(text)))

    assert [one.status for one in accepted.judged] == [Status.AGENT_INFERRED]


def test_the_subject_is_known_by_its_name(rules: RulesBuilder) -> None:
    entry = Source("entry", "subject", "Pump 7", "The pump 7 leaks oil. The valve is shut.")

    assert {node.label: node.is_subject for node in rules.discover(entry).nodes} == {
        "The pump 7": True,
        "oil": False,
        "The valve": False,
        "is shut": False,
    }


@pytest.mark.parametrize(
    "text",
    [
        "   \u200b ",
        "?",
        "(((((((" * 2_000,
        "\u0301" * 50,
        "a" * 5_000,
        "\U0001f468\u200d\U0001f469 ok",
    ],
)
def test_nonsense_is_left_alone_and_that_is_said(rules: RulesBuilder, text: str) -> None:
    stage = read(rules, text)

    assert stage.candidates or stage.limitations


def test_what_is_nested_without_end_is_left_alone_and_that_is_said(rules: RulesBuilder) -> None:
    stage = rules.discover(source("The valve is open.\n\n" + "he said that " * 300))

    assert said(stage) == [("The valve", "is", "open")]
    assert {limit.detail for limit in stage.limitations} >= {"A sentence of more than 300 words."}


def test_what_is_beyond_an_entrys_words_is_left_unread_and_that_is_said(
    rules: RulesBuilder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.builders.rules.MOST_WORDS", 10)
    lines = ["The valve is open.", "The seal is worn.", "The pump is cold.", "Is it wet?"]

    stage = read(rules, "\n\n".join(lines))

    assert [subject for subject, *_ in said(stage)] == ["The valve", "The seal"]
    [left] = stage.limitations
    assert left.code == "BUILDER_REDUCED"
    assert left.detail == "An entry is read up to 10 words; 29 characters are left."
    assert left.quote == Quote(text="The pump is cold. Is it wet?")


def test_another_language_is_read_by_patterns_alone(rules: RulesBuilder) -> None:
    german = Source("entry", "subject", "Pumpe 7", "Die Pumpe ist undicht.\nDruck: 4,2 bar", "de")

    stage = rules.discover(german)

    assert said(stage) == [("Druck", "has_value", "4,2 bar")]
    assert [one.code for one in stage.limitations] == ["LANGUAGE_NOT_SUPPORTED"]


def test_the_second_stage_needs_nothing_that_the_first_left_behind(rules: RulesBuilder) -> None:
    entry = source("The pump, a small one, leaks oil and is loud.")
    found, classified = build(rules, entry)

    read(rules, "Something else is read in between.")

    assert rules.classify(entry, found) == classified
    assert {one.status for one in classified.classifications} == {
        Status.SOURCE_EXPLICIT,
        Status.SOURCE_STRONGLY_IMPLIED,
    }


def test_it_lets_the_parser_go_and_loads_it_again() -> None:
    builder = RulesBuilder()
    before = read(builder, "Rain gauge: 11 mm")
    builder.close()

    assert not builder.parser.is_loaded
    assert read(builder, "Rain gauge: 11 mm") == before


def test_another_process_with_another_hash_seed_finds_the_same(rules: RulesBuilder) -> None:
    texts = [one.text for one in observations()[::20]]
    here = [read(rules, text).model_dump_json() for text in texts]

    script = (
        "import json, sys\n"
        "from companion.builders.rules import RulesBuilder\n"
        "from tests.companion.observed import read\n"
        "builder = RulesBuilder()\n"
        "print(json.dumps([read(builder, t).model_dump_json() for t in json.load(sys.stdin)]))\n"
    )
    there = subprocess.run(
        [sys.executable, "-c", script],
        input=json.dumps(texts),
        env={**os.environ, "PYTHONHASHSEED": "4711"},
        capture_output=True,
        text=True,
        check=True,
    ).stdout

    assert json.loads(there) == here

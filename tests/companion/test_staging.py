"""From readings to stages: what holds for every builder of ours, without a parser."""

from companion.builders.reading import Found, How, LeftAlone, Part, Reading
from companion.builders.staging import MOST_LIMITATIONS, stage_a, stage_b
from companion.meaning.builder import Source
from companion.meaning.source_text import SourceText
from memory import limits

LINES = [f"Valve {number} leaks." for number in range(limits.CANDIDATES + 100)]
TEXT = "\n".join(LINES)


def source(raw: str = TEXT) -> Source:
    return Source("entry", "subject", "valves", raw)


def readings(lines: list[str]) -> tuple[Reading, ...]:
    place, found = 0, []
    for line in lines:
        name = line.removesuffix(" leaks.")
        end = place + len(name)
        state = Part("leaks", end + 1, end + 6)
        subject = Part(name, place, end)
        found.append(Reading(subject, "state", state, place, end + 6, How.MAIN))
        place += len(line) + 1
    return tuple(found)


def test_more_than_the_limit_is_left_out_and_that_is_said() -> None:
    stage = stage_a(source(), SourceText(TEXT), Found(readings(LINES)))

    assert len(stage.candidates) == limits.CANDIDATES
    assert len(stage.nodes) <= limits.NODES
    assert [one.code for one in stage.limitations] == ["BUILDER_REDUCED"]


def test_what_is_said_twice_is_one_candidate_where_it_stands_first() -> None:
    lines = ["Valve 1 leaks.", "the valve 1 leaks."]
    text = "\n".join(lines)

    stage = stage_a(source(text), SourceText(text), Found(readings(lines)))

    assert [(one.quote.text, one.quote.occurrence) for one in stage.candidates] == [
        ("Valve 1 leaks", 1)
    ]


def test_the_order_in_which_things_were_read_changes_nothing() -> None:
    text = SourceText(TEXT)
    few = readings(LINES[:20])

    one, other = Found(few), Found(tuple(reversed(few)))

    assert stage_a(source(), text, one) == stage_a(source(), text, other)
    assert stage_b(source(), one) == stage_b(source(), other)


def test_nothing_found_is_said() -> None:
    stage = stage_a(source(), SourceText(TEXT), Found())

    assert [one.code for one in stage.limitations] == ["NOTHING_STATED"]


def test_many_passages_left_alone_are_counted_after_the_first() -> None:
    alone = [
        LeftAlone("QUESTION", "A question asserts nothing.", n, n + 3) for n in range(0, 900, 3)
    ]
    text = SourceText("abc" * 400)

    stage = stage_a(source("abc" * 400), text, Found(left_alone=tuple(alone)))

    assert len(stage.limitations) == MOST_LIMITATIONS + 1
    assert stage.limitations[-1].detail.startswith("100 further")

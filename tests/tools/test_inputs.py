"""Every tool with what it asks for, without it, and with what it never asked for."""

from datetime import UTC, datetime, timedelta

import pytest

from memory.models import Memory
from proposals.models import Proposal
from proposals.states import Status
from tests.factories import make_memory, make_proposal

RIGHT = {
    "get_project_brief": {},
    "recall_memory": {"query": "tuesdays"},
    "propose_memory_change": {
        "operation": "create",
        "kind": "fact",
        "proposed_content": "We deploy on Tuesdays.",
    },
    "apply_approved_memory_change": {"proposal_id": "P-0001"},
}

WRONG = [
    ("get_project_brief", "max_items", [0, 26, -1, "5", 2.5, True, None, [], {}]),
    ("get_project_brief", "max_chars", [499, 60_001, "500", None]),
    ("get_project_brief", "as_of", ["soon", "2026-01-01T00:00:00", 5, None, ["2026-01-01"]]),
    ("get_project_brief", "known_at", ["", "2026-13-01", "9999-12-31T23:59:59-23:59", 0.5]),
    ("get_project_brief", "project_id", [5, None, ["acme"], "a" * 64]),
    ("recall_memory", "query", ["", "q" * 4_001, 5, None, ["tuesdays"], {"text": "x"}, "a\x00b"]),
    ("recall_memory", "limit", [0, 51, "5", 1.5, True, None, 10**400]),
    ("recall_memory", "max_chars", [499, 60_001, [], "many"]),
    ("recall_memory", "kinds", ["fact", ["rumour"], [5], None, ["fact"] * 10]),
    ("propose_memory_change", "operation", ["batch", "approve", "", 1, None]),
    ("propose_memory_change", "proposed_content", ["", "   ", "x" * 20_001, 5, None, ["x"]]),
    ("propose_memory_change", "kind", ["rumour", "", 1, ["fact"]]),
    ("propose_memory_change", "title", ["t" * 201, "two\nlines", 5]),
    ("propose_memory_change", "tags", ["a", ["a"] * 2, [""], [5], list(map(str, range(21)))]),
    ("propose_memory_change", "links", ["M-001", ["M-001"], [{}], [{"type": "updates"}] * 21]),
    ("propose_memory_change", "reason", ["r" * 4_001, 5, None]),
    ("propose_memory_change", "evidence_ids", ["M-001", [5], ["M-001", "m-001"], ["x"] * 21]),
    ("propose_memory_change", "valid_from", ["now", 1_767_225_600, "2026-01-01T00:00"]),
    ("propose_memory_change", "valid_until", ["2020-01-01", "later"]),
    ("apply_approved_memory_change", "proposal_id", ["", 141, None, ["P-0001"], "p" * 65]),
]


@pytest.mark.parametrize(
    ("tool", "field", "value"),
    [(tool, field, value) for tool, field, values in WRONG for value in values],
    ids=lambda value: repr(value)[:30],
)
def test_a_wrong_value_is_refused_by_the_name_of_its_field(agent, acme, tool, field, value):
    make_proposal(acme, status=Status.APPROVED)
    before = (Proposal.objects.count(), Memory.objects.count())

    answer = agent(tool, **{**RIGHT[tool], field: value})

    assert (answer.status, answer.code) == (422, "INVALID_INPUT")
    assert all(name.split(".")[0] == field for name in answer.error["fields"])
    assert (Proposal.objects.count(), Memory.objects.count()) == before
    assert agent(tool, **RIGHT[tool]).status == 200


@pytest.mark.parametrize(
    ("tool", "missing"),
    [
        ("recall_memory", "query"),
        ("propose_memory_change", "kind"),
        ("propose_memory_change", "proposed_content"),
        ("apply_approved_memory_change", "proposal_id"),
    ],
)
def test_what_is_missing_is_named(agent, tool, missing):
    given = {name: value for name, value in RIGHT[tool].items() if name != missing}

    answer = agent(tool, **given)

    assert (answer.status, list(answer.error["fields"])) == (422, [missing])


@pytest.mark.parametrize(
    ("field", "value", "reason"),
    [
        ("proposed_content", "x" * 20_001, "must have at most 20000 characters"),
        ("title", "t" * 201, "must have at most 200 characters"),
        ("reason", "r" * 4_001, "must have at most 4000 characters"),
        ("proposed_content", "", "is empty; write it"),
    ],
    ids=lambda value: value[:24],
)
def test_the_length_of_a_text_is_told_in_characters(agent, field, value, reason):
    answer = agent("propose_memory_change", **{**RIGHT["propose_memory_change"], field: value})

    assert answer.error["fields"] == {field: reason}


@pytest.mark.parametrize("tool", RIGHT)
def test_what_is_unknown_is_named(agent, tool):
    answer = agent(tool, **RIGHT[tool], nonsense=1, content="x")

    assert answer.status == 422
    assert set(answer.error["fields"]) == {"nonsense", "content"}


@pytest.mark.parametrize("tool", RIGHT)
@pytest.mark.parametrize("body", ["[]", '"text"', "5", "null", "true", '[{"query": "x"}]'])
def test_an_input_is_an_object(agent, tool, body):
    answer = agent.raw(tool, body)

    assert (answer.status, answer.code) == (422, "INVALID_INPUT")


def test_many_and_long_names_do_not_swell_the_answer(agent):
    answer = agent("recall_memory", **{f"{n}{'x' * 5_000}": 1 for n in range(60)})

    assert answer.status == 422
    assert len(str(answer.body)) < 4_000


@pytest.mark.parametrize("operation", ["update", "retire"])
def test_a_change_and_a_retirement_say_which_memory(agent, operation):
    words = {"proposed_content": "Now."} if operation == "update" else {}

    answer = agent("propose_memory_change", operation=operation, **words)

    assert list(answer.error["fields"]) == ["memory_id"]


def test_a_retirement_has_no_words(agent, acme):
    memory = make_memory(acme)
    given = {"operation": "retire", "memory_id": memory.label}

    refused = agent("propose_memory_change", **given, proposed_content="Gone.", title="Gone")

    assert set(refused.error["fields"]) == {"proposed_content", "title"}
    assert agent("propose_memory_change", **given)["status"] == "pending"


def test_a_window_ends_after_it_begins(agent):
    given = {**RIGHT["propose_memory_change"], "valid_from": "2030-01-02"}

    assert list(
        agent("propose_memory_change", **given, valid_until="2030-01-01").error["fields"]
    ) == ["valid_until"]
    assert agent("propose_memory_change", **given, valid_until="2030-01-03").status == 200


def test_the_longest_statement_is_counted_in_code_points(agent):
    longest = "🐝" * 20_000
    given = {"operation": "create", "kind": "note"}

    assert agent("propose_memory_change", **given, proposed_content=longest + "!").status == 422
    answer = agent("propose_memory_change", **given, proposed_content=longest)
    assert answer["proposed_content"] == longest


@pytest.mark.time
@pytest.mark.parametrize(
    "spelling",
    [
        "{:%Y-%m-%dT%H:%M:%S.%f}Z",
        "{:%Y-%m-%dT%H:%M:%S.%f}+00:00",
        "{:%Y-%m-%d %H:%M:%S.%f}+00:00",
    ],
)
def test_one_instant_in_any_spelling(agent, acme, spelling):
    before = datetime.now(UTC)
    make_memory(acme, "We deploy on Tuesdays.")
    later = before + timedelta(days=1)

    def found(moment):
        given = {"as_of": spelling.format(moment), "query": "tuesdays"}
        return len(agent("recall_memory", **given)["memories"])

    assert (found(before), found(later)) == (0, 1)


@pytest.mark.time
def test_a_bare_date_is_its_first_instant_in_utc(agent):
    answer = agent("recall_memory", query="x", as_of="2024-02-29")

    assert answer["as_of"] == "2024-02-29T00:00:00Z"


def test_every_time_ends_in_z(agent):
    answer = agent("recall_memory", query="x", as_of="2026-05-14T20:00:00.25+05:30")

    assert answer["as_of"] == "2026-05-14T14:30:00.250000Z"

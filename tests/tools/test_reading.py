"""What a body must be before anything in it is looked at."""

import pytest

from memory import limits


@pytest.mark.parametrize(
    "body",
    [
        b" ",
        b"{",
        b"{} {}",
        b"query=tuesdays",
        b"<query/>",
        b'{"query": NaN}',
        b'{"query": "x", "limit": Infinity}',
        b'{"query": "a", "query": "b"}',
        b'{"query": "x", "links": {"a": 1, "a": 2}}',
        b'{"\\ud800": 1}',
        b'{"query": "\xff"}',
        "{'query': 'x'}".encode("utf-16"),
        b'{"query": "x", "limit": ' + b"9" * 5_000 + b"}",
        b"[" * 100_000,
        b'{"query": ' * 50_000,
        b'\xef\xbb\xbf{"query": "x"}',
        b'{"query": "a\x00b"}',
    ],
    ids=lambda body: repr(body[:24]),
)
def test_what_is_not_strict_json_is_malformed(agent, body):
    answer = agent.raw("recall_memory", body)

    assert (answer.status, answer.code) == (400, "MALFORMED_JSON")
    assert agent.raw("recall_memory", b'{"query": "x"}').status == 200


@pytest.mark.parametrize("escape", ["\\u0000", "\\ud800", "\\ufffe", "\\u0007", "\\udfff\\ud800"])
@pytest.mark.parametrize(
    ("tool", "field", "rest"),
    [
        ("recall_memory", "query", ""),
        ("get_project_brief", "project_id", ""),
        ("get_project_brief", "as_of", ""),
        ("apply_approved_memory_change", "proposal_id", ""),
        ("propose_memory_change", "memory_id", '"proposed_content": "x", '),
        ("propose_memory_change", "proposed_content", '"operation": "create", "kind": "fact", '),
        ("propose_memory_change", "title", '"memory_id": "M-001", "proposed_content": "x", '),
        ("propose_memory_change", "reason", '"memory_id": "M-001", "proposed_content": "x", '),
    ],
)
def test_a_character_that_cannot_be_stored_is_refused_in_its_field(
    agent, tool, field, rest, escape
):
    answer = agent.raw(tool, f'{{{rest}"{field}": "a{escape}b"}}')

    assert (answer.status, answer.code) == (422, "INVALID_INPUT")
    assert list(answer.error["fields"]) == [field]


def test_a_value_however_deep_is_refused_and_not_followed(agent):
    deep = '{"query": ' + "[" * 500 + "]" * 500 + "}"

    assert agent.raw("recall_memory", deep).code == "INVALID_INPUT"


@pytest.mark.parametrize(
    "content_type",
    ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=b", "x"],
)
def test_only_json_is_taken(agent, content_type):
    answer = agent.raw("recall_memory", b'{"query": "x"}', content_type=content_type)

    assert (answer.status, answer.code) == (415, "UNSUPPORTED_MEDIA_TYPE")


def test_json_may_say_its_charset(agent):
    answer = agent.raw(
        "recall_memory", '{"query": "bücher"}', content_type="application/json; charset=utf-8"
    )

    assert answer["query"] == "bücher"


def test_a_body_has_a_size(agent):
    filler = limits.TOOL_BODY - len('{"query":""}')

    assert agent.raw("recall_memory", f'{{"query":"{"q" * filler}"}}').code == "INVALID_INPUT"
    answer = agent.raw("recall_memory", f'{{"query":"{"q" * (filler + 1)}"}}')
    assert (answer.status, answer.code) == (413, "PAYLOAD_TOO_LARGE")
    assert agent.raw("recall_memory", b" " * 3_000_000).code == "PAYLOAD_TOO_LARGE"

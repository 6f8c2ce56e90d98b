"""What breaks on our side is an answer too: an incident for the log, nothing of the cause."""

import pytest
from django.db import InterfaceError, OperationalError

from memory.models import ToolCall


def broken(error):
    def handler(*args, **kwargs):
        raise error

    return handler


@pytest.fixture
def break_recall(monkeypatch):
    def do(error):
        monkeypatch.setattr("waggle_site.tools.recall_memory.recall", broken(error))

    return do


def test_a_fault_is_an_incident_that_the_log_has(agent, break_recall, caplog):
    break_recall(RuntimeError("secret path /srv"))

    answer = agent("recall_memory", query="x")

    assert (answer.status, answer.code) == (500, "INTERNAL")
    assert answer.error["incident"] in caplog.text
    assert "secret path /srv" in caplog.text
    assert "secret" not in str(answer.body)
    assert ToolCall.objects.get().outcome == "INTERNAL"


@pytest.mark.parametrize("error", [OperationalError("locked"), InterfaceError("gone")])
def test_a_database_that_is_away_is_worth_another_try(agent, break_recall, caplog, error):
    break_recall(error)

    answer = agent("recall_memory", query="x")

    assert (answer.status, answer.code) == (503, "UNAVAILABLE")
    assert answer.error["retryable"] is True
    assert answer.error["incident"] in caplog.text


def test_a_fault_of_ours_is_not_told_as_a_wrong_input(agent, monkeypatch):
    """A result that does not fit its own shape is a bug here, whatever was asked."""
    monkeypatch.setattr(
        "waggle_site.tools.recall_memory.memory_fields", lambda memory: {"kind": "rumour"}
    )
    monkeypatch.setattr(
        "waggle_site.tools.recall_memory.recall",
        lambda *args, **kwargs: type(
            "Found", (), {"memories": [type("M", (), {"score": 1.0})], "omitted": 0}
        ),
    )

    assert agent("recall_memory", query="x").code == "INTERNAL"


def test_every_refusal_has_the_one_shape(agent):
    for answer in (
        agent("recall_memory"),
        agent("nothing"),
        agent.raw("recall_memory", "{"),
        agent("apply_approved_memory_change", proposal_id="P-0001"),
    ):
        assert set(answer.body) == {"isError", "error"}
        assert {"code", "message", "retryable"} <= set(answer.error)
        assert answer.error["message"].endswith(".")

"""One line for each call, refused ones too: ids and times, never words."""

import json

import pytest
from django.db import DatabaseError
from django.utils import timezone

from memory.actors import page_agent
from memory.models import ToolCall
from memory.services.calls import record_call
from proposals.states import Status
from tests.factories import make_memory, make_proposal
from waggle_site.tools.endpoint import call_tool

NEW = {"operation": "create", "kind": "fact", "proposed_content": "Zanzibar is an island."}


def last():
    return ToolCall.objects.latest("pk")


def test_a_recall_is_recorded_with_what_it_returned(agent, acme):
    memory = make_memory(acme, "We deploy on Tuesdays.")
    make_memory(acme, "Bees drink water.")

    agent("recall_memory", query="tuesdays")

    call = last()
    assert (call.project, call.tool, call.outcome, call.origin) == (
        acme,
        "recall_memory",
        "ok",
        "page",
    )
    assert call.ids == [str(memory.public_id)]
    assert call.actor["on_behalf_of"] == "alice"
    assert call.at is not None


def test_a_brief_names_each_memory_once(agent, acme):
    memory = make_memory(acme, "We deploy on Tuesdays.")

    agent("get_project_brief")

    assert last().ids == [str(memory.public_id)]


def test_a_proposal_and_its_application_are_recorded(agent, acme, alice):
    memory = make_memory(acme)
    proposed = agent("propose_memory_change", memory_id=memory.label, proposed_content="Now.")
    assert last().ids == [proposed["proposal_id"], str(memory.public_id)]

    agent("apply_approved_memory_change", proposal_id=proposed["proposal_id"])

    assert last().outcome == "PROPOSAL_NOT_APPROVED"
    assert last().ids == [proposed["proposal_id"]]
    ready = make_proposal(acme, status=Status.APPROVED)
    applied = agent("apply_approved_memory_change", proposal_id=ready.label)
    assert last().ids == [str(ready.public_id), applied["authoritative_memory"]["memory_id"]]


def test_a_key_is_told_from_a_page(bob, acme, with_key):
    with_key(bob, acme, "read")("get_project_brief")

    assert (last().origin, last().actor["name"]) == ("key", "Robot")
    assert last().actor["key_id"]


def test_its_time_is_when_the_answer_was_known_not_when_it_was_written(rf, alice, acme):
    request = rf.post("/", {}, content_type="application/json")
    request.user = alice
    request._dont_enforce_csrf_checks = True
    answer = call_tool(request, acme.slug, "get_project_brief")
    visit, known = answer.visit, timezone.now()

    record_call(
        acme, "recall_memory", actor=page_agent(alice), origin="page", outcome="ok", at=visit.at
    )

    assert last().at == visit.at <= known


def test_a_self_test_is_told_from_an_agents_call(agent, bob, acme, with_key):
    claims = {"X-Waggle-Self-Test": "1"}
    agent("get_project_brief", headers=claims)
    assert last().origin == "self_test"

    with_key(bob, acme, "read")("get_project_brief", headers=claims)
    assert last().origin == "key"


def test_refusals_are_recorded_by_their_code(agent, dora, bob, acme, page_of, with_key):
    agent("recall_memory")
    assert last().outcome == "INVALID_INPUT"
    agent.raw("recall_memory", "{")
    assert last().outcome == "MALFORMED_JSON"
    page_of(dora, acme)("propose_memory_change", **NEW)
    assert (last().outcome, last().actor["on_behalf_of"]) == ("FORBIDDEN", "dora")
    page_of(bob, acme, csrf=True)("get_project_brief")
    assert (last().outcome, last().actor["on_behalf_of"]) == ("CSRF_FAILED", "bob")
    key = with_key(bob, acme, "read")
    key("propose_memory_change", **NEW)
    assert (last().outcome, last().origin) == ("FORBIDDEN", "key")
    key.client.force_login(bob)
    key("get_project_brief")
    assert (last().outcome, last().origin) == ("FORBIDDEN", "key")


def test_who_is_not_in_the_project_leaves_no_line_in_it(charlie, acme, elsewhere, page_of):
    page = page_of(charlie, elsewhere)
    page.project = "acme"

    page("get_project_brief")

    assert not ToolCall.objects.filter(project=acme).exists()


def test_no_line_holds_words(agent, acme):
    memory = make_memory(acme, "Zanzibar is an island.")
    for given in (
        {"query": "Zanzibar"},
        {"query": "Zanzibar", "Zanzibar": "Zanzibar"},
        {"query": ["Zanzibar"]},
    ):
        agent("recall_memory", **given)
    agent("propose_memory_change", memory_id=memory.label, proposed_content="Zanzibar, still.")
    agent("propose_memory_change", memory_id="Zanzibar", proposed_content="Zanzibar")
    agent("apply_approved_memory_change", proposal_id="Zanzibar")
    agent("get_project_brief", project_id="Zanzibar")

    rows = json.dumps(list(ToolCall.objects.values()), default=str)
    assert ToolCall.objects.count() == 7
    assert str(memory.public_id) in rows
    assert "anzibar" not in rows


def test_open_pages_hear_of_it_without_words(agent, monkeypatch):
    heard = []
    monkeypatch.setattr("memory.announce._send", lambda pk, message: heard.append(message))

    agent("recall_memory", query="tuesdays")

    assert heard == [{"type": "tool.called", "tool": "recall_memory", "outcome": "ok"}]


@pytest.mark.usefixtures("caplog")
def test_a_line_that_cannot_be_written_does_not_change_the_answer(agent, monkeypatch, caplog):
    def locked(**fields):
        raise DatabaseError("database is locked")

    monkeypatch.setattr(ToolCall.objects, "create", locked)

    assert agent("recall_memory", query="tuesdays").status == 200
    assert "was not recorded" in caplog.text

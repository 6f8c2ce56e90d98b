"""Whoever tries to decide without the right to leaves a line in the record."""

from typing import Any

import pytest
from django.test import Client

from memory.actors import human
from memory.models import Project, ToolCall, User
from memory.services.keys import create_key
from proposals.models import Proposal


def attempt(client: Client, proposal: Proposal, verb: str, **headers: str) -> int:
    url = f"/p/{proposal.project.slug}/proposals/{proposal.label}/{verb}/"
    data = {"revision": "1", "note": "No.", "actor": "alice", "reviewer": "alice"}
    return client.post(url, data, headers=headers).status_code


def recorded(project: Project) -> list[tuple[str, str, str, str]]:
    calls = ToolCall.objects.filter(project=project).order_by("pk")
    return [(one.tool, one.outcome, one.origin, one.actor["name"]) for one in calls]


@pytest.mark.parametrize("verb", ["approve", "reject", "revise", "revoke", "lift"])
def test_a_key_is_refused_and_recorded(
    acme: Project, alice: User, proposal: Proposal, verb: str
) -> None:
    _, token = create_key(
        acme,
        name="ci",
        scopes=["read", "propose", "apply"],
        made_for=alice,
        actor=human(alice),
    )
    status = attempt(Client(), proposal, verb, Authorization=f"Bearer {token}")

    assert status in {302, 401}
    assert recorded(acme) == [(verb, "SIGNED_OUT", "key", "ci")]
    proposal.refresh_from_db()
    assert (proposal.status, proposal.revision) == ("pending", 1)


def test_a_session_without_the_forms_token_is_refused_and_recorded(
    acme: Project, alice: User, proposal: Proposal
) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(alice)

    assert attempt(client, proposal, "approve") == 403
    assert recorded(acme) == [("approve", "CSRF_FAILED", "page", "alice")]
    assert attempt(Client(), proposal, "approve") == 302
    assert len(recorded(acme)) == 1  # a stranger has no name to record


def test_a_role_that_may_not_is_recorded_and_one_that_may_is_not(
    acme: Project, alice: User, bob: User, proposal: Proposal, browse: Any, as_alice: Client
) -> None:
    assert attempt(browse(bob), proposal, "approve") == 403
    assert attempt(as_alice, proposal, "approve") == 303
    assert recorded(acme) == [("approve", "FORBIDDEN", "page", "bob")]


def test_a_key_of_another_project_is_nobody_here(
    acme: Project, elsewhere: Project, charlie: User, proposal: Proposal
) -> None:
    _, token = create_key(
        elsewhere, name="theirs", scopes=["read"], made_for=charlie, actor=human(charlie)
    )
    attempt(Client(), proposal, "approve", Authorization=f"Bearer {token}")
    assert recorded(acme) == recorded(elsewhere) == []


def test_the_activity_page_tells_of_it(
    acme: Project, bob: User, proposal: Proposal, browse: Any, as_alice: Client
) -> None:
    attempt(browse(bob), proposal, "approve")
    page = as_alice.get("/p/acme/activity/").text
    assert "tried to approve a proposal" in page
    assert "it is not theirs to do" in page

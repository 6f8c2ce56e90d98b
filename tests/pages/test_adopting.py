"""What a machine suggested becomes evidence through a person's own words alone."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest

from companion.models import Candidate, Draft, Entry, Outcome
from memory.actors import human
from memory.models import AuditEvent, Project, User
from proposals.changes import Asked
from proposals.models import Proposal
from proposals.services.erase_entry import erase_entry
from proposals.services.erase_proposal import erase_proposal
from proposals.services.propose import propose
from proposals.states import Operation
from tests.companion.reading import read
from tests.companion.scripted import GUESS, TEXT, Scripted
from tests.factories import make_entry, make_memory, make_proposal

HOME = "/p/acme/companion/"
MACHINES = "The seal fails in the cold."
OWN = "I think that frost makes the seal hard."


@pytest.fixture
def bobs(browse: Any, acme: Project, bob: User) -> Any:
    return browse(bob)


@pytest.fixture
def proposal(acme: Project) -> Proposal:
    return make_proposal(acme, MACHINES, reason="It failed in January.")


def page(answer: Any) -> str:
    return unescape(answer.content.decode())


def say(client: Any, suggested: str, author: User, text: str = OWN, **given: str) -> Entry:
    """Through the box and the confirmation, as a person does."""
    answer = client.post(HOME, {"text": text, "adopt": suggested})
    draft = Draft.objects.get(author=author, entry=None)
    words = {"token": draft.token, "text": text, "subject": "Pump 7"}
    client.post(answer["Location"], {**words, **given})
    return Entry.objects.latest("pk")


def test_an_agents_conclusion_is_adopted_in_words_of_ones_own(
    bobs: Any, proposal: Proposal, bob: User
) -> None:
    shown = page(bobs.get(f"/p/acme/proposals/{proposal.label}/"))
    [ref] = re.findall(r"companion/\?adopt=(proposal:[^\"]+)\"", shown)
    box = page(bobs.get(f"{HOME}?adopt={ref}"))
    assert MACHINES in box
    assert "It failed in January." in box
    assert re.search(r"<textarea[^>]*></textarea>", box)  # never the machine's words

    said = say(bobs, ref, bob, provenance="measured")

    assert (said.text, said.provenance) == (OWN, "speaker_inference")
    assert said.suggested_by == {"type": "proposal", "id": str(proposal.public_id)}
    assert said.confirmed_by["name"] == "bob"
    adopted = AuditEvent.objects.get(type="inference.adopted")
    assert adopted.details == {"from": said.suggested_by}
    proposal.refresh_from_db()
    assert proposal.status == "pending"


def test_the_words_it_came_from_stand_beside_the_confirmation(
    bobs: Any, proposal: Proposal, bob: User
) -> None:
    answer = bobs.post(HOME, {"text": OWN, "adopt": f"proposal:{proposal.public_id}"})

    confirming = page(bobs.get(answer["Location"]))

    assert MACHINES in confirming
    assert OWN in confirming
    assert "How do you know it?" not in confirming


def test_it_is_shown_from_both_sides(bobs: Any, proposal: Proposal, bob: User, alice: User) -> None:
    said = say(bobs, f"proposal:{proposal.public_id}", bob)
    there = f"/p/acme/proposals/{proposal.label}/"
    here = f"{HOME}entries/{said.label}/"

    assert f'<a href="{there}">{proposal.label}</a> suggested it' in page(bobs.get(here))
    assert f'href="{here}">{said.label}</a> by' in page(bobs.get(there))

    erase_proposal(proposal, by=alice, reason="They asked for it.")
    assert "something that is gone suggested it" in page(bobs.get(here))
    erase_entry(said, by=alice, reason="They asked for it.")
    assert here not in page(bobs.get(there))


def test_an_inference_and_what_was_said_because_of_it_lead_to_each_other(
    bobs: Any, acme: Project, bob: User
) -> None:
    entry = make_entry(acme, TEXT)
    read(entry, Scripted((GUESS,)))
    inference = Candidate.objects.get(outcome=Outcome.INFERRED)

    said = say(bobs, str(inference.public_id), bob)

    source, adopted = (page(bobs.get(f"{HOME}entries/{one.label}/")) for one in (entry, said))
    assert f'href="{HOME}entries/{said.label}/">{said.label}</a> by' in source
    assert f'href="{HOME}entries/{entry.label}/">{entry.label}</a> suggested it' in adopted


def test_nothing_is_kept_of_an_empty_box(bobs: Any, proposal: Proposal) -> None:
    answer = bobs.post(HOME, {"text": " ", "adopt": f"proposal:{proposal.public_id}"})

    assert answer.status_code == 422
    assert not Draft.objects.exists()


def test_what_a_person_proposed_is_no_machines_conclusion(
    bobs: Any, acme: Project, alice: User
) -> None:
    asked = Asked(operation=Operation.CREATE, kind="fact", content=MACHINES)
    proposed = propose(acme, asked, actor=human(alice)).proposal

    assert "?adopt=" not in page(bobs.get(f"/p/acme/proposals/{proposed.label}/"))
    assert bobs.get(f"{HOME}?adopt=proposal:{proposed.public_id}").status_code == 404


def test_a_retirement_is_a_conclusion_by_its_reason(bobs: Any, acme: Project) -> None:
    old = make_memory(acme)
    bare = make_proposal(acme, target=old, operation=Operation.RETIRE)
    told = make_proposal(acme, target=make_memory(acme), operation=Operation.RETIRE, reason="Old.")

    assert bobs.get(f"{HOME}?adopt=proposal:{bare.public_id}").status_code == 404
    assert "Old." in page(bobs.get(f"{HOME}?adopt=proposal:{told.public_id}"))


@pytest.mark.parametrize("ref", ["proposal:", "proposal:P-0099", "memory:M-001", "nonsense", ":"])
def test_what_is_no_suggestion_is_not_found(bobs: Any, proposal: Proposal, ref: str) -> None:
    assert bobs.get(f"{HOME}?adopt={ref}").status_code == 404


def test_another_projects_proposal_cannot_be_named(
    browse: Any, proposal: Proposal, elsewhere: Project, charlie: User
) -> None:
    answer = browse(charlie).get(f"/p/elsewhere/companion/?adopt=proposal:{proposal.public_id}")

    assert answer.status_code == 404

from datetime import timedelta

import pytest
from django.utils import timezone

from memory.services.projects import change_policy
from proposals.changes import Edited
from proposals.models import Proposal
from proposals.services.review import approve
from proposals.services.revise import revise
from proposals.states import Status
from tests.factories import make_memory
from tests.pages.seen import events, shown, status_of
from tests.pages.sent import decide, forms_for


def test_an_old_page_is_told_what_changed(as_alice, bob, proposal):
    revise(proposal, by=bob, revision=1, edited=Edited(content="Use SQLite and keep Neo4j."))

    answer = decide(as_alice, proposal, "approve", note="Looks fine.")

    assert answer.status_code == 409
    page = shown(answer)
    assert "The words changed since you opened this page" in page
    assert "<del>remove</del><ins>keep</ins>" in page
    assert "Looks fine." in page
    assert status_of(proposal) == Status.PENDING


def test_an_old_page_keeps_the_edit_for_the_words_of_now(as_alice, bob, proposal):
    revise(proposal, by=bob, revision=1, edited=Edited(content="Use SQLite and keep Neo4j."))

    answer = decide(as_alice, proposal, "approve", content="My own words.", title="Mine")
    form = forms_for(answer, "approve")[0]

    assert answer.status_code == 409
    assert form["content"].strip("\n") == "My own words."
    assert (form["revision"], form["title"]) == ("2", "Mine")


def test_a_second_click_is_one_decision(as_alice, proposal):
    decide(as_alice, proposal, "approve")

    again = decide(as_alice, proposal, "approve", note="Again.")

    assert again.status_code == 409
    assert "You approved this already, today" in shown(again)
    assert "Again." in shown(again)
    assert events(proposal) == ["proposal.created", "proposal.approved"]


def test_who_comes_too_late_reads_who_was_faster(browse, alice, dora, proposal):
    approve(proposal, by=dora, revision=1)

    answer = decide(browse(alice), proposal, "reject", note="No, because.")

    assert answer.status_code == 409
    assert "dora approved this already, today" in shown(answer)
    assert "No, because." in shown(answer)
    assert status_of(proposal) == Status.APPROVED


def test_a_target_that_changed_makes_it_stale_and_says_so(as_alice, acme, proposal, storage):
    # As if the change came from outside: the rivals were not told.
    proposal.targets.update(fingerprint="sha256:" + "0" * 64)

    answer = decide(as_alice, proposal, "approve", content="My words.")

    assert answer.status_code == 409
    assert "Nothing was approved" in shown(answer)
    assert "My words." in shown(answer)
    assert status_of(proposal) == Status.STALE


def test_an_overtaken_proposal_cannot_be_approved(as_alice, acme, proposal, storage):
    winner = make_memory(acme, "Use files.", supersedes=storage)

    answer = decide(as_alice, proposal, "approve")

    assert answer.status_code == 409
    assert "This was overtaken" in shown(answer)
    assert winner.label in shown(answer)


def test_apply_from_an_old_page_applies_nothing(browse, bob, alice, proposal):
    approve(proposal, by=alice, revision=1, edited=Edited(content="Other words."))

    answer = decide(browse(bob), proposal, "apply", revision=1)

    assert answer.status_code == 409
    assert status_of(proposal) == Status.APPROVED


def test_an_approval_that_waited_too_long_waits_once_more(browse, bob, alice, acme, proposal):
    change_policy(acme, by=alice, approval_days=1)
    approve(proposal, by=alice, revision=1)
    Proposal.objects.update(expires_at=timezone.now() - timedelta(minutes=1))

    answer = decide(browse(bob), proposal, "apply")

    assert answer.status_code == 409
    assert "Nothing was applied" in shown(answer)
    assert status_of(proposal) == Status.PENDING


@pytest.mark.parametrize("revision", ["", "x", "0", "-1", "1.5"])
def test_a_form_without_its_revision_is_sent_back(as_alice, proposal, revision):
    answer = decide(as_alice, proposal, "approve", revision=revision, content="My words.")

    assert answer.status_code == 422
    assert "My words." in shown(answer)
    assert status_of(proposal) == Status.PENDING

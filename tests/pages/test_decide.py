import re

from memory.models import Memory
from proposals.services.review import approve
from proposals.states import Status
from tests.factories import make_proposal
from tests.pages.seen import events, shown, status_of, words_of
from tests.pages.sent import decide, page_of

HTMX = {"HX-Request": "true"}


def test_a_rejection_gives_its_reason(as_alice, proposal):
    answer = decide(as_alice, proposal, "reject", note="Goes too far.\r\nKeep Neo4j.")

    assert answer.status_code == 303
    assert proposal.reviews.get().note == "Goes too far.\nKeep Neo4j."


def test_a_rejection_without_a_reason_is_asked_for_one(as_alice, proposal):
    answer = decide(as_alice, proposal, "reject", note="  ")

    assert answer.status_code == 422
    assert "Say why" in shown(answer)
    assert re.search(r'<dialog[^>]* id="reject"[^>]* open', shown(answer))


def test_a_lifted_rejection_may_be_proposed_again(as_alice, acme, storage):
    proposal = make_proposal(acme, "Use files.", target=storage, status=Status.REJECTED)

    assert decide(as_alice, proposal, "lift").status_code == 303
    assert make_proposal(acme, "Use files.", target=storage).status == Status.PENDING
    assert "lifted" in shown(as_alice.get(page_of(proposal)))


def test_where_no_rejection_stands_nothing_is_said_to_be_lifted(as_alice, acme, proposal):
    rejected = make_proposal(acme, "Use files.", status=Status.REJECTED)
    decide(as_alice, rejected, "lift")

    for nothing_to_lift in (rejected, proposal):
        answer = decide(as_alice, nothing_to_lift, "lift")
        assert answer.status_code == 409
        assert "There is nothing to lift." in shown(answer)


def test_apply_now_records_exactly_what_was_approved(browse, bob, alice, acme, proposal):
    approve(proposal, by=alice, revision=1)

    answer = decide(browse(bob), proposal, "apply")

    assert answer.status_code == 303
    assert status_of(proposal) == Status.APPLIED
    assert Memory.objects.filter(content="Use SQLite and remove Neo4j.").count() == 1


def test_applying_twice_is_one_effect(browse, bob, alice, proposal):
    approve(proposal, by=alice, revision=1)
    client = browse(bob)

    answers = [decide(client, proposal, "apply").status_code for _ in range(2)]

    assert answers == [303, 303]
    assert events(proposal).count("proposal.applied") == 1


def test_an_approval_can_be_taken_back(as_alice, alice, proposal):
    approve(proposal, by=alice, revision=1)

    assert decide(as_alice, proposal, "revoke").status_code == 303
    assert status_of(proposal) == Status.PENDING


def test_its_proposer_rewords_and_withdraws(browse, bob, proposal):
    client = browse(bob)

    reworded = decide(client, proposal, "revise", content="Use SQLite; Neo4j stays.")
    proposal.refresh_from_db()
    withdrawn = decide(client, proposal, "withdraw")

    assert (reworded.status_code, withdrawn.status_code) == (303, 303)
    assert words_of(proposal).content == "Use SQLite; Neo4j stays."
    assert status_of(proposal) == Status.WITHDRAWN


def test_rewording_needs_words(browse, bob, proposal):
    assert decide(browse(bob), proposal, "revise").status_code == 422
    assert decide(browse(bob), proposal, "revise", content="").status_code == 422


def test_htmx_gets_fragments(as_alice, alice, acme, proposal):
    refused = decide(as_alice, proposal, "reject", note="", headers=HTMX)
    accepted = decide(as_alice, proposal, "approve", headers=HTMX)
    late = decide(as_alice, proposal, "approve", headers=HTMX)

    assert [one.status_code for one in (refused, accepted, late)] == [422, 200, 409]
    for answer in (refused, accepted, late):
        assert "<html" not in shown(answer)
        assert 'id="proposal"' in shown(answer)
    assert "data-accepted" in shown(accepted)
    assert "pane--frozen" in shown(accepted)


def test_a_boosted_form_gets_pages_and_keeps_its_address(as_alice, proposal):
    boosted = HTMX | {"HX-Boosted": "true"}

    refused = decide(as_alice, proposal, "reject", note="", headers=boosted)
    accepted = decide(as_alice, proposal, "approve", headers=boosted)

    assert (refused.status_code, accepted.status_code) == (422, 303)
    assert refused["HX-Push-Url"] == "false"
    assert "<html" in shown(refused)

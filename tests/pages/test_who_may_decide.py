import pytest

from memory.services.projects import change_policy
from proposals.states import Status
from tests.factories import make_proposal
from tests.pages.seen import events, shown, status_of
from tests.pages.sent import decide, page_of

VERBS = ("approve", "reject", "withdraw", "revise", "revoke", "apply", "lift")


def test_four_eyes_refuses_ones_own_and_ones_agents(browse, alice, dora, acme, storage):
    change_policy(acme, by=alice, four_eyes=True)
    own = make_proposal(acme, "Use SQLite.", target=storage, by=alice)

    refused = decide(browse(alice), own, "approve", note="Mine.")

    assert refused.status_code == 403
    assert "four eyes" in shown(refused)
    assert "Mine." in shown(refused)
    assert decide(browse(dora), own, "approve").status_code == 303


def test_a_single_person_may_decide_alone_by_default(as_alice, alice, acme):
    own = make_proposal(acme, by=alice)

    assert decide(as_alice, own, "approve").status_code == 303


@pytest.mark.parametrize("verb", VERBS)
def test_asking_for_a_decision_decides_nothing(as_alice, proposal, verb):
    for method in (as_alice.get, as_alice.head):
        answer = method(f"{page_of(proposal)}{verb}/")
        assert (answer.status_code, answer["Location"]) == (302, page_of(proposal))
    assert as_alice.put(f"{page_of(proposal)}{verb}/").status_code == 405
    assert events(proposal) == ["proposal.created"]


@pytest.mark.parametrize("verb", ["approve", "reject", "revoke", "lift"])
def test_contributors_do_not_review(browse, bob, proposal, verb):
    answer = decide(browse(bob), proposal, verb, note="x", content="y")

    assert answer.status_code == 403
    assert events(proposal) == ["proposal.created"]


@pytest.mark.parametrize("verb", VERBS)
def test_viewers_outsiders_and_strangers_decide_nothing(browse, vera, charlie, proposal, verb):
    answers = [decide(browse(one), proposal, verb, note="x") for one in (vera, charlie, None)]

    assert [answer.status_code for answer in answers] == [403, 404, 302]
    assert events(proposal) == ["proposal.created"]


@pytest.mark.parametrize("verb", ["revise", "withdraw"])
def test_only_its_proposer_rewords_or_withdraws(as_alice, proposal, verb):
    answer = decide(as_alice, proposal, verb, content="Mine now.")

    assert answer.status_code == 403
    assert events(proposal) == ["proposal.created"]


def test_without_the_token_of_the_form_nothing_is_decided(browse, alice, proposal):
    client = browse(alice, enforce_csrf_checks=True)

    assert decide(client, proposal, "approve").status_code == 403
    assert status_of(proposal) == Status.PENDING


def test_forged_names_in_a_form_change_nobody(as_alice, alice, proposal):
    decide(as_alice, proposal, "approve", reviewer="dora", actor="system", by="dora")

    assert proposal.reviews.get().reviewer == alice

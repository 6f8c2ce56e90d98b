"""A proposal that was overtaken is carried over in one step, and both name each other."""

import pytest

from memory.models import AuditEvent
from memory.roles import Role
from proposals.models import Proposal
from proposals.states import Operation, Status
from tests.factories import join, make_entry, make_memory, make_proposal, make_user, retire
from tests.pages.seen import shown
from tests.pages.sent import forms_for, page_of

RULE = "Release on the first Tuesday of the month."
FRIDAY = "Never release on a Friday."


@pytest.fixture
def releases(acme):
    return make_memory(acme, RULE, title="Releases", tags=["release"])


@pytest.fixture
def overtaken(acme, bob, releases):
    proposal = make_proposal(
        acme, "Release every second Tuesday.", target=releases, by=bob, reason="It is too much."
    )
    make_memory(acme, f"{RULE} {FRIDAY}", supersedes=releases, tags=["release", "rule"])
    return Proposal.objects.get(pk=proposal.pk)


def carry(client, proposal):
    return client.post(f"{page_of(proposal)}again/")


def test_one_step_makes_a_new_proposal_with_both_changes(browse, bob, overtaken):
    answer = carry(browse(bob), overtaken)

    new = Proposal.objects.latest("number")
    assert answer.status_code == 303
    assert answer["Location"] == page_of(new)
    assert (new.status, new.again_of, new.proposer) == (Status.PENDING, overtaken, bob)
    assert new.current.words.content == f"Release every second Tuesday. {FRIDAY}"
    assert new.current.words.tags == ["release", "rule"]
    assert new.first.reason == "It is too much."
    assert new.target.version == 2
    event = AuditEvent.objects.get(object_id=str(new.public_id))
    assert event.details["again"] == str(overtaken.public_id)


def test_both_pages_name_the_other(browse, read, bob, overtaken):
    carry(browse(bob), overtaken)
    new = Proposal.objects.latest("number")

    assert f'Carries <a href="{page_of(overtaken)}">' in shown(read(new))
    assert f'Proposed again as <a href="{page_of(new)}">' in shown(read(overtaken))


def test_twice_is_once(browse, bob, overtaken):
    client = browse(bob)

    first, second = carry(client, overtaken), carry(client, overtaken)

    assert first["Location"] == second["Location"]
    assert overtaken.proposed_again.count() == 1


def test_a_reviewers_own_waits_for_review_too(browse, alice, overtaken):
    carry(browse(alice), overtaken)

    assert Proposal.objects.latest("number").status == Status.PENDING


def test_what_both_changed_is_left_to_the_person_in_the_form(browse, acme, bob, releases):
    proposal = make_proposal(acme, RULE.replace("first", "last"), target=releases, by=bob)
    newer = make_memory(acme, RULE.replace("first", "third"), supersedes=releases)
    client = browse(bob)

    answer = carry(client, proposal)

    assert answer["Location"] == f"/p/acme/proposals/new/?again={proposal.label}"
    there = client.get(answer["Location"])
    assert f"{proposal.label}</a> over to version 2" in shown(there)
    assert "</a> over" not in shown(client.get("/p/acme/proposals/new/"))
    [form] = forms_for(there, "new")
    assert (form["target"], form["again"]) == (newer.label, proposal.label)
    assert form["content"].strip() == RULE.replace("first", "last")
    client.post("/p/acme/proposals/new/", form | {"content": "Release on Mondays."})
    new = Proposal.objects.latest("number")
    assert (new.again_of_id, new.current.words.content) == (proposal.pk, "Release on Mondays.")


def test_a_retired_target_is_proposed_anew_in_the_form(browse, acme, bob, overtaken, releases):
    retire(make_memory(acme, f"{RULE} {FRIDAY} Ever.", supersedes=overtaken.overtaken_by))
    client = browse(bob)

    answer = carry(client, overtaken)

    [form] = forms_for(client.get(answer["Location"]), "new")
    assert (form["operation"], form["target"]) == ("create", "")


def test_a_retirement_is_carried_over_too(browse, acme, bob, releases):
    proposal = make_proposal(acme, target=releases, operation=Operation.RETIRE, by=bob)
    newer = make_memory(acme, f"{RULE} {FRIDAY}", supersedes=releases)

    carry(browse(bob), proposal)

    new = Proposal.objects.latest("number")
    assert (new.operation, new.target) == ("retire", newer)


def test_evidence_that_is_gone_stays_behind(browse, acme, bob, releases):
    entry = make_entry(acme)
    proposal = make_proposal(
        acme, "Release daily.", target=releases, by=bob, evidence_ids=[entry.label]
    )
    first = proposal.first
    first.evidence_ids = [*first.evidence_ids, "0198c0de-0000-7000-8000-000000000000"]
    first.save()
    make_memory(acme, f"{RULE} {FRIDAY}", supersedes=releases)

    carry(browse(bob), proposal)

    assert Proposal.objects.latest("number").evidence_ids == [str(entry.public_id)]


def test_only_what_was_overtaken_and_only_for_contributors(browse, acme, alice, overtaken):
    open_one = make_proposal(acme)
    before = Proposal.objects.count()

    assert carry(browse(alice), open_one).status_code == 409
    vera = join(acme, make_user("vera"), Role.VIEWER)
    assert carry(browse(vera), overtaken).status_code == 403
    assert browse(alice).get(f"{page_of(overtaken)}again/").status_code == 302
    assert Proposal.objects.count() == before

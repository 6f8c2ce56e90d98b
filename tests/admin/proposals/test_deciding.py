"""Approve and reject in the admin: the same service, the same refusals, one at a time."""

import pytest
from django.contrib.admin.models import LogEntry

from memory.models import AuditEvent, Membership, ToolCall
from memory.roles import Role
from memory.services.projects import change_policy
from proposals.changes import Edited
from proposals.models import Proposal, Review
from proposals.services.revise import revise
from proposals.states import Status
from tests.factories import join, make_proposal, make_user
from tests.pages.seen import events, shown, status_of


def decide(client, proposal, verb, **fields):
    fields.setdefault("revision", proposal.revision)
    return client.post(f"/admin/proposals/proposal/{proposal.public_id}/{verb}/", fields)


def test_an_approval_is_one_of_the_service(browse, dora, proposal):
    answer = decide(browse(dora), proposal, "approve", note="Read twice.")

    assert answer.status_code == 303
    assert status_of(proposal) == Status.APPROVED
    review = Review.objects.get(proposal=proposal)
    assert (review.reviewer, review.note, review.revision.number) == (dora, "Read twice.", 1)
    assert events(proposal) == ["proposal.created", "proposal.approved"]


def test_a_rejection_takes_a_reason_and_keeps_it(browse, dora, proposal):
    refused = decide(browse(dora), proposal, "reject", note="  ")
    assert refused.status_code == 422
    assert "Say why" in shown(refused)
    assert status_of(proposal) == Status.PENDING

    answer = decide(browse(dora), proposal, "reject", note="Neo4j stays.")

    assert answer.status_code == 303
    assert status_of(proposal) == Status.REJECTED
    assert Review.objects.get(proposal=proposal).note == "Neo4j stays."


def test_the_admin_keeps_no_record_of_its_own(browse, dora, proposal):
    decide(browse(dora), proposal, "approve")

    assert not LogEntry.objects.exists()
    told = AuditEvent.objects.filter(type="proposal.approved", object_id=str(proposal.public_id))
    assert told.count() == 1


def test_an_old_page_is_refused_with_what_changed_and_what_was_typed(browse, dora, bob, proposal):
    revise(proposal, by=bob, revision=1, edited=Edited(content="Use DuckDB and remove Neo4j."))

    answer = decide(browse(dora), proposal, "approve", revision=1, note="My note.")

    assert answer.status_code == 409
    assert "The words changed since you opened this page" in shown(answer)
    assert "<ins>DuckDB</ins>" in shown(answer)
    assert "My note." in shown(answer)
    assert 'name="revision" value="2"' in shown(answer)
    assert status_of(proposal) == Status.PENDING


def test_the_second_decision_comes_too_late(browse, alice, dora, proposal):
    decide(browse(alice), proposal, "approve")

    answer = decide(browse(dora), proposal, "reject", note="But no.")

    assert answer.status_code == 409
    assert "alice approved this already" in shown(answer)
    assert "But no." in shown(answer)
    assert status_of(proposal) == Status.APPROVED


def test_a_stale_target_is_told_and_changes_nothing(browse, dora, acme, storage, proposal):
    Proposal.objects.filter(pk=proposal.pk).update(target_fingerprint="sha256:0")
    proposal.targets.update(fingerprint="sha256:0")

    answer = decide(browse(dora), proposal, "approve", note="Fine.")

    assert answer.status_code == 409
    assert status_of(proposal) == Status.STALE
    assert "Fine." in shown(answer)


def test_four_eyes_hold_here_too(browse, acme, alice, dora):
    change_policy(acme, by=alice, four_eyes=True)
    own = make_proposal(acme, "Of dora's agent.", by=dora)

    answer = decide(browse(dora), own, "approve")

    assert answer.status_code == 403
    assert "four eyes" in shown(answer)
    assert status_of(own) == Status.PENDING
    assert decide(browse(alice), own, "approve").status_code == 303


def test_more_than_a_click_is_asked_for_on_the_proposals_page(browse, acme, alice, proposal):
    change_policy(acme, by=alice, confirm_with="password")
    client = browse(alice)

    screen = shown(client.get(f"/admin/proposals/proposal/{proposal.public_id}/change/"))
    answer = decide(client, proposal, "approve", note="Mine.", password="a long password")

    assert "Approve as proposed" not in screen
    assert f'href="/p/acme/proposals/{proposal.label}/?do=approve"' in screen
    assert answer.status_code == 409
    assert "Mine." in shown(answer)
    assert status_of(proposal) == Status.PENDING
    assert decide(client, proposal, "reject", note="No.").status_code == 303


@pytest.mark.parametrize("fields", [{"revision": ""}, {"revision": "x"}, {"note": "a" * 4_001}])
def test_a_broken_form_is_given_back(browse, dora, proposal, fields):
    answer = decide(browse(dora), proposal, "approve", **fields)

    assert answer.status_code == 422
    assert status_of(proposal) == Status.PENDING
    assert decide(browse(dora), proposal, "approve").status_code == 303


def test_a_look_decides_nothing(browse, dora, proposal):
    for verb in ("approve", "reject"):
        answer = browse(dora).get(f"/admin/proposals/proposal/{proposal.public_id}/{verb}/")
        assert answer.status_code == 302

    assert status_of(proposal) == Status.PENDING


@pytest.mark.parametrize("name", ["vera", "bob"])
@pytest.mark.parametrize("verb", ["approve", "reject"])
def test_who_does_not_review_decides_nothing_and_that_is_recorded(
    request, browse, name, verb, proposal
):
    who = request.getfixturevalue(name)

    answer = decide(browse(who), proposal, verb, note="Because.")

    assert answer.status_code == 403
    assert status_of(proposal) == Status.PENDING
    call = ToolCall.objects.get(tool=verb)
    assert (call.outcome, call.actor["name"]) == ("FORBIDDEN", name)


def test_a_form_from_elsewhere_decides_nothing_and_that_is_recorded(browse, dora, proposal):
    answer = decide(browse(dora, enforce_csrf_checks=True), proposal, "approve")

    assert answer.status_code == 403
    assert status_of(proposal) == Status.PENDING
    assert ToolCall.objects.get(tool="approve").outcome == "CSRF_FAILED"


def test_a_stranger_leaves_no_line_in_a_project_that_is_not_theirs(
    browse, charlie, elsewhere, proposal
):
    assert decide(browse(charlie), proposal, "approve").status_code == 404
    assert not ToolCall.objects.exists()


def test_a_reviewer_elsewhere_who_only_reads_here_does_not_decide_here(
    browse, vera, proposal, elsewhere
):
    join(elsewhere, vera, Role.REVIEWER)

    assert decide(browse(vera), proposal, "approve").status_code == 404
    Membership.objects.filter(user=vera, project=proposal.project).update(role=Role.REVIEWER)
    assert decide(browse(vera), proposal, "approve").status_code == 303


def test_a_superuser_who_is_no_member_is_nobody_here(browse, proposal):
    root = make_user("root", is_staff=True, is_superuser=True)

    assert decide(browse(root), proposal, "approve").status_code == 403
    assert status_of(proposal) == Status.PENDING

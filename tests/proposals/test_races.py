"""Two at once: one wins, the other is told so in words, and the record holds."""

from collections import Counter
from typing import Any

import pytest

from memory.actors import human, page_agent
from memory.audit import verify
from memory.authority import Instant
from memory.errors import CameTooLate, IdempotencyConflict, ProposalStale
from memory.models import AuditEvent, Project
from proposals.changes import Edited, parse_asked
from proposals.models import Proposal
from proposals.services.apply import apply, require_applied
from proposals.services.propose import propose
from proposals.services.retries import Retry
from proposals.services.review import approve, reject
from proposals.services.revise import revise
from proposals.services.withdraw import withdraw
from proposals.states import Status
from tests.factories import make_memory, make_proposal
from tests.proposals.race import Team, answered, at_once, raced, refused

pytestmark = pytest.mark.race

EDITED = Edited(content="Edited words.")
REVISED = Edited(content="Revised words.")


def _events(project: Project, proposal: Proposal | None = None) -> Counter[str]:
    rows = AuditEvent.objects.filter(project=project)
    if proposal:
        rows = rows.filter(object_id=str(proposal.public_id))
    assert verify(project).broken_at is None
    return Counter(rows.values_list("type", flat=True))


def _again(proposal: Proposal) -> Proposal:
    return Proposal.objects.get(pk=proposal.pk)


@raced()
def test_of_two_rival_applications_one_is_applied_and_one_is_stale(team: Team) -> None:
    old = make_memory(team.project, "Use Neo4j.")
    rivals = [
        make_proposal(team.project, content, target=old, status=Status.APPROVED)
        for content in ("Use SQLite.", "Use PostgreSQL.", "Use files.")
    ]

    outcomes = at_once(
        *(
            lambda one=one: require_applied(apply(one, actor=page_agent(team.alice)))
            for one in rivals
        )
    )

    assert Counter(_again(one).status for one in rivals) == {Status.APPLIED: 1, Status.STALE: 2}
    assert [type(one) for one in refused(outcomes)] == [ProposalStale] * 2
    [won] = answered(outcomes)
    assert set(team.project.memories.authoritative(Instant.now())) == set(won.memories)
    events = _events(team.project)
    assert (events["memory.superseded"], events["proposal.stale"]) == (1, 2)


@raced()
def test_an_application_pressed_twice_is_one_effect(team: Team) -> None:
    proposal = make_proposal(team.project, status=Status.APPROVED)

    outcomes = at_once(*[lambda: apply(proposal, actor=human(team.alice))] * 4)

    assert refused(outcomes) == []
    repeats = Counter(one.answer.already_applied for one in outcomes)
    assert repeats == {False: 1, True: 3}
    assert len({one.answer.memories[0].pk for one in outcomes}) == 1
    assert team.project.memories.count() == 1
    assert _events(team.project)["proposal.applied"] == 1


@raced()
def test_an_approval_pressed_twice_is_one_decision(team: Team) -> None:
    proposal = make_proposal(team.project)

    outcomes = at_once(*[lambda: approve(proposal, by=team.alice, revision=1)] * 3)

    assert len(answered(outcomes)) == 1
    assert [type(one) for one in refused(outcomes)] == [CameTooLate] * 2
    assert {one.data["by"] for one in refused(outcomes)} == {team.alice.name}
    assert (_again(proposal).status, proposal.reviews.count()) == (Status.APPROVED, 1)
    assert _events(team.project, proposal)["proposal.approved"] == 1


@raced()
def test_of_an_approval_and_a_rejection_one_is_the_decision(team: Team) -> None:
    proposal = make_proposal(team.project)

    outcomes = at_once(
        lambda: approve(proposal, by=team.alice, revision=1),
        lambda: reject(proposal, by=team.dora, revision=1, reason="No."),
    )

    [decided], [late] = answered(outcomes), refused(outcomes)
    assert isinstance(late, CameTooLate)
    assert late.data["status"] == _again(proposal).status == decided.status
    events = _events(team.project, proposal)
    assert events["proposal.approved"] + events["proposal.rejected"] == 1


@raced()
def test_of_an_edit_and_a_revision_one_is_what_the_other_is_told_of(team: Team) -> None:
    proposal = make_proposal(team.project, "First words.", by=team.bob)

    outcomes = at_once(
        lambda: approve(proposal, by=team.alice, revision=1, edited=EDITED),
        lambda: revise(proposal, by=team.bob, revision=1, edited=REVISED),
    )

    [late] = refused(outcomes)
    assert isinstance(late, CameTooLate)
    assert late.data == {"revision": 2, "seen": 1}
    now = _again(proposal)
    assert now.current.words
    won_by = now.current.author["name"]
    assert (now.current.words.content, now.status) == {
        team.alice.name: (EDITED.content, Status.APPROVED),
        team.bob.name: (REVISED.content, Status.PENDING),
    }[won_by]
    assert now.revisions.count() == 2


@raced()
def test_of_an_application_and_a_withdrawal_one_happens(team: Team) -> None:
    proposal = make_proposal(team.project, status=Status.APPROVED)

    applied, withdrawn = at_once(
        lambda: apply(proposal, actor=human(team.alice)),
        lambda: withdraw(proposal, by=team.alice, revision=1),
    )

    status = _again(proposal).status
    assert applied.answer.proposal.status == status
    if status == Status.APPLIED:
        assert isinstance(withdrawn.refusal, CameTooLate)
    assert team.project.memories.count() == (status == Status.APPLIED)
    events = _events(team.project, proposal)
    assert events["proposal.applied"] + events["proposal.withdrawn"] == 1


@raced()
def test_the_same_proposal_sent_at_once_is_one_row(team: Team) -> None:
    asked = parse_asked({"operation": "create", "kind": "fact", "content": "Ships are blue."})

    outcomes = at_once(
        *[lambda: propose(team.project, asked, actor=page_agent(team.alice))] * 3,
        lambda: propose(team.project, asked, actor=human(team.alice)),
    )

    assert refused(outcomes) == []
    assert Counter(one.answer.duplicate for one in outcomes) == {False: 1, True: 3}
    assert team.project.proposals.count() == 1
    assert _events(team.project)["proposal.created"] == 1


@raced()
def test_one_key_sent_at_once_is_one_effect_and_other_words_a_conflict(team: Team) -> None:
    def send(content: str) -> Any:
        asked = parse_asked({"operation": "create", "kind": "fact", "content": content})
        retry = Retry("propose_memory_change", "one key", f"digest of {content}")
        return propose(team.project, asked, actor=page_agent(team.alice), retry=retry)

    outcomes = at_once(
        *[lambda: send("Ships are blue.")] * 2, *[lambda: send("Boats are red.")] * 2
    )

    assert [type(one) for one in refused(outcomes)] == [IdempotencyConflict] * 2
    assert Counter(one.duplicate for one in answered(outcomes)) == {False: 1, True: 1}
    assert team.project.proposals.count() == 1
    assert _events(team.project)["proposal.created"] == 1

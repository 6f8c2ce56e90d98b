"""Two at once: one wins, the other is told so in words, and the record holds."""

from collections import Counter
from typing import Any

import pytest

from memory.actors import human, page_agent
from memory.audit import verify
from memory.authority import Instant
from memory.errors import CameTooLate, IdempotencyConflict, ProposalStale
from memory.models import AuditEvent, Memory, Project, User
from memory.roles import Role
from proposals.changes import Edited, parse_asked
from proposals.models import Proposal, Review
from proposals.services.apply import apply, require_applied
from proposals.services.propose import propose
from proposals.services.retries import Retry
from proposals.services.review import approve, reject
from proposals.services.revise import revise
from proposals.services.withdraw import withdraw
from proposals.states import Status
from tests.factories import join, make_memory, make_project, make_proposal, make_user
from tests.proposals.race import answered, at_once, refused

pytestmark = [pytest.mark.race, pytest.mark.usefixtures("committed_db")]

ROUNDS = range(3)


@pytest.fixture
def alice(committed_db: None) -> User:
    return make_user("alice")


@pytest.fixture
def team(alice: User) -> Project:
    project = make_project("acme", owner=alice)
    join(project, make_user("bob"), Role.CONTRIBUTOR)
    join(project, make_user("dora"), Role.REVIEWER)
    return project


def _person(name: str) -> User:
    return User.objects.get(username=name)


def _events(project: Project, proposal: Proposal | None = None) -> Counter[str]:
    rows = AuditEvent.objects.filter(project=project)
    if proposal:
        rows = rows.filter(object_id=str(proposal.public_id))
    assert verify(project).broken_at is None
    return Counter(rows.values_list("type", flat=True))


def _again(proposal: Proposal) -> Proposal:
    return Proposal.objects.get(pk=proposal.pk)


@pytest.mark.parametrize("attempt", ROUNDS)
def test_of_two_rival_applications_one_is_applied_and_one_is_stale(
    team: Project, alice: User, attempt: int
) -> None:
    old = make_memory(team, "Use Neo4j.")
    rivals = [
        make_proposal(team, content, target=old, status=Status.APPROVED)
        for content in ("Use SQLite.", "Use PostgreSQL.", "Use files.")
    ]

    outcomes = at_once(
        *(
            lambda one=one: require_applied(apply(one, actor=page_agent(alice)))  # type: ignore[misc]
            for one in rivals
        )
    )

    assert Counter(_again(one).status for one in rivals) == {Status.APPLIED: 1, Status.STALE: 2}
    assert [type(one) for one in refused(outcomes)] == [ProposalStale] * 2
    [won] = answered(outcomes)
    assert set(Memory.objects.authoritative(Instant.now())) == set(won.memories)
    events = _events(team)
    assert (events["memory.superseded"], events["proposal.stale"]) == (1, 2)


@pytest.mark.parametrize("attempt", ROUNDS)
def test_an_application_pressed_twice_is_one_effect(
    team: Project, alice: User, attempt: int
) -> None:
    proposal = make_proposal(team, status=Status.APPROVED)

    outcomes = at_once(*[lambda: apply(proposal, actor=human(alice))] * 4)

    assert refused(outcomes) == []
    repeats = Counter(one.answer.already_applied for one in outcomes)
    assert repeats == {False: 1, True: 3}
    assert len({one.answer.memories[0].pk for one in outcomes}) == 1
    assert Memory.objects.count() == 1
    assert _events(team)["proposal.applied"] == 1


@pytest.mark.parametrize("attempt", ROUNDS)
def test_an_approval_pressed_twice_is_one_decision(
    team: Project, alice: User, attempt: int
) -> None:
    proposal = make_proposal(team)

    outcomes = at_once(*[lambda: approve(proposal, by=alice, revision=1)] * 3)

    assert len(answered(outcomes)) == 1
    assert [type(one) for one in refused(outcomes)] == [CameTooLate] * 2
    assert {one.data["by"] for one in refused(outcomes)} == {"alice"}
    assert (_again(proposal).status, Review.objects.count()) == (Status.APPROVED, 1)
    assert _events(team, proposal)["proposal.approved"] == 1


@pytest.mark.parametrize("attempt", ROUNDS)
def test_of_an_approval_and_a_rejection_one_is_the_decision(
    team: Project, alice: User, attempt: int
) -> None:
    proposal, dora = make_proposal(team), _person("dora")

    outcomes = at_once(
        lambda: approve(proposal, by=alice, revision=1),
        lambda: reject(proposal, by=dora, revision=1, reason="No."),
    )

    [decided], [late] = answered(outcomes), refused(outcomes)
    assert isinstance(late, CameTooLate)
    assert late.data["status"] == _again(proposal).status == decided.status
    events = _events(team, proposal)
    assert events["proposal.approved"] + events["proposal.rejected"] == 1


@pytest.mark.parametrize("attempt", ROUNDS)
def test_of_an_edit_and_a_revision_one_is_what_the_other_is_told_of(
    team: Project, alice: User, attempt: int
) -> None:
    bob = _person("bob")
    proposal = make_proposal(team, "First words.", by=bob)

    outcomes = at_once(
        lambda: approve(proposal, by=alice, revision=1, edited=Edited(content="Alice's words.")),
        lambda: revise(proposal, by=bob, revision=1, edited=Edited(content="Bob's words.")),
    )

    [late] = refused(outcomes)
    assert isinstance(late, CameTooLate)
    assert late.data == {"revision": 2, "seen": 1}
    now = _again(proposal)
    assert now.current.words
    won_by = now.current.author["name"]
    assert (now.current.words.content, now.status) == {
        "alice": ("Alice's words.", Status.APPROVED),
        "bob": ("Bob's words.", Status.PENDING),
    }[won_by]
    assert now.revisions.count() == 2


@pytest.mark.parametrize("attempt", ROUNDS)
def test_of_an_application_and_a_withdrawal_one_happens(
    team: Project, alice: User, attempt: int
) -> None:
    proposal = make_proposal(team, status=Status.APPROVED)

    applied, withdrawn = at_once(
        lambda: apply(proposal, actor=human(alice)),
        lambda: withdraw(proposal, by=alice, revision=1),
    )

    status = _again(proposal).status
    assert applied.answer.proposal.status == status
    if status == Status.APPLIED:
        assert isinstance(withdrawn.refusal, CameTooLate)
    assert Memory.objects.count() == (status == Status.APPLIED)
    events = _events(team, proposal)
    assert events["proposal.applied"] + events["proposal.withdrawn"] == 1


@pytest.mark.parametrize("attempt", ROUNDS)
def test_the_same_proposal_sent_at_once_is_one_row(
    team: Project, alice: User, attempt: int
) -> None:
    asked = parse_asked({"operation": "create", "kind": "fact", "content": "Ships are blue."})

    outcomes = at_once(
        *[lambda: propose(team, asked, actor=page_agent(alice))] * 3,
        lambda: propose(team, asked, actor=human(alice)),
    )

    assert refused(outcomes) == []
    assert Counter(one.answer.duplicate for one in outcomes) == {False: 1, True: 3}
    assert Proposal.objects.count() == 1
    assert _events(team)["proposal.created"] == 1


@pytest.mark.parametrize("attempt", ROUNDS)
def test_one_key_sent_at_once_is_one_effect_and_other_words_a_conflict(
    team: Project, alice: User, attempt: int
) -> None:
    def send(content: str) -> Any:
        asked = parse_asked({"operation": "create", "kind": "fact", "content": content})
        retry = Retry("propose_memory_change", "one key", f"digest of {content}")
        return propose(team, asked, actor=page_agent(alice), retry=retry)

    outcomes = at_once(
        *[lambda: send("Ships are blue.")] * 2, *[lambda: send("Boats are red.")] * 2
    )

    assert [type(one) for one in refused(outcomes)] == [IdempotencyConflict] * 2
    assert Counter(one.duplicate for one in answered(outcomes)) == {False: 1, True: 1}
    assert Proposal.objects.count() == 1
    assert _events(team)["proposal.created"] == 1

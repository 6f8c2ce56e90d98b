import pytest

from memory.errors import CameTooLate, Forbidden, NoChange, NotFound
from memory.models import AuditEvent, Memory, Project, User
from memory.roles import Role
from memory.services.projects import change_policy
from proposals.changes import Edited
from proposals.models import Proposal
from proposals.services.review import approve
from proposals.services.revise import revise
from proposals.states import Status
from tests.factories import join, make_memory, make_proposal, make_user
from tests.proposals.traces import leaves, nothing_changes

NEW = Edited(content="Use SQLite; Neo4j is optional.")


def test_who_proposed_finds_better_words(acme: Project, bob: User, storage: Memory) -> None:
    proposal = make_proposal(acme, "Use SQLite.", target=storage, by=bob)

    with leaves(acme, "proposal.revised"):
        revised = revise(proposal, by=bob, revision=1, edited=NEW)

    first, second = revised.revisions.order_by("number")
    assert first.words
    assert second.words
    assert [first.words.content, second.words.content] == ["Use SQLite.", NEW.content]
    assert (revised.status, revised.revision, revised.current) == (Status.PENDING, 2, second)
    event = AuditEvent.objects.get(type="proposal.revised")
    assert event.details == {"revision": 2, "digest": second.digest}


def test_new_words_dismiss_the_approval_of_the_old_ones(
    acme: Project, alice: User, bob: User
) -> None:
    change_policy(acme, by=alice, approval_days=7)
    proposal = make_proposal(acme, by=bob)
    approve(proposal, by=alice, revision=1)

    with leaves(acme, "proposal.revised", "proposal.reopened"):
        revised = revise(proposal, by=bob, revision=1, edited=NEW)

    assert revised.status == Status.PENDING
    assert revised.reviews.get().dismissed_because == "revised"
    event = AuditEvent.objects.get(type="proposal.reopened")
    assert (event.details["was"], event.details["cause"]) == ("approved", "revised")
    stored = Proposal.objects.get(pk=proposal.pk)
    assert (stored.decided_at, stored.expires_at) == (None, None)


def test_new_words_dismiss_one_approval_of_several(acme: Project, alice: User, bob: User) -> None:
    change_policy(acme, by=alice, approvals_needed=2)
    proposal = make_proposal(acme, by=bob)
    approve(proposal, by=alice, revision=1)

    with leaves(acme, "proposal.revised"):
        revised = revise(proposal, by=bob, revision=1, edited=NEW)

    assert revised.reviews.filter(dismissed_at=None).count() == 0


def test_only_who_proposed_revises(acme: Project, alice: User, bob: User, dora: User) -> None:
    proposal = make_proposal(acme, by=bob)

    for other in (alice, dora):
        with nothing_changes(), pytest.raises(Forbidden):
            revise(proposal, by=other, revision=1, edited=NEW)


def test_another_contributor_revises_nothing_and_an_outsider_finds_nothing(
    acme: Project, bob: User, charlie: User
) -> None:
    proposal = make_proposal(acme, by=bob)
    other = join(acme, make_user("eve"), Role.CONTRIBUTOR)

    with nothing_changes(), pytest.raises(Forbidden):
        revise(proposal, by=other, revision=1, edited=NEW)
    with nothing_changes(), pytest.raises(NotFound):
        revise(proposal, by=charlie, revision=1, edited=NEW)


def test_who_lost_the_right_to_propose_revises_nothing(acme: Project, bob: User) -> None:
    proposal = make_proposal(acme, by=bob)
    acme.memberships.filter(user=bob).update(role=Role.VIEWER)

    with nothing_changes(), pytest.raises(Forbidden):
        revise(proposal, by=bob, revision=1, edited=NEW)


def test_an_old_page_revises_nothing(acme: Project, bob: User) -> None:
    proposal = make_proposal(acme, by=bob)
    revise(proposal, by=bob, revision=1, edited=NEW)

    with nothing_changes(), pytest.raises(CameTooLate) as refusal:
        revise(proposal, by=bob, revision=1, edited=Edited(content="Third words."))

    assert refusal.value.data == {"revision": 2, "seen": 1}


def test_the_same_words_are_no_revision(acme: Project, bob: User) -> None:
    proposal = make_proposal(acme, "Use SQLite.", by=bob)

    for same in (Edited(), Edited(content="Use SQLite."), Edited(title="")):
        with nothing_changes(), pytest.raises(NoChange):
            revise(proposal, by=bob, revision=1, edited=same)


def test_a_revision_into_what_is_true_or_open_already_is_no_change(
    acme: Project, bob: User, storage: Memory
) -> None:
    make_memory(acme, "Ships are blue.")
    new = make_proposal(acme, "Ships are red.", by=bob)
    change = make_proposal(acme, "Use SQLite.", target=storage, by=bob)
    make_proposal(acme, "Use PostgreSQL.", target=storage, by=bob)

    for proposal, content in (
        (new, "Ships are blue."),
        (change, storage.content),
        (change, "Use PostgreSQL."),
    ):
        with nothing_changes(), pytest.raises(NoChange):
            revise(proposal, by=bob, revision=1, edited=Edited(content=content))


def test_a_revised_proposal_is_the_one_that_a_repeat_finds(acme: Project, bob: User) -> None:
    proposal = make_proposal(acme, "Ships are red.", by=bob)
    revise(proposal, by=bob, revision=1, edited=Edited(content="Ships are blue."))

    assert make_proposal(acme, "Ships are blue.", by=bob) == proposal
    assert make_proposal(acme, "Ships are red.", by=bob) != proposal

"""Who is told of an event, and who is needed: once, of what they see, never of their own act."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from memory.actors import human
from memory.models import Project, User
from memory.roles import Role
from memory.services.projects import change_policy, remove_member
from proposals.changes import Asked, Edited
from proposals.models import Notification, NotificationChoice, Proposal, Wants
from proposals.services.apply import apply
from proposals.services.assign import assign
from proposals.services.comment import comment
from proposals.services.gesture import say
from proposals.services.notify import notify, notify_all
from proposals.services.review import approve, reject
from proposals.services.revise import revise
from proposals.states import Operation
from tests.factories import join, make_memory, make_project, make_proposal, make_user


@pytest.fixture
def dora(acme: Project) -> User:
    return join(acme, make_user("dora"), Role.REVIEWER)


@pytest.fixture
def vera(acme: Project) -> User:
    return join(acme, make_user("vera"), Role.VIEWER)


@pytest.fixture(autouse=True)
def caught_up(acme: Project, dora: User, vera: User) -> None:
    notify(acme)
    Notification.objects.all().delete()


def told(project: Project) -> set[tuple[str, str, bool]]:
    """Who is told what since, and whether they are needed; in the page."""
    notify(project)
    rows = Notification.objects.filter(in_page=True).select_related("user")
    found = {(one.user.username, one.kind, one.is_needed) for one in rows}
    rows.delete()
    return found


def wants(user: User, page: Wants) -> None:
    NotificationChoice.objects.update_or_create(user=user, defaults={"page": page})


def test_what_waits_is_told_to_those_who_may_decide(acme: Project, bob: User) -> None:
    make_proposal(acme, by=bob)

    assert told(acme) == {("alice", "proposal.created", True), ("dora", "proposal.created", True)}


def test_under_four_eyes_not_to_whose_agent_proposed_it(acme: Project, alice: User) -> None:
    change_policy(acme, by=alice, four_eyes=True)
    make_proposal(acme, by=alice)

    assert told(acme) == {("dora", "proposal.created", True)}


def test_what_was_decided_meanwhile_waits_for_nobody(acme: Project, alice: User, bob: User) -> None:
    approve(make_proposal(acme, by=bob), by=alice, revision=1)

    assert told(acme) == {("bob", "proposal.approved", True)}


def test_a_decision_is_told_to_the_proposer_once(acme: Project, alice: User, bob: User) -> None:
    target = make_memory(acme)
    proposal, rival = (make_proposal(acme, by=bob, target=target) for _ in range(2))
    other = make_proposal(acme, by=bob)
    told(acme)

    reject(other, by=alice, revision=1, reason="Not so.")
    approve(proposal, by=alice, revision=1, edited=Edited(content="Edited."))
    assert told(acme) == {
        ("bob", "proposal.rejected", True),
        ("bob", "proposal.approved", True),
    }
    apply(proposal, actor=human(alice))
    assert told(acme) == {("bob", "proposal.stale", True)}
    assert Proposal.objects.get(pk=rival.pk).status == "stale"
    assert told(acme) == set()


def test_an_approval_that_decides_nothing_yet_is_no_decision(
    acme: Project, alice: User, bob: User, dora: User
) -> None:
    change_policy(acme, by=alice, approvals_needed=2)
    proposal = make_proposal(acme, by=bob)
    told(acme)

    approve(proposal, by=alice, revision=1)
    assert told(acme) == set()
    approve(proposal, by=dora, revision=1)
    assert told(acme) == {("bob", "proposal.approved", True)}


def test_other_words_ask_again_and_an_added_reason_does_not(acme: Project, bob: User) -> None:
    proposal = make_proposal(acme, "One.", by=bob)
    told(acme)
    make_proposal(acme, "One.", by=bob, reason="Another.")
    assert told(acme) == set()

    revise(proposal, by=bob, revision=1, edited=Edited(content="Two."))
    assert {kind for _, kind, _ in told(acme)} == {"proposal.revised"}


def test_an_assignment_and_a_mention_are_for_whom_they_name(
    acme: Project, alice: User, bob: User, dora: User
) -> None:
    proposal = make_proposal(acme, by=bob)
    told(acme)

    assign(proposal, to=dora, by=alice)
    assert told(acme) == {("dora", "proposal.assigned", True)}
    comment(proposal, by=dora, text="What does @vera say?")
    assert told(acme) == {
        ("bob", "proposal.commented", True),
        ("vera", "proposal.commented", True),
    }


def test_everything_is_everything_but_ones_own(acme: Project, alice: User, vera: User) -> None:
    wants(vera, Wants.EVERYTHING)
    wants(alice, Wants.EVERYTHING)
    asked = Asked(operation=Operation.CREATE, kind="fact", content="At once.")

    say(acme, asked, by=alice)

    assert told(acme) == {("vera", "proposal.applied", False)}


def test_nothing_is_nothing(acme: Project, alice: User, bob: User, dora: User) -> None:
    for user in (alice, dora):
        wants(user, Wants.NOTHING)

    make_proposal(acme, by=bob)

    assert told(acme) == set()


def test_nobody_outside_or_gone_is_told(
    acme: Project, alice: User, bob: User, dora: User, charlie: User
) -> None:
    remove_member(acme, dora, by=alice)
    alice.is_active = False
    alice.save()

    make_proposal(acme, by=bob)

    assert told(acme) == set()


def test_a_conflict_is_for_reviewers(acme: Project, alice: User, dora: User) -> None:
    make_memory(acme, "Use Neo4j as the store.", kind="decision")
    make_memory(acme, "Use SQLite as the store.", kind="decision")

    assert ("dora", "conflict.found", True) in told(acme)


def test_every_project_is_followed_and_each_event_told_once(acme: Project, bob: User) -> None:
    other = make_project("other", owner=bob)
    make_proposal(acme, by=bob)
    make_proposal(other, by=bob)

    assert notify_all() > 1
    before = Notification.objects.count()
    assert notify_all() == 0
    assert Notification.objects.count() == before
    assert {one.project.slug for one in Notification.objects.all()} == {"acme", "other"}


def test_it_asks_as_much_for_many_members_as_for_few(
    acme: Project, alice: User, bob: User, dora: User
) -> None:
    def asked() -> int:
        assign(make_proposal(acme, by=bob), to=dora, by=alice)
        with CaptureQueriesContext(connection) as queries:
            notify(acme)
        return len(queries)

    few = asked()
    for _ in range(5):
        join(acme, make_user(), Role.REVIEWER)

    assert asked() == few


def test_it_asks_no_more_for_many_that_somebody_asks_to_change(
    acme: Project, alice: User, bob: User
) -> None:
    def asked(many: int) -> int:
        for number in range(many):
            asking = make_proposal(acme, f"Of {many}: {number}.", by=bob)
            comment(asking, by=alice, text="Why?", asks=True)
        with CaptureQueriesContext(connection) as queries:
            notify(acme)
        return len(queries)

    few = asked(1)
    for _ in range(5):
        join(acme, make_user(), Role.REVIEWER)

    assert asked(3) == few

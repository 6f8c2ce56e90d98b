"""An owner has everything forgotten that one person wrote; who decided what stays on record."""

import pytest

from memory.access import access_to
from memory.actors import human, page_agent
from memory.errors import Forbidden, PreviouslyRejected
from memory.models import AuditEvent, Erasure, Memory, Project, User
from memory.proof import prove
from memory.roles import Role
from proposals.changes import Asked, Edited
from proposals.models import Proposal, Review, SavedView
from proposals.services.again import propose_again
from proposals.services.apply import apply
from proposals.services.comment import comment
from proposals.services.erase_memory import erase_memory
from proposals.services.erase_person import Written, erase_person
from proposals.services.erase_proposal import erase_proposal
from proposals.services.propose import propose
from proposals.services.review import approve, reject
from proposals.services.saved_views import Filters, save_view
from proposals.states import Operation, Status
from tests.factories import join, make_memory, make_proposal
from tests.proposals.everywhere import tables_with

WORD, CONTROL = "zanzibarquokka", "vermilionwombat"


@pytest.fixture
def dora(acme: Project, charlie: User) -> User:
    """A reviewer who writes everywhere."""
    return join(acme, charlie, Role.REVIEWER)


def wrote(project: Project, person: User, other: User, word: str) -> None:
    """The word in the person's own hand, their agent's, and in notes on the other's proposals."""
    for actor in (human(person), page_agent(person)):
        asked = Asked(
            operation=Operation.CREATE, kind="fact", content=f"{word} by {actor.kind}.", reason=word
        )
        made = propose(project, asked, actor=actor).proposal
        approve(made, by=other, revision=1)
        apply(made, actor=actor)
    make_proposal(project, f"{word} waits.", by=person)
    theirs = make_proposal(project, f"Of the other, about {word[::-1]}.", by=other)
    reject(theirs, by=person, revision=1, reason=f"No {word}.")
    edited = make_proposal(project, by=other)
    comment(edited, by=person, text=f"What of {word}, @{other.username}?")
    comment(edited, by=other, text=f"Nothing of {word[::-1]}.")
    approve(edited, by=person, revision=1, edited=Edited(content=f"Edited to {word}."), note=word)
    apply(edited, actor=human(person))
    repeated = Asked(operation=Operation.CREATE, kind="fact", content=f"Twice, {word[::-1]}.")
    propose(project, repeated, actor=human(other))
    propose(project, repeated.model_copy(update={"reason": f"{word} too."}), actor=human(person))


def erase(project: Project, person: User, by: User) -> Written:
    return erase_person(project, person.pk, name=person.name, by=by, reason="They asked for it.")


def test_all_they_wrote_is_gone_and_all_that_others_wrote_stays(
    acme: Project, alice: User, dora: User
) -> None:
    wrote(acme, dora, alice, WORD)
    make_memory(acme, f"By alice: {CONTROL}.", by=alice)
    before = tables_with(WORD)

    written = erase(acme, dora, by=alice)

    assert (written.memories, written.proposals, written.comments) == (3, 4, 1)
    assert len(before) >= 6
    assert tables_with(WORD) == set()
    assert tables_with(CONTROL)
    assert tables_with(WORD[::-1])
    assert not prove(acme).fault


def test_what_others_carried_over_of_theirs_goes_too(
    acme: Project, alice: User, bob: User, dora: User
) -> None:
    target = make_memory(acme, "Ships are blue.", by=alice)
    proposal = make_proposal(acme, f"Ships are blue. {WORD}!", target=target, by=dora, reason=WORD)
    make_memory(acme, "All ships are blue.", supersedes=target)
    first = propose_again(proposal, by=bob)
    assert first
    assert tables_with(WORD)

    erase(acme, dora, by=alice)

    assert tables_with(WORD) == set()


def test_who_decided_stays_and_so_does_the_no(acme: Project, alice: User, dora: User) -> None:
    proposal = make_proposal(acme, "Never say this.", by=alice)
    reject(proposal, by=dora, revision=1, reason="Secret reasons.")

    erase(acme, dora, by=alice)

    review = Review.objects.get(proposal=proposal)
    assert (review.reviewed_by["name"], review.note) == ("charlie", "")
    assert Proposal.objects.get(pk=proposal.pk).status == Status.REJECTED
    with pytest.raises(PreviouslyRejected):
        make_proposal(acme, "never say this", by=alice)


def test_one_event_names_the_person_and_each_thing_has_its_own(
    acme: Project, alice: User, dora: User
) -> None:
    make_memory(acme, by=dora)

    erase(acme, dora, by=alice)

    events = AuditEvent.objects.filter(type="memory.erased").order_by("seq")
    assert [event.object_type for event in events] == ["memory", "proposal", "user"]
    last = events[2]
    assert (last.object_id, last.details["name"]) == (str(dora.pk), "charlie")


def test_a_memory_whose_proposal_went_before_is_found_too(
    acme: Project, alice: User, dora: User
) -> None:
    memory = make_memory(acme, f"A {WORD}.", by=dora)
    proposal = Proposal.objects.get(public_id=memory.proposal_id)
    erase_proposal(proposal, by=alice, reason="First this.")

    erase(acme, dora, by=alice)

    assert tables_with(WORD) == set()


def test_an_account_that_is_gone_has_words_all_the_same(
    acme: Project, alice: User, dora: User
) -> None:
    make_memory(acme, f"A {WORD}.", by=dora)
    pk = dora.pk
    dora.delete()

    erase_person(acme, pk, name="charlie", by=alice, reason="They asked for it.")

    assert tables_with(WORD) == set()


def test_an_owner_may_erase_their_own_and_this_reason_stays(acme: Project, alice: User) -> None:
    earlier = make_memory(acme)
    erase_memory(earlier, by=alice, reason="An earlier reason.")
    make_memory(acme)

    erase(acme, alice, by=alice)

    reasons = set(Erasure.objects.values_list("reason", flat=True))
    assert reasons == {"", "They asked for it."}
    assert all(bool(one.reason) == bool(bytes(one.salt)) for one in Erasure.objects.all())
    assert not Memory.objects.filter(erased_at=None).exists()


def test_nothing_of_theirs_leaves_no_event(acme: Project, alice: User, dora: User) -> None:
    assert not erase(acme, dora, by=alice).anything
    assert not AuditEvent.objects.filter(type="memory.erased").exists()


def test_other_projects_keep_what_they_wrote_there(
    acme: Project, alice: User, elsewhere: Project, charlie: User
) -> None:
    theirs = make_memory(elsewhere, by=charlie)

    erase(acme, charlie, by=alice)

    assert Memory.objects.get(pk=theirs.pk).content


def test_only_an_owner_may(acme: Project, alice: User, dora: User) -> None:
    make_memory(acme, by=alice)

    with pytest.raises(Forbidden):
        erase(acme, alice, by=dora)

    assert erase(acme, alice, by=alice).anything


def test_the_views_they_saved_go_and_those_of_others_stay(
    acme: Project, alice: User, dora: User
) -> None:
    for person in (alice, dora):
        filters = Filters("mine", f"{WORD} kind:fact", "newest")
        save_view(access_to(acme, person, Role.VIEWER), "Mine", filters, shared=False)

    erase(acme, dora, by=alice)

    assert [view.owner for view in SavedView.objects.all()] == [alice]

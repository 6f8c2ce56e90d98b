"""An owner has a memory's words forgotten: everywhere, once, with a reason, and provably."""

import pytest
from django.db import connection

from memory.actors import human, page_agent
from memory.authority import Instant
from memory.errors import (
    Forbidden,
    InvalidInput,
    NotAuthoritative,
    NotFound,
    PreviouslyRejected,
)
from memory.models import AuditEvent, Erasure, IdempotencyRecord, Memory, Project, User
from memory.proof import prove
from memory.roles import Role
from memory.services.projects import change_policy, close_project
from memory.services.recall import recall
from memory.services.tidy import sample_anew
from proposals.changes import Asked
from proposals.models import Proposal
from proposals.services.apply import apply
from proposals.services.erase_memory import erase_memory
from proposals.services.propose import propose, propose_batch
from proposals.services.retries import Retry
from proposals.services.review import approve, reject
from proposals.states import Operation, Status
from tests.factories import join, make_memory, make_project, make_proposal, retire
from tests.proposals.everywhere import files_with, samples_with, tables_with

WORD, CONTROL = "zanzibarquokka", "vermilionwombat"


def said(word: str) -> dict[str, object]:
    return {"title": f"The {word} title", "tags": [word], "reason": f"Because of {word}."}


def whole_story(project: Project, owner: User, word: str) -> Memory:
    """The word in every place that a memory's own story can bring it to."""
    agent = page_agent(owner)
    create = Asked(operation=Operation.CREATE, kind="fact", content=f"A {word} fact.", **said(word))
    made = propose(project, create, actor=agent, retry=Retry("t", "k" + word, "0" * 64)).proposal
    propose(project, create.model_copy(update={"reason": f"Also {word}."}), actor=agent)
    approve(made, by=owner, revision=1, note=f"Yes, {word}.")
    [memory] = apply(made, actor=agent).memories
    change = {"memory_id": str(memory.public_id), "operation": Operation.UPDATE}
    no = propose(project, Asked(content=f"Not {word}.", **change), actor=agent).proposal
    reject(no, by=owner, revision=1, reason=f"No {word} here.")
    propose(project, Asked(content=f"Perhaps {word}.", **change), actor=agent)
    items = [
        Asked(content=f"Or {word}.", **change),
        Asked(operation=Operation.CREATE, kind="fact", content="Quite another thing."),
    ]
    propose_batch(project, items, actor=agent)
    return memory


def test_every_place_forgets_the_word_and_keeps_the_others(acme: Project, alice: User) -> None:
    memory = whole_story(acme, alice, WORD)
    control = whole_story(acme, alice, CONTROL)
    before = tables_with(WORD)

    erase_memory(memory, by=alice, reason="It named a customer.")

    assert len(before) >= 7
    assert tables_with(WORD) == set()
    assert tables_with(CONTROL) == before
    assert not recall(acme, WORD, instant=Instant.now()).memories
    assert recall(acme, CONTROL, instant=Instant.now()).memories == [control]


def test_not_even_the_files_hold_it(committed_db: None) -> None:
    if connection.vendor != "sqlite":
        pytest.skip("the server keeps PostgreSQL's files")
    project = make_project("acme")
    owner = project.memberships.get().user
    memory = whole_story(project, owner, WORD)
    make_memory(project, f"Newer {WORD}.", supersedes=memory)
    whole_story(project, owner, CONTROL)
    found = files_with(WORD)

    erase_memory(memory, by=owner, reason="Asked for.", all_versions=True)

    assert found
    assert files_with(WORD) == set()
    assert files_with(CONTROL)


def test_postgresql_keeps_it_not_even_as_a_sample(committed_db: None) -> None:
    if connection.vendor != "postgresql":
        pytest.skip("SQLite samples no column that has words")
    project = make_project("acme")
    owner = project.memberships.get().user
    memory = whole_story(project, owner, WORD)
    whole_story(project, owner, CONTROL)
    sample_anew()
    found = samples_with(WORD)

    erase_memory(memory, by=owner, reason="Asked for.")

    assert len(found) > 1
    assert samples_with(WORD) == set()
    assert samples_with(CONTROL)


def test_digests_stay_and_the_chain_verifies(acme: Project, alice: User) -> None:
    memory = make_memory(acme)

    erase_memory(memory, by=alice, reason="Asked for.")

    erased = Memory.objects.get(pk=memory.pk)
    assert (erased.digest, erased.value, bytes(erased.salt)) == (memory.digest, memory.value, b"")
    assert erased.erased_at
    assert not prove(acme).fault


def test_the_event_names_who_and_the_record_why_without_the_words(
    acme: Project, alice: User
) -> None:
    memory = make_memory(acme)

    erase_memory(memory, by=alice, reason="It named a customer.")

    event = AuditEvent.objects.get(type="memory.erased", object_id=str(memory.public_id))
    why = Erasure.objects.get(object_id=str(memory.public_id))
    assert event.actor["name"] == "alice"
    assert (why.reason, why.at) == ("It named a customer.", event.at)
    assert "customer" not in str(event.details)


def test_open_proposals_on_it_go_stale(acme: Project, alice: User) -> None:
    memory = make_memory(acme)
    waiting = make_proposal(acme, target=memory)
    approved = make_proposal(acme, target=memory, status=Status.APPROVED)
    elsewhere = make_proposal(acme)

    erase_memory(memory, by=alice, reason="Asked for.")

    statuses = dict(Proposal.objects.values_list("pk", "status"))
    assert [statuses[one.pk] for one in (waiting, approved, elsewhere)] == [
        Status.STALE,
        Status.STALE,
        Status.PENDING,
    ]


def test_a_rejection_still_holds_after_the_words_are_gone(acme: Project, alice: User) -> None:
    memory = make_memory(acme)
    make_proposal(acme, "Never say this.", target=memory, status=Status.REJECTED)

    erase_memory(memory, by=alice, reason="Asked for.")

    with pytest.raises(PreviouslyRejected):
        make_proposal(acme, "never say THIS")
    assert make_proposal(acme, "Say something else.").is_open


def test_of_a_lineage_one_version_or_all(acme: Project, alice: User) -> None:
    first = make_memory(acme, "First.")
    second = make_memory(acme, "Second.", supersedes=first)
    third = make_memory(acme, "Third.", supersedes=second)

    one = erase_memory(first, by=alice, reason="Asked for.")
    rest = erase_memory(first, by=alice, reason="All of it.", all_versions=True)

    assert (one, rest) == ([first], [second, third])


def test_the_next_version_keeps_its_own_words_and_forgets_what_it_was_compared_with(
    acme: Project, alice: User
) -> None:
    first = make_memory(acme, f"First {WORD}.")
    second = make_memory(acme, "Second.", supersedes=first)

    erase_memory(first, by=alice, reason="Asked for.")

    maker = Proposal.objects.get(public_id=second.proposal_id)
    assert (maker.current.words.content, maker.current.base) == ("Second.", [None])
    assert Memory.objects.get(pk=second.pk).content == "Second."
    assert tables_with(WORD) == set()


def test_out_of_a_batch_goes_one_and_the_others_stay(acme: Project, alice: User) -> None:
    items = [Asked(operation=Operation.CREATE, kind="fact", content=one) for one in (WORD, "Kept.")]
    batch = propose_batch(acme, items, actor=page_agent(alice), reason="Two.").proposal
    approve(batch, by=alice, revision=1)
    gone, kept = apply(batch, actor=page_agent(alice)).memories

    erase_memory(gone, by=alice, reason="Asked for.")

    assert tables_with(WORD) == set()
    assert Memory.objects.get(pk=kept.pk).content == "Kept."
    assert not Proposal.objects.get(pk=batch.pk).is_erased


def test_a_retired_one_and_its_retirement_are_erased_too(acme: Project, alice: User) -> None:
    memory = retire(make_memory(acme, f"Old {WORD}."))

    erase_memory(memory, by=alice, reason="Asked for.")

    assert tables_with(WORD) == set()


def test_an_older_version_is_not_changed_in_favour_of_an_erased_one(
    acme: Project, alice: User
) -> None:
    first = make_memory(acme)
    second = make_memory(acme, supersedes=first)
    with pytest.raises(NotAuthoritative) as before:
        make_proposal(acme, target=first)

    erase_memory(second, by=alice, reason="Asked for.")

    with pytest.raises(NotAuthoritative) as after:
        make_proposal(acme, target=first)
    assert before.value.data["authoritative_memory_id"] == str(second.public_id)
    assert after.value.data["authoritative_memory_id"] is None
    assert "erased" in after.value.message


def test_a_twin_in_another_project_is_left_alone(
    acme: Project, alice: User, elsewhere: Project
) -> None:
    mine, theirs = make_memory(acme, f"Same {WORD}."), make_memory(elsewhere, f"Same {WORD}.")

    erase_memory(mine, by=alice, reason="Asked for.")

    assert recall(elsewhere, WORD, instant=Instant.now()).memories == [theirs]


def test_again_is_one_erasure(acme: Project, alice: User) -> None:
    memory = make_memory(acme)
    erase_memory(memory, by=alice, reason="Asked for.")

    again = erase_memory(memory, by=alice, reason="Asked for again.")

    assert again == []
    assert Erasure.objects.filter(object_type="memory").count() == 1


@pytest.mark.parametrize("role", [Role.VIEWER, Role.CONTRIBUTOR, Role.REVIEWER])
def test_only_an_owner_may(acme: Project, alice: User, charlie: User, role: Role) -> None:
    memory = make_memory(acme)
    with pytest.raises(NotFound):
        erase_memory(memory, by=charlie, reason="Asked for.")

    join(acme, charlie, role)

    with pytest.raises(Forbidden):
        erase_memory(memory, by=charlie, reason="Asked for.")
    assert Memory.objects.get(pk=memory.pk).content
    assert erase_memory(memory, by=alice, reason="Asked for.")


@pytest.mark.parametrize("reason", ["", " \u200b\n", "x" * 4_001, "\x00"])
def test_without_a_fit_reason_nothing_is_erased(acme: Project, alice: User, reason: str) -> None:
    memory = make_memory(acme)

    with pytest.raises(InvalidInput):
        erase_memory(memory, by=alice, reason=reason)

    assert Memory.objects.get(pk=memory.pk).content


def test_policy_asks_for_the_password_here_too(acme: Project, alice: User) -> None:
    memory = make_memory(acme)
    change_policy(acme, by=alice, confirm_with="password")

    with pytest.raises(InvalidInput):
        erase_memory(memory, by=alice, reason="Asked for.", password="wrong")

    assert erase_memory(memory, by=alice, reason="Asked for.", password="a long password")


def test_a_closed_project_forgets_too(acme: Project, alice: User) -> None:
    memory = make_memory(acme)
    close_project(acme, actor=human(alice))

    erase_memory(memory, by=alice, reason="Asked for.")

    assert Memory.objects.get(pk=memory.pk).content == ""
    assert not prove(acme).fault


def test_a_key_that_was_used_for_it_is_forgotten(acme: Project, alice: User) -> None:
    memory = whole_story(acme, alice, WORD)

    erase_memory(memory, by=alice, reason="Asked for.")

    assert not IdempotencyRecord.objects.exists()

"""An erasure among others' writes: whoever is first, no word is left and no half of it is done."""

import pytest

from memory.actors import human, page_agent
from memory.authority import Instant
from memory.models import AuditEvent, Erasure, Memory, Project, User
from memory.proof import prove
from memory.services.recall import recall
from proposals.changes import Asked
from proposals.models import Proposal
from proposals.services import erase_memory as erasing
from proposals.services.apply import apply
from proposals.services.erase_memory import erase_memory
from proposals.services.erase_person import erase_person
from proposals.services.propose import propose
from proposals.services.review import approve
from proposals.states import Operation, Status
from tests.factories import make_memory, make_proposal
from tests.proposals.everywhere import tables_with
from tests.proposals.race import Team, at_once, raced, refused

WORD = "zanzibarquokka"


@pytest.mark.race
@raced()
def test_against_changes_to_the_same_memory(team: Team) -> None:
    old = make_memory(team.project, f"A {WORD}.", title=WORD)
    approved = make_proposal(
        team.project, "Other.", title="Other", target=old, status=Status.APPROVED
    )
    pending = make_proposal(team.project, f"Another {WORD}.", target=old)
    asked = Asked(operation=Operation.UPDATE, memory_id=str(old.public_id), content=f"More {WORD}.")

    outcomes = at_once(
        lambda: erase_memory(old, by=team.alice, reason="Asked for."),
        lambda: apply(approved, actor=human(team.alice)),
        lambda: approve(pending, by=team.dora, revision=1, note=f"Yes, {WORD}."),
        lambda: propose(team.project, asked, actor=page_agent(team.bob)),
    )

    assert outcomes[0].answer == [old]
    assert tables_with(WORD) == set()
    assert prove(team.project).broken_at is None
    status = Proposal.objects.get(pk=approved.pk).status
    true = [one.content for one in team.project.memories.authoritative(Instant.now())]
    assert (status, true) in [(Status.APPLIED, ["Other."]), (Status.STALE, [])]
    assert not team.project.proposals.filter(targets__memory=old).open().exists()


@pytest.mark.race
@raced()
def test_asked_for_by_two_it_is_done_once(team: Team) -> None:
    memory = make_memory(team.project, f"A {WORD}.")

    outcomes = at_once(
        *[lambda: erase_memory(memory, by=team.alice, reason="Asked for.")] * 3,
        lambda: erase_person(
            team.project, team.alice.pk, name="alice", by=team.alice, reason="All of it."
        ),
    )

    assert not refused(outcomes)
    assert tables_with(WORD) == set()
    about = {"object_id": str(memory.public_id), "type": "memory.erased"}
    assert AuditEvent.objects.filter(project=team.project, **about).count() == 1
    assert prove(team.project).broken_at is None


def test_broken_off_in_the_middle_nothing_was_done(
    acme: Project, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory = make_memory(acme, f"A {WORD}.")
    make_proposal(acme, f"More {WORD}.", target=memory)
    before, events = tables_with(WORD), AuditEvent.objects.count()

    def break_off(*_: object, **__: object) -> None:
        raise RuntimeError("the power went")

    with monkeypatch.context() as patch:
        patch.setattr(erasing, "empty_proposals", break_off)
        with pytest.raises(RuntimeError):
            erase_memory(memory, by=alice, reason="Asked for.")

    assert tables_with(WORD) == before
    assert recall(acme, WORD, instant=Instant.now()).memories == [memory]
    assert (AuditEvent.objects.count(), Erasure.objects.count()) == (events, 0)
    assert Memory.objects.get(pk=memory.pk).erased_at is None
    assert erase_memory(memory, by=alice, reason="Asked for.") == [memory]
    assert tables_with(WORD) == set()

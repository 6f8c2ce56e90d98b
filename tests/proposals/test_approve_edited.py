import pytest

from memory.actors import human
from memory.canonical import digest
from memory.errors import CameTooLate, InvalidInput, NoChange
from memory.models import Memory, Project, User
from memory.services.projects import change_policy
from proposals.changes import Edited, parse_asked
from proposals.models import Proposal
from proposals.services.propose import propose_batch
from proposals.services.review import approve
from proposals.services.revise import revise
from proposals.states import Operation, Status
from tests.factories import make_memory, make_proposal
from tests.proposals.traces import leaves, nothing_changes

NEW = Edited(content="Use SQLite; Neo4j is optional.")


def test_edited_words_are_what_is_approved_and_both_texts_are_kept(
    acme: Project, alice: User, storage: Memory
) -> None:
    proposal = make_proposal(acme, "Use SQLite.", target=storage)

    with leaves(acme, "proposal.approved"):
        approved = approve(proposal, by=alice, revision=1, edited=NEW)

    first, second = approved.revisions.order_by("number")
    assert first.words
    assert second.words
    assert [first.words.content, second.words.content] == ["Use SQLite.", NEW.content]
    assert (approved.status, approved.revision, approved.current) == (Status.APPROVED, 2, second)
    review = approved.reviews.get()
    assert (review.edited, review.revision, review.digest) == (True, second, second.digest)
    assert second.digest != first.digest
    assert second.author["name"] == "alice"
    change = second.parsed[0]
    assert digest(second.words.plain(), salt=bytes.fromhex(change.salt)) == second.digest


@pytest.mark.parametrize(
    "edited",
    [
        Edited(),
        Edited(content="Use SQLite."),
        Edited(content="Use SQLite.", title="Storage", kind="decision", tags=["storage", "graph"]),
    ],
)
def test_words_sent_back_as_they_were_are_not_an_edit(
    acme: Project, alice: User, storage: Memory, edited: Edited
) -> None:
    proposal = make_proposal(acme, "Use SQLite.", target=storage)

    approved = approve(proposal, by=alice, revision=1, edited=edited)

    assert (approved.revision, approved.reviews.get().edited) == (1, False)


def test_line_ends_of_a_form_are_not_an_edit(acme: Project, alice: User) -> None:
    proposal = make_proposal(acme, "One.\nTwo.")

    approved = approve(proposal, by=alice, revision=1, edited=Edited(content="One.\r\nTwo."))

    assert approved.revision == 1


@pytest.mark.parametrize(
    ("edited", "name", "value"),
    [
        (Edited(title=""), "title", ""),
        (Edited(kind="requirement"), "kind", "requirement"),
        (Edited(tags=[]), "tags", []),
        (Edited(content="Use SQLite. "), "content", "Use SQLite. "),
    ],
)
def test_every_word_of_a_proposal_may_be_edited_and_the_rest_stays(
    acme: Project, alice: User, storage: Memory, edited: Edited, name: str, value: object
) -> None:
    proposal = make_proposal(acme, "Use SQLite.", target=storage, valid_until="2100-01-01")
    before = proposal.current.words

    words = approve(proposal, by=alice, revision=1, edited=edited).current.words

    assert words
    assert before
    assert words == before.model_copy(update={name: value})


def test_an_edit_dismisses_the_approvals_before_it(acme: Project, alice: User, dora: User) -> None:
    change_policy(acme, by=alice, approvals_needed=2)
    proposal = make_proposal(acme)
    approve(proposal, by=dora, revision=1)

    edited = approve(proposal, by=alice, revision=1, edited=NEW)

    first = edited.reviews.get(reviewer=dora)
    assert (first.dismissed_because, first.dismissed_at is not None) == ("edited", True)
    assert first.revision.words
    assert edited.status == Status.PENDING
    assert approve(edited, by=dora, revision=2).status == Status.APPROVED


def test_an_edit_back_to_the_current_words_is_no_change(
    acme: Project, alice: User, storage: Memory
) -> None:
    proposal = make_proposal(acme, "Use SQLite.", target=storage)

    with nothing_changes(), pytest.raises(NoChange) as refusal:
        approve(proposal, by=alice, revision=1, edited=Edited(content=storage.content))

    assert refusal.value.data == {"memory_id": str(storage.public_id)}


def test_an_edit_into_what_is_true_already_is_no_change(acme: Project, alice: User) -> None:
    known = make_memory(acme, "Ships are blue.")
    proposal = make_proposal(acme, "Ships are green.")

    with nothing_changes(), pytest.raises(NoChange) as refusal:
        approve(proposal, by=alice, revision=1, edited=Edited(content="ships are blue"))

    assert refusal.value.data == {"memory_id": str(known.public_id)}


def test_an_edit_into_another_open_proposal_names_it(
    acme: Project, alice: User, storage: Memory
) -> None:
    other = make_proposal(acme, "Use SQLite.", target=storage)
    proposal = make_proposal(acme, "Use PostgreSQL.", target=storage)

    with nothing_changes(), pytest.raises(NoChange) as refusal:
        approve(proposal, by=alice, revision=1, edited=Edited(content="Use SQLite."))

    assert refusal.value.data == {"proposal_id": str(other.public_id)}


def test_an_edit_of_an_old_page_is_refused_with_the_newer_revision(
    acme: Project, alice: User, bob: User
) -> None:
    proposal = make_proposal(acme, by=bob)
    revise(proposal, by=bob, revision=1, edited=Edited(content="Second thoughts."))

    for edited in (None, NEW):
        with nothing_changes(), pytest.raises(CameTooLate) as refusal:
            approve(proposal, by=alice, revision=1, edited=edited)
        assert refusal.value.data == {"revision": 2, "seen": 1}

    assert approve(proposal, by=alice, revision=2).status == Status.APPROVED


def test_what_has_no_single_text_is_not_edited(acme: Project, alice: User, storage: Memory) -> None:
    retirement = make_proposal(acme, target=storage, operation=Operation.RETIRE)

    for proposal in (retirement, _batch_of_two(acme, alice)):
        with nothing_changes(), pytest.raises(InvalidInput):
            approve(proposal, by=alice, revision=1, edited=NEW)
        assert approve(proposal, by=alice, revision=1).status == Status.APPROVED


def _batch_of_two(project: Project, by: User) -> Proposal:
    items = [
        parse_asked({"operation": "create", "kind": "fact", "content": content})
        for content in ("One.", "Two.")
    ]
    return propose_batch(project, items, actor=human(by)).proposal

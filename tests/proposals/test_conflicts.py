"""Two decisions that disagree are listed together until a person resolves it. Nothing else ends."""

import pytest

from memory.actors import human, page_agent
from memory.authority import Instant
from memory.errors import CameTooLate, Forbidden, InvalidInput, NotFound
from memory.kinds import EdgeType
from memory.models import AuditEvent, Memory, Project, User
from memory.roles import Role
from memory.services.projects import change_policy
from memory.services.recall import what_is_true
from proposals.changes import parse_asked
from proposals.ledger import lines_of
from proposals.models import Conflict, Proposal
from proposals.services.apply import apply
from proposals.services.conflicts import against, standing_conflicts
from proposals.services.erase_memory import erase_memory
from proposals.services.propose import propose
from proposals.services.resolve import resolve
from proposals.services.review import approve
from tests.factories import join, make_memory, make_proposal

NEO, LITE = "Use Neo4j as the primary store.", "Use SQLite as the primary store."


def true(project: Project) -> set[str]:
    return {one.content for one in what_is_true(project, Instant.now())}


def standing(project: Project) -> list[tuple[str, str]]:
    found = standing_conflicts(project, Instant.now(), limit=9)
    return [(one.older.content, one.newer.content) for one in found]


def events(project: Project, type: str) -> list[AuditEvent]:
    return list(AuditEvent.objects.filter(project=project, type=type).order_by("seq"))


@pytest.fixture
def pair(acme: Project) -> Conflict:
    make_memory(acme, "Exports run at night.", kind="decision")
    make_memory(acme, NEO, kind="decision")
    make_memory(acme, LITE, kind="decision")
    return Conflict.objects.get(project=acme)


def test_two_that_disagree_are_listed_and_both_stay_true(acme: Project, pair: Conflict) -> None:
    assert standing(acme) == [(NEO, LITE)]
    assert true(acme) == {NEO, LITE, "Exports run at night."}
    [found] = events(acme, "conflict.found")
    assert found.details["memories"] == [str(pair.older.public_id), str(pair.newer.public_id)]
    assert "neo4j" in pair.reason
    assert "neo4j" not in str(found.details).lower()


def test_another_projects_words_are_never_compared(acme: Project, elsewhere: Project) -> None:
    make_memory(elsewhere, NEO, kind="decision")
    make_memory(acme, LITE, kind="decision")
    assert not Conflict.objects.exists()


def test_a_change_of_a_memory_is_not_compared_with_what_it_ends(acme: Project) -> None:
    old = make_memory(acme, NEO, kind="decision")
    make_memory(acme, LITE, kind="decision", supersedes=old)
    assert not Conflict.objects.exists()


def test_a_link_that_contradicts_is_a_conflict(acme: Project, alice: User) -> None:
    old = make_memory(acme, "Bees drink water.")
    asked = parse_asked(
        {
            "operation": "create",
            "kind": "fact",
            "content": "The hive is dry.",
            "links": [{"type": EdgeType.CONTRADICTS, "memory_id": old.label}],
        }
    )
    proposal = propose(acme, asked, actor=human(alice)).proposal
    approve(proposal, by=alice, revision=1)
    apply(proposal, actor=human(alice))
    assert standing(acme) == [("Bees drink water.", "The hive is dry.")]


@pytest.mark.parametrize(
    ("choice", "left"),
    [
        ("keep_old", {NEO}),
        ("keep_new", {LITE}),
        ("keep_both", {NEO, LITE}),
        ("write_new", {"Use SQLite; Neo4j stays optional."}),
    ],
)
def test_each_choice_is_a_proposal_that_resolves_it(
    acme: Project, alice: User, pair: Conflict, choice: str, left: set[str]
) -> None:
    said = resolve(acme, pair.pk, choice, by=alice, content="Use SQLite; Neo4j stays optional.")

    assert said.is_applied
    assert true(acme) == left | {"Exports run at night."}
    assert standing(acme) == []
    [event] = events(acme, "conflict.resolved")
    assert event.details["choice"] == choice
    assert event.details["proposal"] == str(said.proposal.public_id)


def test_a_pair_that_was_kept_is_not_raised_until_either_changes(
    acme: Project, alice: User, pair: Conflict
) -> None:
    resolve(acme, pair.pk, "keep_both", by=alice)
    newer = Memory.objects.get(lineage=pair.newer.lineage, version=2)
    assert [link["type"] for link in newer.links] == ["relates_to"]
    assert len(events(acme, "conflict.found")) == 1

    make_memory(acme, "Use PostgreSQL as the primary store.", kind="decision", supersedes=newer)
    assert standing(acme) == [(NEO, "Use PostgreSQL as the primary store.")]


def test_where_others_must_review_it_stands_until_they_have(
    acme: Project, alice: User, pair: Conflict
) -> None:
    change_policy(acme, by=alice, four_eyes=True)
    dora = join(acme, User.objects.create_user("dora"), Role.REVIEWER)

    said = resolve(acme, pair.pk, "keep_new", by=alice)
    assert not said.is_applied
    assert standing(acme) == [(NEO, LITE)]
    with pytest.raises(CameTooLate, match=r"P-\d+ is to resolve this"):
        resolve(acme, pair.pk, "keep_old", by=dora)

    approve(said.proposal, by=dora, revision=1)
    apply(said.proposal, actor=page_agent(alice))
    assert standing(acme) == []
    assert true(acme) == {LITE, "Exports run at night."}


def test_it_ends_by_itself_when_one_of_them_does(
    acme: Project, alice: User, pair: Conflict
) -> None:
    make_memory(acme, "Use files.", kind="decision", supersedes=pair.older)
    assert standing(acme) == []
    [event] = events(acme, "conflict.resolved")
    assert event.details["choice"] == "ended"
    assert lines_of(acme, [event])[0].verb.startswith("ended a conflict")
    with pytest.raises(CameTooLate):
        resolve(acme, pair.pk, "keep_old", by=alice)


def test_who_may_not_review_resolves_nothing(
    acme: Project, elsewhere: Project, bob: User, charlie: User, pair: Conflict
) -> None:
    proposals = Proposal.objects.count()
    with pytest.raises(Forbidden):
        resolve(acme, pair.pk, "keep_old", by=bob)
    with pytest.raises(NotFound):
        resolve(acme, pair.pk, "keep_old", by=charlie)
    with pytest.raises(NotFound):
        resolve(elsewhere, pair.pk, "keep_old", by=charlie)
    assert Proposal.objects.count() == proposals


@pytest.mark.parametrize(
    ("choice", "field"), [("", "choice"), ("both", "choice"), ("write_new", "content")]
)
def test_a_choice_that_is_none_is_refused(
    acme: Project, alice: User, pair: Conflict, choice: str, field: str
) -> None:
    with pytest.raises(InvalidInput) as refused:
        resolve(acme, pair.pk, choice, by=alice, content=" ")
    assert list(refused.value.fields) == [field]


def test_what_is_only_proposed_is_compared_for_its_reviewer(acme: Project, alice: User) -> None:
    make_memory(acme, NEO, kind="decision")
    proposal = make_proposal(acme, LITE, kind="decision")
    words = proposal.current.words
    assert words is not None

    [found] = against(acme, words, Instant.now())
    assert found.memory.content == NEO
    assert not Conflict.objects.exists()
    assert against(acme, words, Instant.now(), besides=found.memory) == []


def test_conflicts_are_those_of_the_instant(acme: Project, alice: User, pair: Conflict) -> None:
    then = Instant.now()
    resolve(acme, pair.pk, "keep_new", by=alice)
    known = Instant(then.as_of, then.known_at)
    assert [one.conflict for one in standing_conflicts(acme, known, limit=9)] == [pair]
    assert standing(acme) == []


def test_erasing_one_ends_it_and_takes_the_words_of_its_reason(
    acme: Project, alice: User, pair: Conflict
) -> None:
    erase_memory(pair.newer, by=alice, reason="Asked for.")

    pair.refresh_from_db()
    assert (pair.reason, pair.choice) == ("", "ended")
    assert standing(acme) == []
    assert len(events(acme, "conflict.resolved")) == 1


def test_keeping_both_leaves_the_end_that_one_of_them_has(acme: Project, alice: User) -> None:
    make_memory(acme, NEO, kind="decision")
    make_memory(acme, LITE, kind="decision", valid_until="2100-01-01T00:00:00Z")

    said = resolve(acme, Conflict.objects.get().pk, "keep_both", by=alice)

    [linked] = said.memories
    assert linked.valid_until
    assert linked.valid_until.year == 2100

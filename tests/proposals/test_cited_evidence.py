"""A proposal rests on memories, entries and facts of its project."""

import pytest

from companion.models import Entry, Relation
from memory.errors import NotFound
from memory.models import Project, User
from proposals.services.erase_entry import erase_entry
from proposals.states import Status
from tests.companion.reading import read
from tests.companion.scripted import PRESSURE, SEAL, TEXT, Scripted
from tests.factories import make_entry, make_memory, make_proposal


@pytest.fixture
def entry(acme: Project) -> Entry:
    entry = make_entry(acme, TEXT)
    read(entry, Scripted((PRESSURE, SEAL)))
    return entry


def test_entries_and_facts_are_cited_by_number_and_id(acme: Project, entry: Entry) -> None:
    memory, fact = make_memory(acme), Relation.objects.get(predicate="was")
    refs = [memory.label, "e-1", str(entry.public_id), fact.relation_id]

    proposal = make_proposal(acme, status=Status.APPLIED, evidence_ids=refs)

    expected = [str(memory.public_id), str(entry.public_id), fact.relation_id]
    assert proposal.evidence_ids == expected
    assert proposal.result
    assert proposal.result.evidence_ids == expected


def test_what_is_not_here_not_in_force_or_erased_is_not_cited(
    acme: Project, elsewhere: Project, entry: Entry, alice: User
) -> None:
    other = make_entry(elsewhere, TEXT)
    read(other)
    seal = Relation.objects.get(entry=entry, predicate="is").relation_id
    read(entry, Scripted((PRESSURE,)))
    gone = make_entry(acme)
    erase_entry(gone, by=alice, reason="Asked.")
    strangers = [str(other.public_id), other.relations.all()[0].relation_id, "r1_x", "E-099"]

    for ref in (*strangers, seal, gone.label):
        with pytest.raises(NotFound):
            make_proposal(acme, evidence_ids=[ref])
    assert make_proposal(acme, evidence_ids=[entry.label])


def test_the_reviewer_sees_the_words_with_the_excerpt_marked(
    acme: Project, entry: Entry, alice: User, browse: object
) -> None:
    fact = Relation.objects.get(predicate="was").relation_id
    proposal = make_proposal(acme, evidence_ids=[fact, entry.label])
    page = f"/p/acme/proposals/{proposal.label}/"
    owner = browse(alice)  # type: ignore[operator]

    shown = owner.get(page).content.decode()

    assert "<mark>The oil pressure was 35 psi at idle</mark>. The seal is worn." in shown
    assert shown.count("confirmed as theirs and not as true") == 2
    erase_entry(entry, by=alice, reason="Asked.")
    assert "35 psi" not in owner.get(page).content.decode()

"""The proposals in the Studio's list: the same as in its picture, as they stood at the instant."""

import re
from datetime import timedelta

import pytest

from memory.times import iso
from proposals.models import Proposal
from proposals.states import Operation, Status
from tests.factories import make_entry, make_memory, make_proposal
from tests.pages.seen import shown


@pytest.fixture
def look(browse, bob, acme):
    def read(**query):
        return shown(browse(bob).get("/p/acme/graph/", query))

    return read


def numbers(page):
    return re.findall(r"Inspect (P-\d+)", page)


def words(page):
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", "", page))


@pytest.fixture
def storage(acme):
    """P-0001 made it, P-0002 would change it, P-0003 is about nothing that is there."""
    entry = make_entry(acme, "The disk is full.")
    memory = make_memory(acme, "Use SQLite.", kind="decision", title="Storage", tags=["data"])
    make_proposal(acme, "Use PostgreSQL.", target=memory, evidence_ids=[entry.label])
    make_proposal(acme, "Buy a disk.", kind="goal")
    return memory


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ({}, ["P-0003", "P-0002", "P-0001"]),
        ({"kind": "goal"}, ["P-0003"]),
        ({"kind": ["goal", "decision"]}, ["P-0003", "P-0002", "P-0001"]),
        ({"tag": "data"}, ["P-0002", "P-0001"]),
        ({"tag": "nothing"}, []),
        ({"q": "sqlite"}, ["P-0002", "P-0001"]),
        ({"authority": "authoritative"}, ["P-0002", "P-0001"]),
        ({"authority": "retired"}, []),
        ({"tag": "data", "kind": "goal"}, []),
        ({"lineage": "M-001"}, ["P-0002", "P-0001"]),
    ],
)
def test_where_memories_are_sought_those_about_one_of_them_are_there(look, storage, query, found):
    assert numbers(look(**query)) == found


def test_a_batch_is_there_for_the_kinds_of_what_it_is_about(look, acme, storage):
    batch = Proposal.objects.get(number=2)
    Proposal.objects.filter(pk=batch.pk).update(kind="", operation=Operation.BATCH)

    assert numbers(look(kind="decision")) == ["P-0002", "P-0001"]
    assert numbers(look(kind="goal")) == ["P-0003"]


def test_what_is_cited_is_named_in_both_tables(look, acme, storage):
    make_memory(acme, evidence_ids=["E-001", "M-001"])

    page = words(look())

    assert "Change of M-001, citing E-001" in page
    assert "by Agent in the page, approved by alice, citing E-001, M-001" in page


def test_each_stands_where_it_stood_at_the_instant(look, acme, storage):
    made = Proposal.objects.get(number=1)
    tick = timedelta(microseconds=1)

    def at(instant):
        return words(look(as_of=iso(instant))).partition("Where it stands")[2]

    assert numbers(look(as_of=iso(made.created_at - tick))) == []
    assert Status.PENDING.label in at(made.created_at)
    assert Status.APPROVED.label in at(made.decided_at)
    assert Status.APPLIED.label in at(made.applied_at)
    assert Status.PENDING.label not in at(made.applied_at)


def test_the_list_of_them_goes_on_where_the_last_page_ended(look, storage, monkeypatch):
    monkeypatch.setattr("waggle_site.studio.proposal_rows.PAGE", 2)

    first, second = look(), look(proposals_before="2", view="list")

    assert numbers(first) == ["P-0003", "P-0002"]
    assert "proposals_before=2" in first
    assert numbers(second) == ["P-0001"]
    assert "Inspect M-001" not in second
    assert "Nothing of that" not in second
    assert numbers(look(before="1")) == []

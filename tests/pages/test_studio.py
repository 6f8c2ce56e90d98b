"""The Studio's list and inspector: the same graph in words, as of any instant, of one project."""

import re
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from uuid import UUID, uuid5

import pytest

from memory.actors import human
from memory.models import Memory
from memory.times import iso
from proposals.models import Revision
from proposals.services.apply import apply
from proposals.services.review import approve
from proposals.states import Status
from tests.companion.reading import read
from tests.companion.scripted import TEXT
from tests.factories import make_entry, make_memory, make_proposal
from tests.pages.seen import shown

NOON = datetime(2026, 1, 5, 12, tzinfo=UTC)
HTMX = {"HX-Request": "true"}


@pytest.fixture
def look(browse, bob, acme):
    def read(path="graph/", status=200, headers=None, **query):
        answer = browse(bob).get(f"/p/acme/{path}", query, headers=headers)
        assert answer.status_code == status
        return shown(answer)

    return read


@pytest.fixture
def inspect(look):
    def read(node, status=200, **query):
        page = look("graph/inspector/", status, HTMX, node=node, **query)
        return re.sub(r"<(?!del|ins|/del|/ins)[^>]*>", "", page)

    return read


@pytest.fixture
def storage(acme, alice):
    """Two versions, the second proposed by an agent with a reason and approved with a note."""
    quarry = make_memory(acme, "The quarry is far.", title="Quarry")
    link = [{"type": "depends_on", "memory_id": str(quarry.public_id)}]
    old = make_memory(
        acme, "Use Neo4j.", title="Storage", kind="decision", tags=["data"], links=link
    )
    proposal = make_proposal(
        acme,
        "Use SQLite.",
        target=old,
        reason="It needs no server.",
        evidence_ids=[str(quarry.public_id)],
    )
    approve(proposal, by=alice, revision=1, note="Agreed, for now.")
    return old, apply(proposal, actor=human(alice)).memories[0]


def rows_of(page):
    return re.findall(r"Inspect (M-\d+)", page)


def test_the_list_names_every_memory_link_and_proposal(look, storage):
    page = re.sub(r"\s+", " ", re.sub(r"<[^>]*>", "", look()))

    assert "Storage, version 2 M-003" in page
    assert "depends on Quarry; updates version 1" in page
    assert "needed by Storage, Storage" in page
    assert "from P-0003 by Agent in the page, approved by alice" in page
    assert "Inspect P-0003" in look()


@pytest.mark.parametrize(
    ("query", "numbers"),
    [
        ({}, ["M-003", "M-002", "M-001"]),
        ({"kind": "decision"}, ["M-003", "M-002"]),
        ({"kind": ["decision", "fact"]}, ["M-003", "M-002", "M-001"]),
        ({"authority": "superseded"}, ["M-002"]),
        ({"tag": "DATA"}, ["M-003", "M-002"]),
        ({"q": "quarry"}, ["M-001"]),
        ({"lineage": "M-002"}, ["M-003", "M-002", "M-001"]),
        ({"lineage": "M-999"}, ["M-003", "M-002", "M-001"]),
        ({"kind": "nonsense"}, ["M-003", "M-002", "M-001"]),
        ({"kind": "goal"}, []),
    ],
)
def test_it_is_narrowed_by_what_the_address_says(look, storage, query, numbers):
    assert rows_of(look(**query)) == numbers


def test_a_lineage_keeps_out_what_is_not_linked_to_it(look, storage, acme):
    make_memory(acme, "Something else.")

    assert rows_of(look(lineage="M-002")) == ["M-003", "M-002", "M-001"]


def test_links_of_other_types_are_left_out(look, storage):
    page = look(edge="updates")

    assert "updated by <a" in page
    assert "depends on <a" not in page


def test_htmx_gets_the_list_alone(look, storage):
    piece = look(headers=HTMX)

    assert "Inspect M-003" in piece
    assert '<form class="toolbar"' not in piece


def test_the_inspector_tells_who_proposed_who_approved_and_in_what_words(inspect, storage):
    told = inspect("M-003")

    assert "Agent in the page for alice proposed it" in told
    assert "It needs no server." in told
    assert "alice approved it" in told
    assert "“Agreed, for now.”" in told.replace("&ldquo;", "“").replace("&rdquo;", "”")
    assert "Use <del>Neo4j</del><ins>SQLite</ins>." in told
    assert "Citing M-001" in told


def test_the_inspector_follows_the_instant(inspect, acme):
    old = make_memory(acme, "Open on Mondays.", valid_from=NOON)
    new = make_memory(acme, "Open on Fridays.", supersedes=old, valid_from=NOON + timedelta(1))
    tick = timedelta(microseconds=1)

    before = inspect(old.label, as_of=iso(new.valid_from - tick))
    after = inspect(old.label, as_of=iso(new.valid_from))

    assert before.lstrip().startswith("Authoritative")
    assert after.lstrip().startswith("Superseded")
    assert "Then version 2 was authoritative" in after
    assert "was not known then" in inspect(old.label, known_at=iso(NOON))


def test_a_proposal_is_inspected_too(inspect, acme, storage):
    waiting = make_proposal(acme, "Use PostgreSQL.", target=storage[1], reason="We grew.")

    told = inspect(waiting.label)

    assert "Waiting for a human" in told
    assert "Use <del>SQLite</del><ins>PostgreSQL</ins>." in told
    assert f"{waiting.label}: a change is proposed" in inspect("M-003")


@pytest.mark.parametrize("by", ["label", "public_id"])
def test_what_belongs_elsewhere_is_answered_like_what_is_nowhere(look, acme, elsewhere, by):
    make_memory(acme)
    foreign = make_memory(elsewhere, "Their secret.", title="Secret")
    theirs = make_proposal(elsewhere, "Another secret.")

    for one in (foreign, theirs):
        ref = str(getattr(one, by)) if by == "public_id" else one.label.replace("-0", "-9")
        page = look(node=ref)
        piece = look("graph/inspector/", 404, HTMX, node=ref)
        assert f"There is no <bdi>{ref}</bdi> here" in page
        assert "ecret" not in page + piece


def test_the_marks_say_what_waits_who_decided_and_what_is_cited(browse, bob, acme, storage):
    make_proposal(acme, "A new room.", title="Room")
    make_proposal(acme, "No room.", status=Status.REJECTED)

    marks = browse(bob).get("/p/acme/graph/marks.json").json()["proposals"]

    applied, waiting, rejected = marks[2:]
    assert applied["targets"] == [str(storage[0].public_id)]
    assert applied["cites"] == [str(one) for one in storage[1].evidence_ids]
    assert [one["by"]["name"] for one in applied["reviews"]] == ["alice"]
    assert (waiting["status"], waiting["label"]) == ("pending", "Room")
    assert (rejected["status"], rejected["reviews"][0]["decision"]) == ("rejected", "reject")
    assert "no server" not in str(marks)


def test_a_search_finds_the_same_for_the_picture_as_for_the_list(browse, bob, look, storage):
    found = browse(bob).get("/p/acme/graph/found.json", {"q": "sqlite"}).json()

    assert found["ids"] == [str(storage[1].public_id)]
    assert rows_of(look(q="sqlite")) == ["M-003"]


def test_a_page_of_the_list_goes_on_where_the_last_one_ended(look, acme, monkeypatch):
    monkeypatch.setattr("waggle_site.studio.rows.PAGE", 2)
    for _ in range(3):
        make_memory(acme)

    first = look(view="list")

    assert rows_of(first) == ["M-003", "M-002"]
    assert "before=2" in first
    assert rows_of(look(view="list", before=2)) == ["M-001"]


def test_an_erased_version_still_ends_the_one_before_it(browse, bob, acme, storage):
    Memory.objects.filter(pk=storage[1].pk).update(
        title="", content="", tags=[], salt=b"", erased_at=storage[1].recorded_at
    )

    data = browse(bob).get("/p/acme/graph.json").json()

    assert [node["authority"] for node in data["nodes"]] == ["authoritative", "superseded"]
    (gone,) = data["erased"]
    assert (gone["lineage"], gone["version"]) == (data["nodes"][1]["lineage"], 2)
    assert gone["valid_from"] == iso(storage[1].valid_from)


def test_a_name_that_hides_characters_is_told_with_them(browse, bob, acme):
    make_memory(acme, "Pay the in\u00advoice.", title="Pay\u202e now")

    (node,) = browse(bob).get("/p/acme/graph.json").json()["nodes"]

    assert node["label"] == "Pay[right-to-left override U+202E] now"


@pytest.fixture
def cited(acme, elsewhere):
    """A proposal that cites an entry of its own project, and one of another's."""
    ours, theirs = make_entry(acme, "The pump is loud."), make_entry(elsewhere, "The secret pump.")
    proposal = make_proposal(acme, "Silence the pump.", title="Pump", evidence_ids=[ours.label])
    ids = [str(entry.public_id) for entry in (ours, theirs)]
    Revision.objects.filter(proposal=proposal).update(evidence_ids=ids)
    return SimpleNamespace(ours=ours, theirs=theirs, proposal=proposal)


def test_cited_entries_are_marks_and_another_projects_are_not(browse, bob, cited):
    marks = browse(bob).get("/p/acme/graph/marks.json").json()

    assert [(one["id"], one["number"]) for one in marks["evidence"]] == [
        (str(cited.ours.public_id), cited.ours.label)
    ]
    assert "loud" not in str(marks)


def test_evidence_is_inspected_from_either_side(inspect, cited):
    told = inspect(cited.ours.label)

    assert "The pump is loud." in told
    assert f"Cited by {cited.proposal.label}" in told
    assert f"Citing {cited.ours.label}" in inspect(cited.proposal.label)
    assert "secret" not in inspect(str(cited.theirs.public_id), 404)


def test_a_cited_fact_is_a_mark_of_the_entry_it_stands_in(browse, bob, acme, inspect):
    entry = make_entry(acme, TEXT)
    read(entry)
    facts = [one.relation_id for one in entry.relations.all()]
    proposal = make_proposal(acme, evidence_ids=facts)

    marks = browse(bob).get("/p/acme/graph/marks.json").json()

    assert [one["cites"] for one in marks["proposals"]] == [[str(entry.public_id)]]
    assert [one["number"] for one in marks["evidence"]] == [entry.label]
    assert f"Citing {entry.label}" in inspect(proposal.label)
    assert f"Cited by {proposal.label}" in inspect(entry.label)


def test_the_id_of_a_link_is_made_of_its_ends_and_type(browse, bob, storage):
    edges = browse(bob).get("/p/acme/graph.json").json()["edges"]

    for edge in edges:
        name = f"{edge['type']} {edge['target']}"
        assert edge["id"] == str(uuid5(UUID(edge["source"]), name))
    assert len(edges) == 3

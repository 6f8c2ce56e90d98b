"""The Memory Map: a bounded part of the graph, as a list that the picture is drawn from."""

import re

import pytest

from memory.kinds import EdgeType
from proposals.services.erase_memory import erase_memory
from tests.factories import make_memory, make_proposal
from waggle_site.workspace.memory_map import MOST


@pytest.fixture
def rows(browse, acme):
    """The map's list as somebody gets it, by number."""

    def get(person):
        page = browse(person).get("/p/acme/").content.decode()
        listed = page.split('id="map-rows"')[1].split("</section>")[0]
        parts = re.split(r'(?=<li data-spot=")', listed)[1:]
        return {re.match(r'<li data-spot="([^"]+)', part)[1]: part for part in parts}

    return get


def test_it_tells_each_memory_with_its_authority_and_its_links(rows, alice, acme):
    base = make_memory(acme, "Notes link.", kind="fact", title="Linked notes")
    link = [{"type": EdgeType.DEPENDS_ON, "memory_id": str(base.public_id)}]
    old = make_memory(acme, "Use Neo4j.", kind="decision", title="Storage", links=link)
    new = make_memory(acme, "Use SQLite.", supersedes=old)

    told = rows(alice)

    assert f'data-link="{base.label}" data-type="depends_on">depends on' in told[new.label]
    assert f'data-link="{old.label}" data-type="updates"' in told[new.label]
    assert 'data-state="superseded"' in told[old.label]
    assert f'href="/p/acme/graph/?node={new.label}"' in told[new.label]


def test_what_waits_to_be_changed_stands_in_the_middle(rows, alice, acme):
    first = make_memory(acme, kind="decision")
    for _ in range(3):
        make_memory(acme, links=[{"type": "relates_to", "memory_id": str(first.public_id)}])
    quiet = make_memory(acme, kind="goal")
    assert next(iter(rows(alice))) == first.label

    proposal = make_proposal(acme, target=quiet)

    told = rows(alice)
    assert next(iter(told)) == quiet.label
    assert f'data-waits="{proposal.label}"' in told[quiet.label]


def test_what_an_agent_has_just_read_is_marked(rows, browse, alice, acme):
    memory = make_memory(acme, "We deploy on Tuesdays.")
    make_memory(acme, "Water boils.")
    recall = ("/p/acme/tools/recall_memory", {"query": "deploy"})
    assert "data-read" not in rows(alice)[memory.label]

    browse(alice).post(*recall, content_type="application/json")

    assert [number for number, row in rows(alice).items() if "data-read" in row] == [memory.label]


def test_it_is_bounded_and_says_what_it_leaves_out(
    rows, browse, alice, acme, django_assert_num_queries, django_assert_max_num_queries
):
    hub = make_memory(acme, kind="decision")

    def grow(count):
        for _ in range(count):
            make_memory(acme, links=[{"type": "part_of", "memory_id": str(hub.public_id)}])

    grow(MOST)
    assert len(rows(alice)) == MOST
    client = browse(alice)
    client.get("/p/acme/")
    with django_assert_max_num_queries(60) as before:
        client.get("/p/acme/")
    grow(6)

    with django_assert_num_queries(len(before)):
        page = client.get("/p/acme/").content.decode()
    assert "7 more memories stand in the" in page


def test_nothing_of_another_project_and_nothing_erased_is_on_it(
    rows, alice, acme, elsewhere, storage
):
    foreign, gone = make_memory(elsewhere, kind="goal"), make_memory(acme, kind="goal")
    make_memory(acme, links=[{"type": "part_of", "memory_id": str(gone.public_id)}])
    erase_memory(gone, by=alice, reason="It named somebody.")

    told = rows(alice)

    assert storage.label in told
    assert gone.label not in told
    assert foreign.heading not in "".join(told.values())


def test_an_empty_one_says_how_it_comes_to_life(browse, alice, acme):
    page = browse(alice).get("/p/acme/").content.decode()

    assert "Nothing to draw yet" in page
    assert 'id="map"' not in page

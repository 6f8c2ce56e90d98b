from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from memory.times import iso
from tests.factories import make_memory, retire


@pytest.fixture
def graph(browse, bob, acme):
    def read(**query):
        return browse(bob).get("/p/acme/graph.json", query)

    return read


def test_an_updates_edge_goes_from_the_new_to_the_old(graph, acme):
    old = make_memory(acme, title="Storage")
    new = make_memory(acme, supersedes=old)

    data = graph().json()

    assert [(node["number"], node["authority"]) for node in data["nodes"]] == [
        ("M-001", "superseded"),
        ("M-002", "authoritative"),
    ]
    (edge,) = data["edges"]
    assert (edge["type"], edge["source"], edge["target"]) == (
        "updates",
        str(new.public_id),
        str(old.public_id),
    )


def test_it_shows_the_past_as_it_was_known(graph, acme):
    old = make_memory(acme)
    before = timezone.now()
    make_memory(acme, supersedes=old)

    data = graph(as_of=before.isoformat(), known_at=before.isoformat()).json()

    assert [node["authority"] for node in data["nodes"]] == ["authoritative"]
    assert data["edges"] == []


def test_each_node_says_what_it_is(graph, acme):
    make_memory(acme, valid_from=timezone.now() + timedelta(days=1))
    retire(make_memory(acme))

    nodes = graph().json()["nodes"]

    assert [node["authority"] for node in nodes] == ["scheduled", "retired"]
    assert set(nodes[0]) >= {
        "id",
        "number",
        "kind",
        "title",
        "authority",
        "valid_from",
        "valid_until",
        "recorded_at",
    }


HOSTILE = '"quoted" \\ </script> \u2028 \U0001f41d'


def test_what_the_database_writes_is_what_everything_else_writes(graph, acme):
    begun = [datetime(1, 1, 2, tzinfo=UTC), datetime(2026, 3, 1, 12, 0, 0, 120, tzinfo=UTC)]
    made = [
        make_memory(acme, valid_from=begun[0]),
        make_memory(
            acme,
            title=HOSTILE,
            tags=["Öl", '"a, b"'],
            valid_from=begun[1],
            valid_until=begun[1] + timedelta(days=9000),
        ),
    ]
    made.append(retire(make_memory(acme)))

    nodes = graph().json()["nodes"]

    assert [node["valid_from"] for node in nodes[:2]] == [
        "0001-01-02T00:00:00Z",
        "2026-03-01T12:00:00.000120Z",
    ]
    for node, memory in zip(nodes, made, strict=True):
        for name, kept in (("id", memory.public_id), ("lineage", memory.lineage)):
            assert node[name] == str(kept)
        assert node["proposal_id"] == str(memory.proposal_id)
        for name in ("valid_from", "valid_until", "recorded_at", "retired_at"):
            at = getattr(memory, name)
            assert node[name] == (iso(at) if at else None)
        assert (node["title"], node["tags"]) == (memory.title, memory.tags)
    assert nodes[1]["label"] == '"quoted" \\ </script> \U0001f41d'
    assert nodes[2]["retired_at"] is not None


def test_an_end_that_was_not_known_then_is_not_told(graph, acme):
    memory = retire(make_memory(acme))

    (node,) = graph(known_at=iso(memory.recorded_at)).json()["nodes"]

    assert (node["authority"], node["retired_at"]) == ("authoritative", None)


@pytest.mark.parametrize("name", ["as_of", "known_at"])
def test_a_time_that_is_none_is_refused_by_name(graph, name):
    answer = graph(**{name: "yesterday"})

    assert answer.status_code == 422
    assert set(answer.json()["error"]["fields"]) == {name}


def test_a_stranger_gets_json_not_a_page(browse, acme):
    answer = browse().get("/p/acme/graph.json")

    assert (answer.status_code, answer.json()["error"]["code"]) == (401, "SIGNED_OUT")


def test_another_project_is_not_in_it(graph, acme, elsewhere):
    make_memory(elsewhere, title="Foreign")
    make_memory(acme, title="Own")

    assert [node["title"] for node in graph().json()["nodes"]] == ["Own"]


def test_the_page_lists_the_same(browse, bob, acme):
    old = make_memory(acme, title="Storage")
    make_memory(acme, supersedes=old)

    page = browse(bob).get("/p/acme/graph/").content.decode()

    assert "2</span> memories" in page
    assert "updates <a" in page

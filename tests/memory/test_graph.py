"""The graph holds one project's memories and the links between them, even where one was forged."""

from types import SimpleNamespace
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from memory.authority import Instant
from memory.models import Edge, Memory, Project, User
from memory.services.listing import edges_of, graph
from tests.memory.recorded import make_memory
from tests.memory.tampering import unguarded


def forge(*ends: Memory, project: Project, kind: str) -> Edge:
    """A link that no service makes and the guards refuse."""
    source, target = ends
    with unguarded():
        return Edge.objects.create(
            source=source, target=target, project=project, type=kind, created_at=timezone.now()
        )


@pytest.fixture
def forged(acme: Project, elsewhere: Project) -> SimpleNamespace:
    """Links across the wall in both directions and under both names, beside an honest one."""
    first = make_memory(acme, "Our granite.", title="Ours")
    link = {"type": "part_of", "memory_id": str(first.public_id)}
    ours = make_memory(acme, "Our quarry.", title="Quarry", links=[link])
    theirs = make_memory(elsewhere, "Their secret.", title="Secret")
    for project, kind in ((acme, "relates_to"), (elsewhere, "contradicts")):
        forge(ours, theirs, project=project, kind=kind)
        forge(theirs, ours, project=project, kind=kind)
    return SimpleNamespace(ours=ours, theirs=theirs, honest=ours.outgoing.get(type="part_of"))


def test_a_forged_link_is_in_the_graph_of_neither_project(
    forged: SimpleNamespace, acme: Project, elsewhere: Project
) -> None:
    ours, theirs = (graph(project, instant=Instant.now()) for project in (acme, elsewhere))

    assert list(ours.edges) == [forged.honest]
    assert list(theirs.edges) == []
    assert {memory.project for memory in ours.memories} == {acme}


def test_a_forged_link_is_on_the_page_of_neither_memory(forged: SimpleNamespace) -> None:
    assert edges_of(forged.ours) == [forged.honest]
    assert edges_of(forged.theirs) == []


def test_no_page_renders_the_foreign_end(forged: SimpleNamespace, browse: Any, alice: User) -> None:
    browser = browse(alice)

    shown = [
        browser.get(f"/p/acme/{page}").content.decode()
        for page in ("graph.json", "graph/", "memories/M-002/", "memories/")
    ]

    assert ["Quarry" in page for page in shown] == [True] * 4
    assert ["Secret" in page or str(forged.theirs.public_id) in page for page in shown] == [
        False
    ] * 4


def test_no_tool_result_carries_the_foreign_id(
    forged: SimpleNamespace, browse: Any, alice: User
) -> None:
    browser = browse(alice)

    answers = [
        browser.post(f"/p/acme/tools/{tool}", asked, content_type="application/json")
        for tool, asked in (
            ("recall_memory", {"query": "quarry secret"}),
            ("get_project_brief", {}),
        )
    ]

    assert [answer.status_code for answer in answers] == [200, 200]
    for answer in answers:
        assert "Our quarry." in answer.content.decode()
        assert str(forged.theirs.public_id) not in answer.content.decode()


def test_every_state_is_a_node_that_says_so_and_what_was_erased_is_none(
    granite: SimpleNamespace,
) -> None:
    nodes = graph(granite.project, instant=Instant.now()).memories

    told = {node.content: node.authority for node in nodes}
    assert told == {
        "Granite was superseded.": "superseded",
        "Granite replaced it.": "authoritative",
        "Granite was retired.": "retired",
        "Granite has expired.": "expired",
        "Granite is scheduled.": "scheduled",
        "Granite holds until then.": "authoritative",
        "Granite holds from then.": "scheduled",
    }


def test_a_link_to_what_was_erased_goes_with_it(acme: Project) -> None:
    erased, kept = make_memory(acme), make_memory(acme)
    links = [{"type": "part_of", "memory_id": str(end.public_id)} for end in (erased, kept)]
    make_memory(acme, links=links)

    Memory.objects.filter(pk=erased.pk).update(
        title="", content="", tags=[], salt=b"", erased_at=timezone.now()
    )

    assert [edge.target for edge in graph(acme, instant=Instant.now()).edges] == [kept]


def test_it_asks_as_often_for_many_as_for_two(acme: Project, browse: Any, alice: User) -> None:
    browser = browse(alice)

    def queries(page: str) -> int:
        with CaptureQueriesContext(connection) as asked:
            assert browser.get(f"/p/acme/{page}").status_code == 200
        return len(asked)

    studio = ("graph/", "graph/marks.json", "graph/inspector/?node=M-001", "graph/?lineage=M-001")
    pages = ("graph.json", *studio, "memories/M-001/")
    first = make_memory(acme)
    link = {"type": "part_of", "memory_id": str(first.public_id)}
    make_memory(acme, links=[link], supersedes=make_memory(acme, links=[link]))
    few = [queries(page) for page in pages]
    for _ in range(5):
        make_memory(acme, links=[link], supersedes=make_memory(acme, links=[link]))

    assert [queries(page) for page in pages] == few

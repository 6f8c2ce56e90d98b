"""A link stays within its project, has two ends, and never changes."""

from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from memory.authority import Instant
from memory.kinds import EdgeType
from memory.models import Edge, Memory, Project
from memory.services.lineage import successor_of
from memory.services.recall import what_is_true
from tests.memory.recorded import make_memory, retire
from tests.memory.tampering import refused


def link(source: Memory, target: Memory, **fields: Any) -> Edge:
    known = {"type": EdgeType.RELATES_TO, "project": source.project, "created_at": timezone.now()}
    with transaction.atomic():
        return Edge.objects.create(source=source, target=target, **(known | fields))


@pytest.fixture
def edge(acme: Project) -> Edge:
    new = make_memory(acme, supersedes=make_memory(acme), reason="It moved.")
    return Edge.objects.get(source=new)


def test_two_memories_of_a_project_may_be_linked(acme: Project) -> None:
    assert link(make_memory(acme), make_memory(acme)).pk


def test_a_memory_is_not_linked_to_itself(acme: Project) -> None:
    memory = make_memory(acme)

    with pytest.raises(IntegrityError):
        link(memory, memory)


@pytest.mark.parametrize("whose", ["acme", "elsewhere"])
def test_no_link_reaches_into_another_project(
    acme: Project, elsewhere: Project, whose: str
) -> None:
    ours, theirs = make_memory(acme), make_memory(elsewhere)
    project = acme if whose == "acme" else elsewhere

    for source, target in ((ours, theirs), (theirs, ours)):
        with pytest.raises(IntegrityError, match="stays within its project"):
            link(source, target, project=project)


def test_a_link_of_another_project_between_ours_is_refused(
    acme: Project, elsewhere: Project
) -> None:
    ours, other = make_memory(acme), make_memory(acme)

    with pytest.raises(IntegrityError, match="stays within its project"):
        link(ours, other, project=elsewhere)


def test_one_update_of_a_memory_at_most(acme: Project, edge: Edge) -> None:
    with pytest.raises(IntegrityError):
        link(make_memory(acme), edge.target, type=EdgeType.UPDATES)


def test_one_link_of_a_type_between_two_memories(acme: Project) -> None:
    one, other = make_memory(acme), make_memory(acme)
    link(one, other)

    with pytest.raises(IntegrityError):
        link(one, other)
    assert link(one, other, type=EdgeType.CONTRADICTS)
    assert link(other, one)


def test_a_type_that_nobody_knows_is_refused(acme: Project) -> None:
    with pytest.raises(IntegrityError):
        link(make_memory(acme), make_memory(acme), type="kills")


COLUMNS: dict[str, Any] = {
    "type": "contradicts",
    "created_at": "2020-01-01T00:00:00+00:00",
    "proposal_id": "0" * 32,
    "proposed_by": '{"kind": "human", "name": "mallory"}',
    "reviewers": '[{"name": "mallory"}]',
    "reason": "Another reason.",
    "evidence_ids": '["x"]',
    "digest": "f" * 64,
}


def test_every_column_of_a_link_is_attacked() -> None:
    names = {field.name for field in Edge._meta.concrete_fields}

    assert names == COLUMNS.keys() | {"id", "project", "source", "target"}


@pytest.mark.parametrize("column", COLUMNS)
def test_no_column_of_a_link_changes(edge: Edge, column: str) -> None:
    is_json = column in {"proposed_by", "reviewers", "evidence_ids"}
    value = "%s::jsonb" if is_json and connection.vendor == "postgresql" else "%s"

    refused(f"UPDATE memory_edge SET {column} = {value}", COLUMNS[column], match="does not change")


@pytest.mark.parametrize("column", ["source_id", "target_id", "project_id"])
def test_no_end_of_a_link_moves(acme: Project, elsewhere: Project, edge: Edge, column: str) -> None:
    to = elsewhere.pk if column == "project_id" else make_memory(acme).pk

    refused(f"UPDATE memory_edge SET {column} = %s", to, match="does not change")


def test_a_reason_is_emptied_by_an_erasure_and_by_nothing_filled(edge: Edge) -> None:
    assert Edge.objects.filter(pk=edge.pk).update(reason="") == 1

    refused("UPDATE memory_edge SET reason = 'It moved.'", match="does not change")


def test_a_link_is_not_deleted(edge: Edge) -> None:
    refused("DELETE FROM memory_edge", match="not deleted")
    with pytest.raises(IntegrityError), transaction.atomic():
        edge.delete()

    assert Edge.objects.filter(source=edge.source).exists()


@pytest.mark.parametrize("state", ["superseded", "retired", "scheduled", "unrelated"])
def test_a_forged_update_demotes_nothing(acme: Project, state: str) -> None:
    target, source = make_memory(acme), make_memory(acme)
    if state == "superseded":
        make_memory(acme, supersedes=source)
    if state == "retired":
        source = retire(source)
    if state == "scheduled":
        source = make_memory(acme, valid_from=timezone.now().replace(year=2999))

    link(source, target, type=EdgeType.UPDATES)

    assert target in what_is_true(acme, Instant.now())
    assert successor_of(target) is None

"""Reading again: the same facts keep their ids, and a person sees first what would change."""

from __future__ import annotations

import itertools
import subprocess
import sys
from dataclasses import replace
from typing import Any

import pytest
from django.conf import settings
from django.db import IntegrityError, transaction
from hypothesis import HealthCheck, given
from hypothesis import settings as bounds
from hypothesis import strategies as st

from companion.meaning.identity import relation_id, statement, vocabulary_id
from companion.metamodel import Modality, NodeType, Polarity, Status
from companion.models import ConstructionRun, Entry, Node, Relation, RelationEvent, Subject
from companion.services.construct import source_of
from companion.services.facts import scope_of
from companion.services.previews import Preview, changes_in, preview_of
from companion.services.rebuild import discard, preview, publish_previews, try_again
from memory.errors import Forbidden, NotFound
from memory.models import AuditEvent, Project, User
from tests.companion.reading import read, read_run, run_of
from tests.companion.scripted import GUESS, LEAK, PRESSURE, SEAL, TEXT, Said, Scripted
from tests.factories import make_entry

fingerprints = itertools.count(2)
ALL = (PRESSURE, SEAL, LEAK, GUESS)
few = bounds(
    max_examples=6, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


@pytest.fixture
def entry(acme: Project) -> Entry:
    return make_entry(acme, TEXT)


def state(entry: Entry) -> dict[str, Any]:
    """All that is served of an entry, but by which reading."""
    columns = [
        field.attname
        for field in Relation._meta.concrete_fields
        if field.name not in ("current_run",)
    ]
    return {
        "relations": list(Relation.objects.filter(entry=entry).order_by("pk").values(*columns)),
        "nodes": list(Node.objects.filter(entry=entry).order_by("pk").values()),
        "revision": Subject.objects.get(pk=entry.subject_id).revision,
    }


def ids(entry: Entry) -> list[str]:
    rows = Relation.objects.factual().filter(entry=entry).order_by("relation_id")
    return list(rows.values_list("relation_id", flat=True))


@few
@given(order=st.permutations(ALL))
def test_whatever_order_and_builder_the_same_facts_change_nothing(
    entry: Entry, order: list[Said]
) -> None:
    read(entry, Scripted(ALL))
    before, events = state(entry), RelationEvent.objects.count()

    run = read(entry, Scripted(tuple(order), fingerprint=f"scripted/{next(fingerprints)}"))

    assert state(entry) == before
    assert RelationEvent.objects.count() == events
    assert set(Relation.objects.values_list("current_run", flat=True)) == {run.pk}
    assert run.report["counts"]["kept"] == 3


def test_an_id_is_made_of_what_is_said_whatever_the_process(entry: Entry, acme: Project) -> None:
    read(entry)
    one = Relation.objects.select_related("from_node", "to_node").get(predicate="was")
    said = [one.from_node.label, one.predicate, one.to_node.label]
    script = (
        "import sys; from companion.meaning.identity import *;"
        "scope, entry, *said = sys.argv[1:];"
        "said = Statement(*map(key, said), 'positive', 'asserted');"
        "print(relation_id(scope, entry, vocabulary_id(scope, 'pump-7', said)))"
    )

    asked = [sys.executable, "-c", script, scope_of(acme), str(entry.public_id), *said]
    told = subprocess.run(asked, cwd=settings.BASE_DIR, capture_output=True, text=True, check=True)

    assert told.stdout.strip() == one.relation_id


def test_the_same_words_in_another_project_have_other_ids(entry: Entry, elsewhere: Project) -> None:
    other = make_entry(elsewhere, TEXT)
    read(entry)
    read(other)

    for column in ("relation_id", "vocabulary_id"):
        here = set(entry.relations.values_list(column, flat=True))
        assert here.isdisjoint(other.relations.values_list(column, flat=True))


def test_two_entries_that_say_the_same_share_the_statement(entry: Entry) -> None:
    other = make_entry(entry.project, "Again. The seal is worn.")
    read(entry)
    read(other, Scripted((SEAL,)))

    rows = Relation.objects.filter(predicate="is")
    assert len({one.relation_id for one in rows}) == 2
    assert len({one.vocabulary_id for one in rows}) == 1


@pytest.mark.parametrize(
    ("changed", "columns"),
    [
        ({"status": Status.SOURCE_STRONGLY_IMPLIED}, ["status", "said_status"]),
        ({"quote": "The oil pressure was 35 psi at idle."}, ["end"]),
    ],
)
def test_what_is_grounded_otherwise_keeps_its_id(
    entry: Entry, changed: dict[str, Any], columns: list[str]
) -> None:
    read(entry, Scripted((PRESSURE,)))
    before, revision = ids(entry), state(entry)["revision"]

    read(entry, Scripted((replace(PRESSURE, **changed),)))

    event = RelationEvent.objects.latest("pk")
    assert ids(entry) == before
    assert (event.what, list(event.details)) == ("changed", columns)
    assert state(entry)["revision"] != revision


@pytest.mark.parametrize(
    "changed",
    [
        {"polarity": Polarity.NEGATIVE},
        {"modality": Modality.POSSIBLE},
        {"end": "35 psi"},
        {"predicate": "has_value"},
    ],
)
def test_what_says_something_else_has_another_id(entry: Entry, changed: dict[str, Any]) -> None:
    def name(said: Said) -> str:
        found = Scripted((said,)).discover(source_of(entry))
        what = statement(found.candidates[0], *found.nodes)
        return relation_id("p", "e", vocabulary_id("p", "s", what))

    assert name(replace(PRESSURE, **changed)) != name(PRESSURE)


def test_a_node_of_another_type_is_another_node_of_the_same_relation(entry: Entry) -> None:
    read(entry, Scripted((SEAL,)))
    [before] = ids(entry)

    read(entry, Scripted((replace(SEAL, types=(NodeType.CONCEPT, NodeType.PROPERTY)),)))

    assert ids(entry) == [before]
    assert RelationEvent.objects.latest("pk").details == {"also": ["to_node_id"]}


def test_an_inference_is_no_relation_and_a_fact_that_becomes_one_is_retired(entry: Entry) -> None:
    read(entry, Scripted((PRESSURE, SEAL)))
    demoted = replace(SEAL, status=Status.AGENT_INFERRED)

    run = read(entry, Scripted((PRESSURE, demoted)))

    assert run.report["counts"] == {
        "kept": 1,
        "added": 0,
        "retired": 1,
        "inferred": 1,
        "rejected": 0,
    }
    row = Relation.objects.filter(entry=entry).first()
    with pytest.raises(IntegrityError), transaction.atomic():
        Relation.objects.filter(pk=row.pk).update(status="AGENT_INFERRED")  # type: ignore[union-attr]


def test_a_preview_counts_and_changes_nothing(entry: Entry, alice: User) -> None:
    read(entry, Scripted((PRESSURE, SEAL)))
    before, events = state(entry), AuditEvent.objects.count()

    assert preview(entry, by=alice) == 1
    assert preview_of(entry) == Preview(waiting=1)
    read_run(run_of(entry), Scripted((PRESSURE, LEAK, GUESS)))

    assert preview_of(entry) == Preview(kept=1, added=1, retired=1, inferred=1, entries=1)
    [[change], _] = changes_in(entry)
    assert change.adds == ["Pump 7 leaks water"]
    assert change.retires == ["The seal is worn"]
    assert state(entry) == before
    assert AuditEvent.objects.count() == events


def test_what_was_looked_at_is_what_is_served(entry: Entry, alice: User) -> None:
    read(entry, Scripted((PRESSURE, SEAL)))
    preview(entry, by=alice)
    read_run(run_of(entry), Scripted((PRESSURE, LEAK)))

    assert publish_previews(entry, by=alice) == 1
    builder = Scripted((SEAL,))
    run = read_run(run_of(entry), builder)

    assert builder.seen == []
    assert (run.state, run.report["counts"]["added"]) == ("ready", 1)
    served = Relation.objects.factual().values_list("predicate", flat=True)
    assert set(served) == {"was", "leaks"}
    assert publish_previews(entry, by=alice) == 0


def test_a_preview_that_fails_leaves_no_event_and_the_facts(entry: Entry, alice: User) -> None:
    read(entry, Scripted((PRESSURE,)))
    before, events = state(entry), AuditEvent.objects.count()
    preview(entry, by=alice)

    read_run(run_of(entry), Scripted((Said("No", "such", "thing"),), name="rules"))

    assert preview_of(entry) == Preview(failed=1)
    assert (state(entry), AuditEvent.objects.count()) == (before, events)


def test_a_subject_and_a_project_are_read_anew_by_a_reviewer(
    acme: Project, entry: Entry, alice: User, bob: User, charlie: User
) -> None:
    make_entry(acme, TEXT), make_entry(acme, TEXT, about="Boiler")
    for one in Entry.objects.all():
        read(one)

    with pytest.raises(Forbidden):
        preview(acme, by=bob)
    with pytest.raises(NotFound):
        preview(acme, by=charlie)
    assert preview(entry, by=bob) == 1
    assert preview(entry.subject, by=alice) == 2
    assert preview(acme, by=alice) == 3
    assert preview_of(entry.subject).waiting == 2
    with pytest.raises(Forbidden):
        discard(acme, by=bob)
    assert discard(acme, by=alice) == 3
    assert ConstructionRun.objects.filter(state="ready").count() == 3


def test_while_it_is_read_nobody_asks_twice(entry: Entry, alice: User) -> None:
    assert try_again(entry, by=alice) is None
    assert preview(entry, by=alice) == 0

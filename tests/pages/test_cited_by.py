"""An entry tells which proposals and memories stand on it."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest
from django.apps import apps

from companion.models import Entry, Relation
from memory.actors import human
from memory.models import Project, User
from proposals.models import Citation
from proposals.services import citing
from proposals.services.apply import apply
from proposals.states import Status
from tests.companion.reading import read
from tests.companion.scripted import PRESSURE, SEAL, TEXT, Scripted
from tests.factories import make_entry, make_proposal

earlier = import_module("proposals.migrations.0010_earlier_citations")


@pytest.fixture
def entry(acme: Project) -> Entry:
    entry = make_entry(acme, TEXT)
    read(entry, Scripted((PRESSURE, SEAL)))
    return entry


@pytest.fixture
def shown(browse: Any, bob: User, entry: Entry) -> Any:
    client = browse(bob)
    return lambda: client.get(f"/p/acme/companion/entries/{entry.label}/").content.decode()


def cite(entry: Entry, *refs: str, status: Status = Status.PENDING, **asked: Any) -> Any:
    return make_proposal(entry.project, status=status, evidence_ids=list(refs), **asked)


def test_what_nobody_cites_says_nothing_of_it(shown: Any) -> None:
    assert "Cited by" not in shown()


def test_proposals_are_told_and_the_memory_that_came_of_them(shown: Any, entry: Entry) -> None:
    facts = [one.relation_id for one in Relation.objects.all()]
    waiting = cite(entry, entry.label, title="By the words")
    applied = cite(entry, *facts, title="By two facts", status=Status.APPLIED)
    make_proposal(entry.project, title="By nothing")

    page = shown()

    assert "2 proposals" in page
    assert f'proposals/{waiting.label}/"><bdi>By the words</bdi>' in page
    assert "2 facts of it" in page
    assert f'href="/p/acme/memories/{applied.result.label}/"' in page
    assert page.count(f'class="tag">{Status.PENDING.label}<') == 1
    assert "By nothing" not in page


def test_what_a_repeat_cites_counts_once(shown: Any, entry: Entry) -> None:
    for refs in ([], [entry.label], [entry.label, str(entry.public_id)]):
        cite(entry, *refs, content="The seal is worn.")

    assert "1 proposal<" in shown()
    assert Citation.objects.count() == 1


def test_what_was_cited_after_the_decision_carries_no_memory(
    shown: Any, entry: Entry, alice: User
) -> None:
    approved = cite(entry, content="The seal is worn.", status=Status.APPROVED)
    cite(entry, entry.label, content="The seal is worn.")

    made = apply(approved, actor=human(alice)).proposal

    page = shown()
    assert approved.label in page
    assert f"/memories/{made.result.label}/" not in page


def test_only_the_newest_are_listed_and_the_others_counted(
    shown: Any, entry: Entry, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(citing, "SHOWN", 2)
    made = [cite(entry, entry.label) for _ in range(3)]

    page = shown()

    assert [one.label in page for one in made] == [False, True, True]
    assert "1 more cite it" in page


def test_its_queries_do_not_grow(
    shown: Any, entry: Entry, django_assert_num_queries: Any, django_assert_max_num_queries: Any
) -> None:
    cite(entry, entry.label, status=Status.APPLIED)
    shown()
    with django_assert_max_num_queries(40) as few:
        shown()
    for _ in range(4):
        cite(entry, entry.label, status=Status.APPLIED)

    with django_assert_num_queries(len(few)):
        shown()


def test_what_was_cited_before_there_were_rows_is_found_by_the_migration(
    entry: Entry, elsewhere: Project
) -> None:
    fact = Relation.objects.all()[0].relation_id
    cite(entry, entry.label, fact, content="The seal is worn.")
    cite(entry, Relation.objects.all()[1].relation_id, content="The seal is worn.")
    kept = set(Citation.objects.values_list("proposal", "entry", "relation_id"))
    Citation.objects.all().delete()

    for _ in range(2):
        earlier.fill(apps, None)

    assert set(Citation.objects.values_list("proposal", "entry", "relation_id")) == kept

"""A prepared question answers as the queryset it was written from, whatever it is asked for."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from memory.authority import Instant
from memory.models import Membership, Memory, Project
from memory.prepared import Given, Prepared, fitting_lists, given_instant, given_list, values_of
from tests.memory.recorded import make_memory, retire

TRUE = Prepared(
    lambda: (
        Memory.objects.filter(project=Given("project"))
        .authoritative(given_instant())
        .order_by("number")
    )
)


def test_it_gives_the_same_instances_at_every_instant(acme: Project) -> None:
    kept, gone = make_memory(acme, "Kept."), make_memory(acme, "Gone.", tags=["a", "b"])
    before = Instant.now()
    retire(gone)

    for instant in (before, Instant.now()):
        asked = TRUE.models(project=acme.pk, **values_of(instant))
        true = list(Memory.objects.in_project(acme).authoritative(instant).order_by("number"))
        assert asked == true
        assert [vars(one) | {"_state": None} for one in asked] == [
            vars(one) | {"_state": None} for one in true
        ]
    assert asked == [kept]


def test_its_values_are_never_part_of_its_sql(acme: Project, elsewhere: Project) -> None:
    ours, theirs = make_memory(acme, "Ours."), make_memory(elsewhere, "Theirs.")
    now = values_of(Instant.now())

    assert TRUE.models(project=acme.pk, **now) == [ours]
    assert TRUE.models(project=elsewhere.pk, **now) == [theirs]
    by_content = Prepared(lambda: Memory.objects.filter(content=Given("content")))
    assert by_content.models(content="Ours.") == [ours]
    assert by_content.models(content="' OR 1=1 --") == []


def test_it_follows_relations_without_asking_again(
    acme: Project, django_assert_num_queries: Any
) -> None:
    members = Prepared(
        lambda: Membership.objects.select_related("user", "project__policy").filter(
            project=Given("project")
        )
    )
    found = members.models(project=acme.pk)

    def names() -> list[str]:
        return sorted(f"{one.user.username} {one.project.policy}" for one in found)

    with django_assert_num_queries(0):
        assert [name.split()[0] for name in names()] == ["alice", "bob"]


def test_it_counts_and_names_values(acme: Project) -> None:
    for number in range(3):
        make_memory(acme, f"Fact {number}.")
    numbers = Prepared(
        lambda: Memory.objects.filter(recorded_at__lt=Given("at")).values_list("number", "tags")
    )

    tomorrow = timezone.now() + timedelta(days=1)
    assert sorted(numbers.rows(at=tomorrow)) == [(1, []), (2, []), (3, [])]
    assert (numbers.count(at=tomorrow), numbers.count(at=tomorrow - timedelta(days=2))) == (3, 0)


@pytest.mark.parametrize("length", [1, 2, 3, 5, 7, 251])
def test_lists_of_any_length_find_each_once(acme: Project, length: int) -> None:
    pks = [make_memory(acme, "Here.").pk, *range(10**6, 10**6 + length - 1)]
    found = []
    for size, values in fitting_lists("pk", pks):
        question = Prepared(
            lambda size=size: Memory.objects.filter(pk__in=given_list("pk", size)).values_list("pk")
        )
        found += question.rows(**values)

    assert found == [(pks[0],)]


def test_a_value_that_was_forgotten_is_an_error(acme: Project) -> None:
    with pytest.raises(KeyError, match="known_at"):
        TRUE.models(project=acme.pk, as_of=timezone.now())

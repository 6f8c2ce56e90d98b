"""The condition in the query says what the function says, for any lineage at any instant."""

from datetime import datetime
from typing import Any

from django.db.models import CharField, Value
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memory.authority import Authority, Instant, authority_of
from memory.models import Memory, Project
from tests.memory.rows import hour, put, put_versions

# Few instants, so that edges meet; a microsecond apart, so that none slips between.
INSTANTS = [hour(n) for n in range(6)] + [hour(n + 1 / 3_600_000_000) for n in range(1, 5)]

instants = st.sampled_from(INSTANTS)
many = settings(
    max_examples=150,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)


@st.composite
def versions(draw: Any) -> list[dict[str, Any]]:
    count = draw(st.integers(1, 4))
    recorded = sorted(draw(st.lists(instants, min_size=count, max_size=count)))
    return [draw(_version(at)) for at in recorded]


@st.composite
def _version(draw: Any, recorded_at: datetime) -> dict[str, Any]:
    begins = draw(instants)
    ends = st.sampled_from([at for at in INSTANTS if at > begins] or [hour(99)])
    retires = st.sampled_from([at for at in INSTANTS if at >= recorded_at])
    return {
        "recorded_at": recorded_at,
        "valid_from": begins,
        "valid_until": draw(st.none() | ends),
        "retired_at": draw(st.none() | st.none() | retires),
    }


@many
@given(versions=versions(), as_of=instants, known_at=instants)
def test_the_query_and_the_function_agree(
    acme: Project, versions: list[dict[str, Any]], as_of: datetime, known_at: datetime
) -> None:
    instant = Instant(as_of, known_at)
    rows = put_versions(acme, *versions)

    listed = Memory.objects.in_project(acme).filter(lineage=rows[0].lineage).at(instant)

    told = {row.pk: row.authority for row in listed}
    expected = {
        row.pk: authority
        for place, row in enumerate(rows)
        if (authority := authority_of(row, rows[place + 1 :], instant))
    }
    assert told == expected


@many
@given(versions=versions(), as_of=instants, known_at=instants)
def test_never_two_of_a_lineage_are_true_and_the_two_conditions_agree(
    acme: Project, versions: list[dict[str, Any]], as_of: datetime, known_at: datetime
) -> None:
    instant = Instant(as_of, known_at)
    lineage = put_versions(acme, *versions)[0].lineage

    true = Memory.objects.authoritative(instant).filter(lineage=lineage)

    listed = Memory.objects.at(instant).filter(lineage=lineage)
    assert len(true) <= 1
    assert set(true) == {row for row in listed if row.authority == Authority.AUTHORITATIVE}


def test_one_microsecond_divides_before_from_after(acme: Project) -> None:
    memory = put(acme, valid_from=hour(1), valid_until=hour(2))
    just_before = hour(2 - 1 / 3_600_000_000)

    def is_true(as_of: datetime) -> bool:
        return Memory.objects.authoritative(Instant(as_of, hour(9))).filter(pk=memory.pk).exists()

    assert [is_true(at) for at in (hour(1), just_before, hour(2))] == [True, True, False]


def test_lineages_do_not_end_each_other(acme: Project) -> None:
    old, _new = put_versions(acme, {}, {"recorded_at": hour(1), "valid_from": hour(1)})
    bystander = put(acme)

    true = Memory.objects.authoritative(Instant(hour(2), hour(2)))

    assert bystander in true
    assert old not in true


def test_what_was_erased_is_never_served(acme: Project) -> None:
    erased, kept = put(acme, erased_at=hour(1)), put(acme)
    instant = Instant(hour(2), hour(2))

    assert list(Memory.objects.authoritative(instant)) == [kept]
    assert list(Memory.objects.at(instant).served()) == [kept]
    assert erased in Memory.objects.at(instant)


def test_a_state_that_nobody_foresaw_is_withheld(acme: Project) -> None:
    put(acme)
    unforeseen = Memory.objects.annotate(authority=Value(None, CharField(null=True)))
    foreseen = Memory.objects.annotate(authority=Value("scheduled", CharField(null=True)))

    assert list(unforeseen.served()) == []
    assert foreseen.served().count() == 1

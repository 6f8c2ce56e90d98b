"""A later version that has not begun, and what of its lineage can still be changed."""

from datetime import timedelta

import pytest
from django.utils import timezone

from memory.authority import Instant
from memory.errors import NotAuthoritative
from memory.kinds import EdgeType
from memory.services.lineage import lineage
from memory.services.recall import what_is_true
from proposals.states import Operation, Status
from tests.factories import make_memory, make_proposal, retire


@pytest.fixture
def now_true(acme):
    return make_memory(acme, "We ship on Mondays.")


@pytest.fixture
def coming(now_true):
    return make_memory(
        now_true.project,
        "We ship on Fridays.",
        supersedes=now_true,
        valid_from=timezone.now() + timedelta(days=9),
    )


def test_a_change_is_refused_and_names_the_version_to_come(acme, now_true, coming):
    with pytest.raises(NotAuthoritative) as refused:
        make_proposal(acme, "We ship daily.", target=now_true)

    assert refused.value.data["authoritative_memory_id"] == str(coming.public_id)


def test_what_is_still_true_can_be_retired_before_its_successor_begins(acme, now_true, coming):
    retire(now_true)

    assert not what_is_true(acme, Instant.now()).exists()
    later = timezone.now() + timedelta(days=10)
    assert [one.pk for one in what_is_true(acme, Instant(later, later))] == [coming.pk]


def test_a_retired_version_to_come_freezes_nothing(acme, now_true, coming):
    retire(coming)

    new = make_memory(acme, "We ship daily.", supersedes=now_true)

    assert [one.pk for one in what_is_true(acme, Instant.now())] == [new.pk]
    assert [one.version for one in lineage(new)] == [1, 2, 3]
    assert new.outgoing.get(type=EdgeType.UPDATES).target == coming
    later = timezone.now() + timedelta(days=20)
    assert [one.pk for one in what_is_true(acme, Instant(later, later))] == [new.pk]


def test_rivals_for_the_one_still_true_go_stale_together(acme, now_true, coming):
    retire(coming)
    rival = make_proposal(acme, "We ship twice a week.", target=now_true)

    make_memory(acme, "We ship daily.", supersedes=now_true)

    rival.refresh_from_db()
    assert rival.status == Status.STALE


def test_the_form_of_a_change_is_about_the_one_still_true(acme, alice, browse, now_true, coming):
    retire(coming)

    page = browse(alice).get(f"/p/acme/proposals/new/?target={now_true.label}")

    assert page.context["form"].initial["target"] == now_true.label


def test_a_retirement_of_the_one_to_come_leaves_the_one_still_true(acme, now_true, coming):
    make_proposal(acme, target=coming, operation=Operation.RETIRE, status=Status.APPLIED)

    assert [one.pk for one in what_is_true(acme, Instant.now())] == [now_true.pk]

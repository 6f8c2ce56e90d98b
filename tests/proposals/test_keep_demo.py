"""A demo that is kept: an ordinary project of a person, with the record it had."""

from datetime import timedelta

import pytest
from django.db import IntegrityError
from django.utils import timezone

from memory.access import access_to
from memory.actors import human
from memory.audit import verify
from memory.errors import Forbidden, InvalidInput, NotFound
from memory.models import AuditEvent, DemoLease, Membership, Project, User
from memory.roles import Role
from memory.services import drop
from memory.services.keys import create_key, find_key
from memory.services.projects import add_member, change_policy
from proposals.services.comment import comment
from proposals.services.keep_demo import keep_demo
from proposals.services.review import approve
from proposals.services.saved_views import Filters, save_view, saved_views
from tests.factories import make_memory, make_project, make_proposal, make_user

SOON = timedelta(days=1)


@pytest.fixture
def guest(db):
    return make_user("guest-1", display_name="Guest", is_guest=True)


@pytest.fixture
def demo(guest):
    project = make_project("fieldbook-1", owner=guest, is_demo=True)
    now = timezone.now()
    DemoLease.objects.create(
        project=project, guest=guest, address="a", started_at=now, expires_at=now + SOON
    )
    make_memory(project, "Notes link.", title="Links")
    return project


def keep(guest, by, slug="mine"):
    return keep_demo(guest, by=by, slug=slug, name="Mine")


def test_it_becomes_an_ordinary_project_of_that_person(demo, guest, alice):
    kept = keep(guest, alice, slug="My-Book")

    kept.refresh_from_db()
    assert (kept.pk, kept.slug, kept.name, kept.is_demo) == (demo.pk, "my-book", "Mine", False)
    assert [(one.user, one.role) for one in kept.memberships.all()] == [(alice, Role.OWNER)]
    assert not DemoLease.objects.exists()
    assert not User.objects.filter(pk=guest.pk).exists()


def test_its_record_goes_on_with_the_names_it_had(demo, guest, alice):
    before = AuditEvent.objects.filter(project=demo).count()

    kept = keep(guest, alice)

    assert verify(kept).broken_at is None
    events = AuditEvent.objects.filter(project=kept).order_by("seq")
    assert [one.type for one in events[before:]] == [
        "project.kept",
        "member.added",
        "member.removed",
    ]
    assert events[before].actor["name"] == alice.name
    assert events[before - 1].actor["name"] == "Guest"


def test_it_does_not_expire_even_where_the_worker_was_about_to_drop_it(demo, guest, alice):
    DemoLease.objects.update(expires_at=timezone.now() + timedelta(milliseconds=1))
    lease = DemoLease.objects.select_related("project").get()
    DemoLease.objects.update(expires_at=timezone.now() + SOON)
    keep(guest, alice)

    assert drop._drop_if_over(lease) is False
    assert drop.drop_expired_demos() == 0
    assert Project.objects.filter(pk=demo.pk).exists()


def test_it_is_as_safe_from_being_dropped_as_any_project(demo, guest, alice):
    kept = keep(guest, alice)

    with pytest.raises(IntegrityError):
        drop.drop_demo(kept)


def test_its_keys_act_for_that_person_from_now_on(demo, guest, alice):
    _, token = create_key(demo, name="Planner", scopes=["read"], made_for=guest, actor=human(guest))

    keep(guest, alice)

    key = find_key(token)
    assert key
    assert key.made_for == alice


def test_what_the_guest_did_counts_as_that_persons(demo, guest, alice, bob):
    waiting, approved = make_proposal(demo), make_proposal(demo)
    change_policy(demo, by=guest, approvals_needed=2)
    approve(approved, by=guest, revision=1)
    said = comment(waiting, by=guest, text="Mine.")
    kept = keep(guest, alice)
    change_policy(kept, by=alice, four_eyes=True, approvals_needed=2)

    with pytest.raises(Forbidden):
        approve(waiting, by=alice, revision=1)
    said.refresh_from_db()
    assert said.author == alice
    assert [one.reviewer for one in approved.reviews.all()] == [alice]


def test_others_may_be_let_in_then(demo, guest, alice, bob):
    kept = keep(guest, alice)

    add_member(kept, bob, Role.VIEWER, by=alice)

    assert Membership.objects.filter(project=kept, user=bob).exists()


def test_an_address_that_is_taken_or_unfit_changes_nothing(demo, guest, alice, acme):
    for slug in ("acme", "ACME", "no good"):
        with pytest.raises(InvalidInput):
            keep(guest, alice, slug=slug)

    demo.refresh_from_db()
    assert demo.is_demo
    assert DemoLease.objects.filter(project=demo).exists()


def test_only_a_live_one_is_kept_and_only_by_a_person_with_an_account(demo, guest, alice):
    with pytest.raises(Forbidden):
        keep(guest, guest)
    DemoLease.objects.update(expires_at=timezone.now())
    with pytest.raises(NotFound):
        keep(guest, alice)


def test_the_views_the_guest_saved_are_the_person_s(demo, guest, alice):
    access = access_to(demo, guest, Role.VIEWER)
    for shared in (False, True):
        save_view(access, "Old ones", Filters("mine", "age:>2d", "newest"), shared=shared)

    kept = access_to(keep(guest, alice), alice, Role.VIEWER)

    assert [one.name for one in saved_views(kept, shared=False)] == ["Old ones"]
    assert [one.name for one in saved_views(kept, shared=True)] == ["Old ones"]

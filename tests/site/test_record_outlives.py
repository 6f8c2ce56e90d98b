"""Whoever or whatever goes, the record stays and reads as before."""

from datetime import timedelta

import pytest
from django.db.models import ProtectedError
from django.utils import timezone

from memory import audit
from memory.actors import human, key_agent
from memory.models import AuditEvent, DemoLease, Erasure, InstanceEvent, User
from memory.roles import Role
from memory.services.close import close
from memory.services.drop import drop_demo
from memory.services.keys import create_key
from memory.services.people import delete_user
from proposals.changes import Asked
from proposals.services.apply import apply
from proposals.services.erase_memory import erase_memory
from proposals.services.propose import propose
from proposals.services.review import approve
from proposals.states import Operation
from tests.factories import join, make_memory, make_project, make_user

PAGES = ("activity/", "memories/M-001/", "proposals/P-0001/")
NAMES = ("Bob Birch", "Dora Dahl", "Buildbot")


@pytest.fixture
def lived_in(acme, alice):
    """Proposed by bob's agent, approved by dora, applied by bob; both will go."""
    bob = join(acme, make_user("birch", display_name="Bob Birch"), Role.CONTRIBUTOR)
    dora = join(acme, make_user("dahl", display_name="Dora Dahl"), Role.REVIEWER)
    key, _ = create_key(acme, name="Buildbot", scopes=["propose"], made_for=bob, actor=human(alice))
    asked = Asked(operation=Operation.CREATE, kind="fact", content="Bees dance.")
    proposal = propose(acme, asked, actor=key_agent(key)).proposal
    approve(proposal, by=dora, revision=1)
    apply(proposal, actor=human(bob))
    return bob, dora, key


def record():
    return list(AuditEvent.objects.order_by("pk").values())


def names_on(client, path):
    page = client.get(f"/p/acme/{path}").content.decode()
    return {name for name in NAMES if name in page}


def test_people_and_keys_that_are_gone_are_still_named(browse, acme, alice, lived_in):
    bob, dora, key = lived_in
    before = record()
    shown = {path: names_on(browse(alice), path) for path in PAGES}
    assert all(len(names) > 1 for names in shown.values())

    key.delete()
    delete_user(bob, actor=human(alice))
    delete_user(dora, actor=human(alice))

    assert {path: names_on(browse(alice), path) for path in PAGES} == shown
    assert record()[: len(before)] == before
    assert audit.verify(acme).broken_at is None


def test_even_rows_deleted_past_the_services_take_no_event_along(acme, lived_in):
    before = record()

    User.objects.all().delete()

    assert record() == before
    assert audit.verify(acme).broken_at is None


def test_a_project_with_a_record_is_not_deleted(acme, lived_in):
    before = record()

    with pytest.raises(ProtectedError):
        acme.delete()

    assert record() == before


def test_a_closed_project_reads_as_before(browse, acme, alice, lived_in):
    shown = {path: names_on(browse(alice), path) for path in PAGES}
    before = record()

    close(acme, by=alice, slug="acme")

    assert {path: names_on(browse(alice), path) for path in PAGES} == shown
    assert record()[: len(before)] == before
    assert AuditEvent.objects.latest("pk").type == "project.closed"
    assert audit.verify(acme).broken_at is None


def test_a_demo_that_is_dropped_takes_nothing_of_others_along(acme, lived_in):
    visitor = make_user("visitor", is_guest=True)
    demo = make_project("demo", owner=visitor, is_demo=True)
    now = timezone.now()
    DemoLease.objects.create(
        project=demo, guest=visitor, address="x", started_at=now, expires_at=now + timedelta(1)
    )
    erase_memory(make_memory(demo, "Demo words."), by=visitor, reason="Tried out.")
    before = list(AuditEvent.objects.filter(project=acme).order_by("seq").values())

    drop_demo(demo)

    assert list(AuditEvent.objects.order_by("seq").values()) == before
    assert not Erasure.objects.exists()
    assert InstanceEvent.objects.get().details["project"] == "demo"
    assert audit.verify(acme).broken_at is None

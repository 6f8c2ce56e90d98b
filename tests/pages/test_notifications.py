"""A list of what concerns a person. To look at it, or to follow its links, changes nothing."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from memory.models import AuditEvent
from memory.services.projects import remove_member
from proposals.models import Notification, Proposal
from proposals.services.comment import comment
from proposals.services.notifications import PAGE
from proposals.services.notify import notify
from proposals.services.review import approve
from tests.factories import make_proposal
from tests.pages.seen import shown

PAGE_OF = "/p/acme/notifications/"


@pytest.fixture(autouse=True)
def caught_up(acme):
    notify(acme)


def everything():
    rows = Notification.objects.order_by("pk").values_list("pk", "read_at")
    return list(rows), list(Proposal.objects.values()), AuditEvent.objects.count()


@pytest.mark.parametrize("follows", [False, True], ids=["before the worker", "after it"])
def test_it_is_told_at_once_and_the_same_after_the_worker_came_by(as_alice, acme, bob, follows):
    proposal = make_proposal(acme, "Zanzibar is warm.", title="Zanzibar", by=bob, reason="Zanzibar")
    if follows:
        notify(acme)

    page = shown(as_alice.get(PAGE_OF))

    assert f'href="/p/acme/proposals/{proposal.label}/">{proposal.label} waits for your' in page
    assert 'aria-label="Notifications, 1 unread"' in page
    assert "now waiting for a human" in page


def test_no_word_of_anybodys_is_in_it(as_alice, acme, bob):
    proposal = make_proposal(acme, "Zanzibar is warm.", title="Zanzibar", by=bob, reason="Zanzibar")
    comment(proposal, by=bob, text="Zanzibar, @alice.")
    notify(acme)

    page = shown(as_alice.get(PAGE_OF))

    assert f"{proposal.label} has a comment for you" in page
    assert "Zanzibar" not in page


def test_following_every_link_changes_nothing(as_alice, alice, acme, bob):
    proposal = make_proposal(acme, by=bob)
    comment(proposal, by=bob, text="Look, @alice.")
    approve(make_proposal(acme, by=bob), by=alice, revision=1)
    notify(acme)
    page = as_alice.get(PAGE_OF).content.decode()
    links = set(re.findall(r'href="(/p/acme/[^"#]*)', page))
    before = everything()

    for link in {*links, PAGE_OF, f"{PAGE_OF}read/"}:
        for ask in (as_alice.get, as_alice.head):
            assert ask(link).status_code in (200, 405), link

    assert f"/p/acme/proposals/{proposal.label}/" in links
    assert everything() == before


def test_one_is_marked_as_read_or_all(as_alice, acme, bob):
    for _ in range(3):
        make_proposal(acme, by=bob)
    notify(acme)
    first = Notification.objects.earliest("seq")

    as_alice.post(f"{PAGE_OF}read/", {"seq": first.seq})
    assert "2 unread" in shown(as_alice.get(PAGE_OF))
    make_proposal(acme, by=bob)  # the worker has not come by it yet
    as_alice.post(f"{PAGE_OF}read/")
    assert "unread" not in shown(as_alice.get(PAGE_OF))


def test_each_sees_their_own_and_an_outsider_nothing(browse, acme, alice, bob, dora, charlie):
    make_proposal(acme, by=bob)
    notify(acme)

    assert "Nothing yet" in shown(browse(bob).get(PAGE_OF))
    browse(bob).post(f"{PAGE_OF}read/")
    assert Notification.objects.filter(read_at=None).count() == 2
    assert browse(charlie).get(PAGE_OF).status_code == 404
    remove_member(acme, dora, by=alice)
    assert browse(dora).get(PAGE_OF).status_code == 404


def test_it_asks_as_much_for_many_and_pages_by_number(as_alice, alice, acme, bob):
    def asked():
        with CaptureQueriesContext(connection) as queries:
            page = shown(as_alice.get(PAGE_OF))
        return len(queries), page

    proposal = make_proposal(acme, by=bob)
    notify(acme)
    asked()
    few, _ = asked()
    rows = [
        Notification(
            user=alice,
            project=acme,
            seq=1_000 + at,
            kind="proposal.created",
            proposal=proposal,
            is_needed=True,
            in_page=True,
            at=proposal.created_at,
        )
        for at in range(PAGE)
    ]
    Notification.objects.bulk_create(rows)

    many, page = asked()
    assert many == few
    assert ">9+</span>" in page
    assert 'href="?before=1000"' in page
    assert "Earlier" not in shown(as_alice.get(f"{PAGE_OF}?before=1000"))

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from memory.services.projects import change_policy
from proposals.services.assign import assign
from proposals.services.inbox import PAGE
from proposals.services.review import approve, reject, revoke
from proposals.services.turns import Queue
from proposals.states import Status
from tests.factories import make_memory, make_proposal

INBOX = "/p/acme/proposals/"
FRAGMENT = {"HX-Request": "true"}


def rows(answer):
    return re.findall(r'<h3><a href="/p/acme/proposals/(P-\d+)/\?', answer.content.decode())


def shown(answer):
    return answer.content.decode()


def test_a_row_says_what_would_change_and_who_asks(browse, alice, bob, acme, storage):
    proposal = make_proposal(acme, "Use SQLite as the primary store.", target=storage, by=bob)

    page = shown(browse(alice).get(INBOX))

    assert f'href="/p/acme/proposals/{proposal.label}/"' in page
    assert "<del>Neo4j</del><ins>SQLite</ins>" in page
    assert "Agent in the page" in page
    assert "for <bdi>bob</bdi>" in page


def tabs(answer):
    return dict(re.findall(r'>([A-Z][a-z ]+) <span class="num">(\d+)</span></a>', shown(answer)))


def test_three_queues_each_with_its_count(browse, alice, acme):
    for status in (Status.PENDING, Status.PENDING, Status.APPROVED, Status.REJECTED):
        make_proposal(acme, status=status)

    answer = browse(alice).get(INBOX)

    assert tabs(answer) == {"Needs you": "2", "Waits on others": "1", "Decided": "1"}


@pytest.mark.parametrize("status", Status)
def test_each_status_stands_in_one_queue_and_can_be_asked_for(browse, alice, acme, storage, status):
    wanted = make_proposal(acme, "A text.", target=storage, status=status)
    for one in (Status.PENDING, Status.APPROVED, Status.REJECTED, Status.WITHDRAWN):
        make_proposal(acme, status=one)
    client = browse(alice)

    found = {queue: rows(client.get(INBOX, {"queue": queue})) for queue in Queue}
    alone = {
        label
        for queue in Queue
        for label in rows(client.get(INBOX, {"queue": queue, "q": f"status:{status}"}))
    }

    assert sum(wanted.label in labels for labels in found.values()) == 1
    assert alone == {one.label for one in acme.proposals.filter(status=status)}


def test_what_was_overtaken_shows_at_once(browse, alice, acme, storage):
    rival = make_proposal(acme, "Use SQLite.", target=storage)
    make_memory(acme, "Use files.", supersedes=storage)

    client = browse(alice)

    assert rows(client.get(INBOX)) == []
    page = client.get(INBOX, {"queue": "decided", "q": "status:stale"})
    assert rows(page) == [rival.label]
    assert "Target changed" in shown(page)
    assert 'Overtaken</span><strong class="alert">Target changed' in shown(page)


def test_a_reviewer_sees_apart_what_waits_for_another(browse, alice, bob, acme):
    change_policy(acme, by=alice, four_eyes=True)
    own = make_proposal(acme, by=alice)
    others = make_proposal(acme, by=bob)
    client = browse(alice)

    assert rows(client.get(INBOX)) == [others.label]
    waits = client.get(INBOX, {"queue": "others"})
    assert rows(waits) == [own.label]
    assert "Another reviewer&#x27;s turn: you or your agent proposed it" in shown(waits)


def test_a_row_says_what_to_be_wary_of(browse, alice, acme):
    make_proposal(acme, "The key is AKIA234567ABCDEFGHIJ, hid\u200bden.")

    page = shown(browse(alice).get(INBOX))

    assert "Looks like a secret" in page
    assert "1 hidden character<" in page
    assert "Target unchanged" not in page


def test_a_row_of_an_update_says_that_its_target_stands(browse, alice, acme):
    make_proposal(acme, "Warm.", target=make_memory(acme, "Cold."))

    assert "Target unchanged" in shown(browse(alice).get(INBOX))


def test_several_at_once_stay_offered_while_a_decided_row_is_shown(browse, alice, acme):
    """Else the list moves up under the pointer."""
    decided = make_proposal(acme)
    held = {"held": decided.label}
    assert "Several at once" in shown(browse(alice).get(INBOX, held))
    reject(decided, by=alice, revision=1, reason="No.")

    assert "Several at once" in shown(browse(alice).get(INBOX, held))
    assert "Several at once" not in shown(browse(alice).get(INBOX))


@pytest.mark.parametrize(
    "query",
    [
        "queue=nonsense",
        "q=%00",
        "q=kind:%3Cimg%3E",
        "order=x",
        "after=-1",
        "after=9" * 30,
        "held=x",
    ],
)
def test_nonsense_in_an_address_is_taken_for_nothing(browse, alice, acme, query):
    proposal = make_proposal(acme)

    answer = browse(alice).get(f"{INBOX}?{query}")

    assert answer.status_code == 200
    assert rows(answer) in ([proposal.label], [])


def test_a_filter_with_nothing_behind_it_says_so(browse, alice, acme):
    make_proposal(acme, kind="fact")

    assert "Nothing here fits the filter" in shown(browse(alice).get(INBOX, {"q": "kind:goal"}))


@pytest.mark.parametrize(
    ("queue", "says"),
    [
        ("mine", "when it is your turn to approve"),
        ("others", "What another reviewer has to decide"),
        ("decided", "What was applied, rejected, withdrawn or overtaken"),
    ],
)
def test_an_empty_queue_says_what_will_come(browse, alice, acme, queue, says):
    assert says in shown(browse(alice).get(INBOX, {"queue": queue}))


def test_htmx_gets_the_list_alone(browse, alice, acme):
    make_proposal(acme)
    client = browse(alice)

    fragment = client.get(INBOX, headers=FRAGMENT)
    boosted = client.get(INBOX, headers=FRAGMENT | {"HX-Boosted": "true"})

    assert "<html" not in shown(fragment)
    assert rows(fragment)
    assert "<html" in shown(boosted)
    assert "HX-Request" in fragment["Vary"]


def test_no_proposal_is_missed_or_met_twice_between_pages(browse, alice, acme):
    first = [make_proposal(acme).label for _ in range(PAGE + 10)]
    client = browse(alice)
    page = client.get(INBOX)
    seen = rows(page)
    for _ in range(10):
        make_proposal(acme)
    for decided in list(acme.proposals.filter(number__in=range(1, 4))):
        reject(decided, by=alice, revision=1, reason="No.")

    cursor = re.search(r'rel="next" href="[^"]*after=(\d+)', shown(page))[1]
    seen += rows(client.get(INBOX, {"after": cursor}))

    still_waiting = set(first) - {"P-0001", "P-0002", "P-0003"}
    assert still_waiting <= set(seen)
    assert len(seen) == len(set(seen))


def held_of(answer):
    """Where the open page looks again when something happened."""
    return re.search(r'data-live-from="([^"]*)"', shown(answer))[1].replace("&amp;", "&")


@pytest.mark.parametrize("order", ["newest", "oldest"])
def test_what_comes_and_goes_shifts_no_row_under_the_pointer(browse, alice, acme, order):
    first = [make_proposal(acme) for _ in range(PAGE + 3)]
    client = browse(alice)
    page = client.get(INBOX, {"order": order})
    seen = rows(page)
    reject(first[10], by=alice, revision=1, reason="No.")
    for _ in range(4):
        make_proposal(acme)

    again = client.get(f"{INBOX}{held_of(page)}")

    assert rows(again) == seen
    assert held_of(again) == held_of(page)
    assert ("4 new: show" in shown(again)) is (order == "newest")
    assert shown(again).count("Not in this queue any more") == 1
    assert "alice rejected it" in shown(again)
    cursor = re.search(r'rel="next" href="([^"]*)"', shown(again))[1].replace("&amp;", "&")
    further = rows(client.get(f"{INBOX}{cursor}"))
    assert not set(further) & set(seen)
    assert len(further) == (3 if order == "newest" else 7)


def test_a_row_that_comes_back_among_those_shown_is_news(browse, alice, acme):
    oldest, *_ = [make_proposal(acme, status=Status.APPROVED), *map(make_proposal, [acme] * 3)]
    page = browse(alice).get(INBOX)
    approved = make_proposal(acme, status=Status.APPROVED)
    make_proposal(acme)
    assert "new: show" not in shown(page)
    revoke(approved, by=alice, revision=1)
    revoke(oldest, by=alice, revision=1)

    again = shown(browse(alice).get(f"{INBOX}{held_of(page)}"))

    assert "2 new: show" in again
    assert "Older proposals" in again  # where the one stands that is older than all shown


def test_another_projects_rows_cannot_be_held(browse, alice, acme, elsewhere):
    make_proposal(acme)
    for _ in range(3):
        make_proposal(elsewhere, "Foreign words.")

    answer = browse(alice).get(INBOX, {"held": "1-2-3"})

    assert rows(answer) == ["P-0001"]
    assert "Foreign" not in shown(answer)


def test_its_queries_do_not_grow_with_its_rows(browse, alice, bob, acme):
    client = browse(alice)

    def fill(count):
        for _ in range(count):
            memory = make_memory(acme)
            proposal = make_proposal(acme, target=memory, by=bob, evidence_ids=[memory.label])
            assign(proposal, to=alice, by=alice)
            change_policy(acme, by=alice, approvals_needed=2)
            approve(proposal, by=alice, revision=1)
            change_policy(acme, by=alice, approvals_needed=1)

    def queries():
        with CaptureQueriesContext(connection) as captured:
            answer = client.get(INBOX, {"queue": "others"})
        held = held_of(answer)
        with CaptureQueriesContext(connection) as again:
            client.get(f"{INBOX}{held}")
        return len(rows(answer)), len(captured), len(again)

    fill(2)
    shown_first, *few = queries()
    fill(5)
    shown_then, *many = queries()

    assert (shown_first, shown_then) == (2, 7)
    assert many == few


def test_a_short_look_is_a_fragment(browse, alice, acme, storage):
    proposal = make_proposal(acme, "Use SQLite as the primary store.", target=storage)

    look = browse(alice).get(f"{INBOX}{proposal.label}/?peek", headers=FRAGMENT)

    assert "<html" not in shown(look)
    assert "<ins>SQLite</ins>" in shown(look)
    assert "Target unchanged" in shown(look)


def test_viewers_see_it_without_what_only_reviewers_ask_for(browse, vera, acme):
    make_proposal(acme)

    page = browse(vera).get(INBOX)

    assert rows(page)
    assert "A reviewer&#x27;s turn" in shown(page)
    assert "Add a memory" not in shown(page)


def test_outsiders_and_strangers_see_nothing(browse, charlie, acme):
    make_proposal(acme)

    assert browse(charlie).get(INBOX).status_code == 404
    assert browse().get(INBOX).status_code == 302

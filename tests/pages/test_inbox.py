import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from memory.actors import human
from memory.services.projects import change_policy
from proposals.changes import Asked
from proposals.services.inbox import PAGE
from proposals.services.propose import propose
from proposals.services.review import approve, reject
from proposals.states import Operation, Status
from tests.factories import make_memory, make_proposal

INBOX = "/p/acme/proposals/"
FRAGMENT = {"HX-Request": "true"}


def rows(answer):
    return re.findall(r'<h2><a href="/p/acme/proposals/(P-\d+)/"', answer.content.decode())


def shown(answer):
    return answer.content.decode()


def test_a_row_says_what_would_change_and_who_asks(browse, alice, bob, acme, storage):
    proposal = make_proposal(acme, "Use SQLite as the primary store.", target=storage, by=bob)

    page = shown(browse(alice).get(INBOX))

    assert f'href="/p/acme/proposals/{proposal.label}/"' in page
    assert "<del>Neo4j</del><ins>SQLite</ins>" in page
    assert "Agent in the page" in page
    assert "for <bdi>bob</bdi>" in page


def test_each_status_has_its_tab_and_its_count(browse, alice, acme):
    for status in (Status.PENDING, Status.PENDING, Status.APPROVED, Status.REJECTED):
        make_proposal(acme, status=status)

    page = shown(browse(alice).get(INBOX))

    for tab, count in (("Waiting", 2), ("Approved, not applied", 1), ("Rejected", 1)):
        assert f'{tab} <span class="num">{count}</span>' in page
    assert 'Overtaken <span class="num">0</span>' in page


@pytest.mark.parametrize("status", Status)
def test_a_tab_lists_its_status_alone(browse, alice, acme, storage, status):
    wanted = make_proposal(acme, "A text.", target=storage, status=status)
    other = Status.REJECTED if status == Status.PENDING else Status.PENDING
    unwanted = make_proposal(acme, status=other)

    found = rows(browse(alice).get(INBOX, {"status": status}))

    assert wanted.label in found
    assert unwanted.label not in found


def test_what_was_overtaken_shows_at_once(browse, alice, acme, storage):
    rival = make_proposal(acme, "Use SQLite.", target=storage)
    make_memory(acme, "Use files.", supersedes=storage)

    client = browse(alice)

    assert rows(client.get(INBOX)) == []
    page = client.get(INBOX, {"status": "stale"})
    assert rows(page) == [rival.label]
    assert "Target changed" in shown(page)


def test_the_address_holds_the_filters(browse, alice, bob, acme, storage):
    agents = make_proposal(acme, kind="decision", by=bob)
    persons = propose(
        acme, Asked(operation="create", kind="fact", content="A fact."), actor=human(bob)
    ).proposal
    retirement = make_proposal(acme, target=storage, operation=Operation.RETIRE, by=bob)
    client = browse(alice)

    def ask(**given):
        return rows(client.get(INBOX, given))

    assert ask(proposer="human") == [persons.label]
    assert ask(proposer="agent") == [retirement.label, agents.label]
    assert ask(kind="fact") == [persons.label]
    assert ask(operation="retire") == [retirement.label]
    assert ask(order="oldest") == [agents.label, persons.label, retirement.label]


def test_a_reviewer_may_ask_for_what_they_may_decide(browse, alice, bob, acme):
    change_policy(acme, by=alice, four_eyes=True)
    own = make_proposal(acme, by=alice)
    others = make_proposal(acme, by=bob)
    client = browse(alice)

    assert rows(client.get(INBOX)) == [others.label, own.label]
    assert rows(client.get(INBOX, {"mine": "1"})) == [others.label]


@pytest.mark.parametrize(
    "query",
    ["status=nonsense", "kind=%00", "proposer=%3Cimg%3E", "order=x", "after=-1", "after=9" * 30],
)
def test_nonsense_in_an_address_is_taken_for_nothing(browse, alice, acme, query):
    proposal = make_proposal(acme)

    answer = browse(alice).get(f"{INBOX}?{query}")

    assert answer.status_code == 200
    assert rows(answer) in ([proposal.label], [])


def test_a_filter_with_nothing_behind_it_says_so(browse, alice, acme):
    make_proposal(acme, kind="fact")

    assert "Nothing here fits the filter" in shown(browse(alice).get(INBOX, {"kind": "goal"}))


def test_an_empty_inbox_says_what_will_come(browse, alice, acme):
    assert "Nothing waits for a human" in shown(browse(alice).get(INBOX))


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

    cursor = re.search(r"after=(\d+)", shown(page))[1]
    seen += rows(client.get(INBOX, {"after": cursor}))

    still_waiting = set(first) - {"P-0001", "P-0002", "P-0003"}
    assert still_waiting <= set(seen)
    assert len(seen) == len(set(seen))


def test_its_queries_do_not_grow_with_its_rows(browse, alice, bob, acme):
    client = browse(alice)

    def fill(count):
        for _ in range(count):
            memory = make_memory(acme)
            proposal = make_proposal(acme, target=memory, by=bob, evidence_ids=[memory.label])
            change_policy(acme, by=alice, approvals_needed=2)
            approve(proposal, by=alice, revision=1)
            change_policy(acme, by=alice, approvals_needed=1)

    def queries():
        with CaptureQueriesContext(connection) as captured:
            assert client.get(INBOX).status_code == 200
        return len(captured)

    fill(2)
    few = queries()
    fill(5)

    assert queries() == few


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
    assert "Only what I may decide" not in shown(page)
    assert "Add a memory" not in shown(page)


def test_outsiders_and_strangers_see_nothing(browse, charlie, acme):
    make_proposal(acme)

    assert browse(charlie).get(INBOX).status_code == 404
    assert browse().get(INBOX).status_code == 302

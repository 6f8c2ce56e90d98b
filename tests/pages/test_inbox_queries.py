"""What the review inbox asks the database for, whatever waits in it."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from memory.actors import human
from proposals.changes import Asked
from proposals.services.inbox import PAGE
from proposals.services.propose import propose_batch
from proposals.services.turns import Queue
from proposals.states import Operation, Status
from tests.factories import make_entry, make_memory, make_proposal

INBOX = "/p/acme/proposals/"
FRAGMENT = {"HX-Request": "true"}


def batch(project, alice, words="Bees", target=None):
    first = Asked(operation="create", kind="fact", content=f"{words} fly.")
    if target:
        first = Asked(operation="update", memory_id=target.label, content=f"{words} fly.")
    more = [Asked(operation="create", kind="fact", content=f"{words} fly {n}.") for n in range(3)]
    return propose_batch(project, [first, *more], actor=human(alice), reason="Several.").proposal


def create(project, alice):
    return make_proposal(project, evidence_ids=[str(make_entry(project).public_id)])


def update(project, alice):
    return make_proposal(project, target=make_memory(project), evidence_ids=["M-001"])


def retirement(project, alice):
    return make_proposal(project, target=make_memory(project), operation=Operation.RETIRE)


SORTS = [create, update, retirement, batch]


@pytest.mark.parametrize("query", ["", "kind:fact bees"])
@pytest.mark.parametrize("queue", Queue)
def test_a_queue_asks_few_questions(
    browse, alice, acme, queue, query, django_assert_max_num_queries
):
    for status in Status:
        make_proposal(acme, f"Bees are {status}.", target=make_memory(acme), status=status)
    for sort in SORTS:
        sort(acme, alice)
    client = browse(alice)

    with django_assert_max_num_queries(20):
        client.get(INBOX, {"queue": queue, "q": query}, headers=FRAGMENT)


@pytest.mark.parametrize("first", SORTS)
def test_batches_among_its_rows_cost_no_more(browse, alice, acme, first):
    for number in range(2):
        batch(acme, alice, f"Wasps {number}")
    first(acme, alice)
    client = browse(alice)

    def asked():
        with CaptureQueriesContext(connection) as captured:
            answer = client.get(INBOX, {"order": "oldest"}, headers=FRAGMENT)
        return len(captured), answer.content.decode().count("data-row")

    few, _ = asked()
    for number in range(PAGE):
        batch(acme, alice, f"Hornets {number}")

    assert asked() == (few, PAGE)


@pytest.mark.parametrize("sort", SORTS)
def test_a_short_look_asks_few_questions(browse, alice, acme, sort, django_assert_max_num_queries):
    proposal = sort(acme, alice)
    client = browse(alice)

    with django_assert_max_num_queries(12):
        client.get(f"{INBOX}{proposal.label}/?peek", headers=FRAGMENT)


def look(client, proposal):
    answer = client.get(f"{INBOX}{proposal.label}/?peek", headers=FRAGMENT).content.decode()
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", answer))


def test_a_short_look_at_a_batch_shows_its_first_change(browse, alice, acme, storage):
    told = look(browse(alice), batch(acme, alice, "Drones", target=storage))

    assert "4 changes at once" in told
    assert "Drones fly" in told
    assert "fly 0" not in told


def test_a_short_look_tells_what_is_cited_and_whether_its_target_is_as_it_was(
    browse, alice, acme, storage
):
    cited = make_memory(acme, "Files are plain.")
    entry = make_entry(acme, about="Pump 8")
    evidence = [cited.label, entry.label, *(make_memory(acme).label for _ in range(5))]
    proposal = make_proposal(acme, "Use SQLite.", target=storage, evidence_ids=evidence)
    client = browse(alice)

    told = look(client, proposal)
    assert "Files are plain." in told
    assert "Pump 8" in told
    assert "Target unchanged" in told
    assert told.count(" M-0") == 4  # the fifth is an entry; what more is cited stands on its page
    assert f"Review {proposal.label}" in told

    make_memory(acme, "Use files.", supersedes=storage)
    told = look(client, proposal)
    assert "Target changed" in told
    assert f"Open {proposal.label}" in told


def test_who_may_not_decide_opens_it(browse, bob, acme):
    assert "Open P-0001" in look(browse(bob), make_proposal(acme, by=bob))

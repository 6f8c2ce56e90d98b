"""The review inbox is searched in the language of the memory list; every view is an address."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from memory.actors import human, key_agent
from memory.services.keys import create_key
from proposals.changes import Asked, Edited
from proposals.models import Proposal
from proposals.query_language import parse
from proposals.services.assign import assign
from proposals.services.propose import propose
from proposals.services.revise import revise
from proposals.states import Operation
from tests.factories import make_memory, make_proposal
from tests.pages.seen import shown

INBOX = "/p/acme/proposals/"
AGENT, KEY, HAND, END = "P-0002", "P-0003", "P-0004", "P-0005"


@pytest.fixture
def inbox(browse, alice, bob, dora, acme):
    store = make_memory(acme, "Use Neo4j as the store.", title="Größe", kind="decision")
    key, _ = create_key(
        acme, name="build agent", scopes=["propose"], made_for=bob, actor=human(alice)
    )
    make_proposal(acme, "Use SQLite as the store.", target=store, by=dora, tags=["Größe", "db"])
    asked = {"operation": "create", "kind": "fact", "tags": ["db"]}
    propose(acme, Asked(content="Bees fly 100% of days.", **asked), actor=key_agent(key))
    by_hand = propose(acme, Asked(content="Bees sleep.", **asked), actor=human(bob)).proposal
    make_proposal(acme, operation=Operation.RETIRE, target=store, by=dora)
    assign(by_hand, to=alice, by=dora)
    aged = Proposal.objects.filter(number=2)
    aged.update(created_at=timezone.now() - timedelta(days=3))

    def ask(q, queue="mine", **more):
        answer = browse(alice).get(INBOX, {"q": q, "queue": queue, **more})
        assert answer.status_code == 200
        return answer

    return ask


def rows(answer):
    return set(re.findall(r'<li class="prow[^>]* id="row-(P-\d+)"', answer.content.decode()))


FOUND = {
    "kind:decision": {AGENT, END},
    "operation:retire": {END},
    "operation:retire OPERATION:update": {AGENT, END},
    'agent:"BUILD agent"': {KEY},
    "agent:build": set(),
    "author:bob": {KEY, HAND},
    "proposer:person": {HAND},
    "proposer:agent kind:fact": {KEY},
    "source:key": {KEY},
    "source:page": {AGENT, END},
    "source:hand": {HAND},
    "source:file": set(),
    "age:>2d": {AGENT},
    "age:<1h kind:decision": {END},
    "after:2000-01-01 before:2000-01-02": set(),
    "tag:DB": {AGENT, KEY, HAND},
    "tag:größe": {AGENT},
    "tag:gr": set(),
    "assignee:me": {HAND},
    "assignee:alice": {HAND},
    "assignee:nobody": {AGENT, KEY, END},
    "assignee:dora": set(),
    "status:pending bees": {KEY, HAND},
    "bees SLEEP": {HAND},
    "100%": {KEY},
    "%": {KEY},
    "_": set(),
    "p-0003": {KEY},
    "neo4j": {AGENT, END},
    "Größe": {AGENT, END},
}


@pytest.mark.parametrize("query", FOUND)
def test_each_filter_narrows(inbox, query):
    answer = inbox(query)

    assert rows(answer) == FOUND[query]
    assert "is no filter" not in shown(answer)


@pytest.mark.parametrize(
    ("query", "says"),
    [
        ("colour:red", "“colour” is no filter; it is searched for. Filters are kind, tag,"),
        ("age:old", "age:old is not understood: write for example &gt;2d"),
        ("source:x", "choose one of page, key, hand, file"),
        ("status:gone", "choose one of pending, approved,"),
        ('assignee:""', "name one"),
    ],
)
def test_what_is_not_understood_is_named(inbox, query, says):
    assert says in shown(inbox(query))


def test_each_is_a_chip_that_takes_it_away_and_keeps_the_rest(inbox):
    page = shown(inbox("bees kind:fact age:<1d", order="oldest"))

    chips = re.findall(r'<a class="chip" href="([^"]*)"><bdi>([^<]*)', page)
    assert [words for _, words in chips] == ["Fact", "younger than 1 day"]
    assert all("order=oldest" in link and "bees" in link for link, _ in chips)
    assert "kind" not in chips[0][0]


def test_a_choice_of_a_menu_takes_the_place_of_its_like(inbox):
    page = shown(inbox("bees kind:fact agent:x"))

    goal = re.search(r'href="([^"]*)"[^>]*><bdi>Goal</bdi>', page)[1]
    people = re.search(r'href="([^"]*)"[^>]*><bdi>People</bdi>', page)[1]
    assert "q=bees+agent%3Ax+kind%3Agoal" in goal
    assert "q=bees+kind%3Afact+proposer%3Aperson" in people
    assert '<a href="?queue=mine&amp;q=bees+agent%3Ax+kind%3Afact" aria-current="true">' in page
    assert "<bdi>build agent</bdi>" in page


def test_the_words_in_force_are_searched(inbox, acme, bob):
    by_hand = acme.proposals.get(number=4)
    revise(by_hand, by=bob, revision=1, edited=Edited(content="Wasps sleep."))

    assert rows(inbox("wasps")) == {HAND}
    assert rows(inbox("bees")) == {KEY}


def test_me_is_whoever_looks(inbox, browse, dora):
    address = {"q": "assignee:me", "queue": "others"}

    assert rows(browse(dora).get(INBOX, address)) == set()
    assert rows(inbox("assignee:me")) == {HAND}


def test_a_filter_within_quotes_is_a_word():
    asked = parse('"kind:fact"')

    assert (asked.kinds, asked.narrowing.words) == ([], ["kind:fact"])

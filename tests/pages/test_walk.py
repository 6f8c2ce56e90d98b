"""From one proposal to the next, within the queue and the filters that a reader came from."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from proposals.states import Status
from tests.factories import make_proposal
from tests.pages.seen import shown
from tests.pages.sent import Forms, decide, page_of

FROM = "?queue=mine&q=kind%3Afact"


@pytest.fixture
def three(acme):
    """Facts, with goals between them."""
    made = []
    for _ in range(3):
        made.append(make_proposal(acme, kind="fact"))
        make_proposal(acme, kind="goal")
    return made


def moves(answer):
    page = shown(answer).replace("&amp;", "&")
    found = dict(re.findall(r'href="/p/acme/proposals/(P-\d+/[^"]*)" data-key="(.)"', page))
    return {key: address for address, key in found.items()}


def test_it_leads_through_the_view_one_came_from(read, three):
    oldest, middle, newest = three

    answer = read(middle, FROM)

    assert moves(answer)["k"] == f"{newest.label}/{FROM}"
    assert moves(answer)["j"] == f"{oldest.label}/{FROM}"
    assert "2 of 3" in shown(answer)
    assert "in Needs you, filtered" in shown(answer)
    assert 'proposals/?queue=mine&amp;q=kind%3Afact" data-key="u"' in shown(answer)


def test_the_oldest_first_are_walked_so(read, three):
    oldest, middle, newest = three
    view = "?queue=mine&q=kind%3Afact&order=oldest"

    assert moves(read(middle, view))["j"] == f"{newest.label}/{view}"
    assert "1 of 3" in shown(read(oldest, view))


def test_without_a_view_it_leads_through_its_own_queue(read, acme, three):
    made = [make_proposal(acme, status=Status.REJECTED) for _ in range(2)]

    assert moves(read(made[1]))["j"].startswith(f"{made[0].label}/?queue=decided")
    assert "3 of 6" in shown(read(three[2].project.proposals.get(number=4)))


def test_every_form_and_step_keeps_the_view(read, three):
    answer = read(three[1], FROM)

    actions = [form["action"] for form in Forms(answer.content.decode()).forms]
    here = page_of(three[1])
    assert [one for one in actions if one.startswith(here) and FROM not in one] == []
    assert sum(one.startswith(here) for one in actions) > 2
    page = shown(answer).replace("&amp;", "&")
    for step in ("approve", "reject", "edit&revision=1"):
        assert f"{here}?do={step}&queue=mine&q=kind%3Afact" in page


@pytest.mark.parametrize("at", [0, 1, 2])
def test_a_decision_shows_the_way_on_and_then_the_way_back(as_alice, three, at):
    proposal = three[at]
    sent = as_alice.post(f"{page_of(proposal)}reject/{FROM}", {"revision": 1, "note": "No."})
    assert sent["Location"] == f"{page_of(proposal)}{FROM}"

    decided = as_alice.get(sent["Location"])

    following = three[at - 1] if at else three[2]
    on = f"{page_of(following)}{FROM}&left={proposal.label}"
    assert f'class="btn btn--plain way-on" href="{on}"' in shown(decided).replace("&amp;", "&")
    assert "2<span" in shown(decided)
    assert moves(decided)["j"] == on.removeprefix("/p/acme/proposals/")
    further = as_alice.get(on)
    assert f"{proposal.label}</span></a>: rejected." in shown(further)


def test_a_decision_on_the_last_one_says_that_nothing_else_waits(as_alice, acme):
    proposal = make_proposal(acme)
    decide(as_alice, proposal, "reject", note="No.")

    assert "Nothing else needs you" in shown(as_alice.get(page_of(proposal)))


@pytest.mark.parametrize("query", ["?queue=x&q=%00&left=P-999", "?left=%00", "?queue=mine&q=tag:"])
def test_nonsense_in_its_address_is_taken_for_nothing(read, three, query):
    assert read(three[1], query).status_code == 200


def test_a_form_that_is_refused_keeps_the_view(as_alice, three):
    sent = as_alice.post(f"{page_of(three[1])}reject/{FROM}", {"revision": 1, "note": " "})

    assert sent.status_code == 422
    assert f"{page_of(three[1])}reject/{FROM}" in shown(sent).replace("&amp;", "&")


def test_it_asks_as_much_in_a_long_queue_as_in_a_short_one(as_alice, acme, three):
    def asked():
        with CaptureQueriesContext(connection) as queries:
            as_alice.get(f"{page_of(three[1])}{FROM}&left={three[0].label}")
        return len(queries)

    asked()
    few = asked()
    for _ in range(5):
        make_proposal(acme)

    assert asked() == few

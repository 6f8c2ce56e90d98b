from datetime import timedelta

import pytest
from django.utils import timezone

from tests.factories import make_memory, make_proposal, retire


@pytest.fixture
def front(browse, bob, acme):
    return lambda: browse(bob).get("/p/acme/").content.decode()


def test_it_says_what_agents_are_told_and_what_waits(front, acme):
    deploys = make_memory(acme, "We deploy on Tuesdays.", kind="decision", title="Deploys")
    make_proposal(acme, "We deploy on Thursdays.", target=deploys)

    page = front()

    assert "We deploy on Tuesdays." in page
    assert "1 change proposed" in page
    assert "Review P-0002" in page


def test_what_is_not_in_force_does_not_stand_among_what_is(front, acme):
    now = timezone.now()
    make_memory(acme, "Current words.", kind="decision")
    old = make_memory(acme, "Superseded words.", kind="decision")
    make_memory(acme, "Successor words.", supersedes=old)
    retire(make_memory(acme, "Retired words.", kind="decision"))
    make_memory(acme, "Scheduled words.", kind="decision", valid_from=now + timedelta(days=1))

    memories = front().split('id="groups"')[1].split('class="front__right')[0]

    assert "Current words." in memories
    assert "Successor words." in memories
    for gone in ("Superseded words.", "Retired words.", "Scheduled words."):
        assert gone not in memories


def test_another_projects_words_never_appear(front, acme, elsewhere):
    make_memory(elsewhere, "Foreign words.", kind="decision")
    make_memory(acme, "Own words.", kind="decision")

    page = front()

    assert "Own words." in page
    assert "Foreign words." not in page


def test_an_empty_project_says_where_to_begin(front):
    page = front()

    assert "Agents start here" in page
    assert "Nothing to decide" in page


def test_what_is_missing_of_the_context_is_said_once(front, acme):
    page = front()
    assert page.count("None in force") == 1
    for kind in ("goal", "requirement", "question"):
        assert f"/p/acme/proposals/new/?kind={kind}" in page

    make_memory(acme, "Notes are found in ten seconds.", kind="goal")

    assert front().count("None in force") == 2


def test_a_decision_is_not_called_one_below_the_heading_that_says_so(front, acme):
    make_memory(acme, "We deploy on Tuesdays.", kind="decision")
    make_memory(acme, "The hall is heated.", kind="fact")

    memories = front().split('id="groups"')[1].split('class="front__right')[0]

    assert "<span>Fact</span>" in memories
    assert "<span>Decision</span>" not in memories


def test_all_decisions_are_offered_where_there_is_one(front, acme):
    assert "All decisions" not in front()

    make_memory(acme, "We deploy on Tuesdays.", kind="decision")

    assert "All decisions" in front()


def test_the_number_waiting_stands_in_the_masthead(front, acme):
    make_proposal(acme)
    make_proposal(acme)

    assert 'aria-label="2 waiting"' in front()


def test_its_queries_do_not_grow_with_its_rows(
    browse, bob, acme, django_assert_max_num_queries, django_assert_num_queries
):
    def fill(count):
        for _ in range(count):
            memory = make_memory(acme, kind="decision")
            make_proposal(acme, target=memory)

    client = browse(bob)
    fill(16)
    client.get("/p/acme/")
    with django_assert_max_num_queries(60) as few:
        client.get("/p/acme/")
    fill(5)

    with django_assert_num_queries(len(few)):
        client.get("/p/acme/")

"""What differs between any two versions of a memory."""

import pytest

from memory.models import Memory
from tests.factories import make_memory, make_project
from tests.pages.seen import shown


@pytest.fixture
def third(acme):
    first = make_memory(acme, "Open on Mondays.", title="Hall", tags=["hall"])
    second = make_memory(acme, "Open on Fridays.", supersedes=first)
    return make_memory(
        acme, "Open on Fridays and Sundays.", supersedes=second, title="Great hall", tags=["x"]
    )


@pytest.fixture
def compare(browse, bob, acme):
    def read(memory, status=200, **query):
        answer = browse(bob).get(f"/p/acme/memories/{memory.label}/changes/", query)
        assert answer.status_code == status
        return shown(answer)

    return read


def test_any_two_may_be_chosen(compare, third):
    page = compare(third, **{"from": "1", "to": "3"})

    assert "<del>Mondays</del>" in page
    assert "<ins>Fridays and Sundays</ins>" in page
    assert '<del class="words">Hall</del>' in page
    assert '<ins class="words">Great hall</ins>' in page
    assert "version 2" not in page.split("Differences")[1]


def test_the_other_way_round_what_came_in_goes_out(compare, third):
    page = compare(third, **{"from": "3", "to": "2"})

    assert "<del>and Sundays</del>" in page


def test_without_a_choice_the_last_two_are_shown(compare, third):
    assert "<ins>and Sundays</ins>" in compare(third)


def test_one_version_has_nothing_that_differs(compare, acme):
    assert "Nothing differs" in compare(make_memory(acme))


@pytest.mark.parametrize("typed", ["9", "x", "-1", "0", "\x00", "<b>", ""])
def test_a_version_that_is_none_is_named(compare, third, typed):
    page = compare(third, status=422, **{"from": typed, "to": "2"})

    assert "Choose from the 3 there are" in page
    assert "<b>" not in page


def test_erased_words_are_not_compared(compare, third):
    Memory.objects.filter(pk=third.pk).update(
        title="", content="", tags=[], salt=b"", erased_at=third.recorded_at
    )

    page = compare(third)

    assert "were erased" in page


def test_another_projects_memory_is_unknown(browse, bob, acme):
    foreign = make_memory(make_project("other"))

    answer = browse(bob).get(f"/p/acme/memories/{foreign.public_id}/changes/")

    assert answer.status_code == 404

"""Two changes of one text: together where they do not touch, never otherwise."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proposals.merging import merged_list, merged_text, merged_value

BASE = "Release on the first Tuesday of the month."
TEXTS = st.lists(st.sampled_from(["a", "b", "c.", " ", "d"]), max_size=12).map(" ".join)


def test_what_does_not_touch_comes_together() -> None:
    theirs = f"{BASE} Never release on a Friday."

    merged = merged_text(BASE, "Release every second Tuesday.", theirs)

    assert merged == "Release every second Tuesday. Never release on a Friday."


@pytest.mark.parametrize(
    ("mine", "theirs"),
    [
        ("Release on the second Tuesday of the month.", BASE.replace("first", "last")),
        (BASE.replace("first", "second"), BASE.replace("Tuesday", "Monday")),
        (f"{BASE} Always.", f"{BASE} Never."),
        ("Release.", BASE.replace("month", "quarter")),
    ],
)
def test_the_same_words_or_neighbours_are_left_to_a_person(mine: str, theirs: str) -> None:
    assert merged_text(BASE, mine, theirs) is None
    assert merged_text(BASE, theirs, mine) is None


@given(TEXTS, TEXTS)
def test_one_change_alone_or_the_same_twice_is_that_change(base: str, new: str) -> None:
    assert merged_text(base, new, base) == new
    assert merged_text(base, base, new) == new
    assert merged_text(base, new, new) == new


def test_fields_and_lists_follow_whoever_changed_them() -> None:
    assert merged_value("a", "b", "a") == "b"
    assert merged_value("a", "a", "c") == "c"
    assert merged_value("a", "b", "c") is None
    assert merged_list(["x", "y"], ["y", "z"], ["x", "y", "w"]) == ["y", "w", "z"]

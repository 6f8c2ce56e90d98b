import time
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from proposals.diffing import Piece, word_diff

TEXTS = st.text(alphabet=st.sampled_from("ab \n\té한🐝.,-_"), max_size=60) | st.text(max_size=40)


def old_of(pieces: list[Piece]) -> str:
    return "".join(piece.text for piece in pieces if piece.op != "ins")


def new_of(pieces: list[Piece]) -> str:
    return "".join(piece.text for piece in pieces if piece.op != "del")


@given(TEXTS, TEXTS)
def test_what_stayed_and_went_is_the_old_and_what_stayed_and_came_is_the_new(
    old: str, new: str
) -> None:
    pieces = word_diff(old, new)

    assert old_of(pieces) == old
    assert new_of(pieces) == new
    assert all(piece.text for piece in pieces)


@given(TEXTS)
def test_equal_texts_have_no_difference(text: str) -> None:
    assert word_diff(text, text) == ([Piece("same", text)] if text else [])


@given(TEXTS, TEXTS)
def test_no_two_pieces_in_a_row_are_of_one_sort(old: str, new: str) -> None:
    ops = [piece.op for piece in word_diff(old, new)]

    assert all(one != other for one, other in pairwise(ops))


def test_words_are_compared_whole_and_the_old_stands_before_the_new() -> None:
    assert word_diff("We deploy on Tuesdays.", "We deploy on Thursdays.") == [
        Piece("same", "We deploy on "),
        Piece("del", "Tuesdays"),
        Piece("ins", "Thursdays"),
        Piece("same", "."),
    ]


def test_a_change_of_space_alone_is_shown() -> None:
    assert [piece.op for piece in word_diff("one two", "one  two")] == [
        "same",
        "del",
        "ins",
        "same",
    ]


def test_one_word_changed_in_a_repetitive_text_is_one_change() -> None:
    old = "the store is the store and the store stays. " * 60

    pieces = word_diff(old, old + "Except on Mondays.")

    assert [piece.op for piece in pieces] == ["same", "ins"]


def test_the_longest_text_is_compared_in_time_for_a_page() -> None:
    old = "".join(f"line {n} has its words\n" for n in range(800))
    new = old.replace("line 400 has", "line 400 had")
    began = time.perf_counter()

    pieces = word_diff(old, new)

    assert (old_of(pieces), new_of(pieces)) == (old, new)
    assert sum(len(piece.text) for piece in pieces if piece.op == "del") < 40
    assert time.perf_counter() - began < 2


def test_two_long_texts_with_nothing_in_common_end_too() -> None:
    old, new = "ab " * 6_600, "yz " * 6_600
    began = time.perf_counter()

    pieces = word_diff(old, new)

    assert (old_of(pieces), new_of(pieces)) == (old, new)
    assert time.perf_counter() - began < 5

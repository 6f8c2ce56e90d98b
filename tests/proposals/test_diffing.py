import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proposals.diffing import word_diff


def written(old: str, new: str) -> str:
    marks = {"same": "{}", "del": "[-{}-]", "ins": "[+{}+]"}
    return "".join(marks[piece.op].format(piece.text) for piece in word_diff(old, new))


def test_words_go_out_and_come_in_where_they_stand() -> None:
    old = "Use Neo4j as the primary store."
    new = "Use SQLite as the default store and remove Neo4j."

    assert written(old, new) == (
        "Use [-Neo4j-][+SQLite+] as the [-primary-][+default+] store[+ and remove Neo4j+]."
    )


def test_a_new_text_comes_in_whole() -> None:
    assert written("", "It is so.") == "[+It is so.+]"
    assert written("It is so.", "") == "[-It is so.-]"
    assert written("It is so.", "It is so.") == "It is so."


LIKE_TEXT = st.text("ab c.\n", max_size=16)


@given(old=LIKE_TEXT, new=LIKE_TEXT)
def test_both_texts_can_be_read_from_the_pieces(old: str, new: str) -> None:
    pieces = word_diff(old, new)

    assert "".join(piece.text for piece in pieces if piece.op != "ins") == old
    assert "".join(piece.text for piece in pieces if piece.op != "del") == new


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("a " * 10_000, "a b " * 5_000),
        ("." * 20_000, ",." * 10_000),
        ("x y z " * 3_333, "z y x " * 3_333),
    ],
    ids=["repeated words", "only marks", "shuffled"],
)
def test_no_text_makes_it_slow(old: str, new: str) -> None:
    started = time.perf_counter()

    word_diff(old, new)

    assert time.perf_counter() - started < 3

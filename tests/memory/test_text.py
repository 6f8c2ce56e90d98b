"""What may be stored, and what a reader is shown of characters that draw nothing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.text import (
    count_hidden,
    first_words,
    is_blank,
    is_hidden,
    refusal,
    reveal,
    unix_newlines,
)

REFUSED = ["\x00", "\x01", "\x0b", "\x1b", "\x7f", "\x85", "\x9f", "\ud800", "\udfff"]
REFUSED += ["\ufffe", "\uffff", "\ufdd0", "\ufdef", "\U0001fffe", "\U0010ffff"]
STORED = ["\t", "\n", "\r", " ", "é", "\ufffd", "\ufdcf", "\ufdf0", "🐝", "\u200b", "\U000e0061"]
HIDDEN = {
    "\u200b": "zero width space U+200B",
    "\u00ad": "soft hyphen U+00AD",
    "\ufe0f": "variation selector-16 U+FE0F",
    "\U000e0061": "tag latin small letter a U+E0061",
    "\u202e": "right-to-left override U+202E",
    "\u3164": "hangul filler U+3164",
    "\u2800": "braille pattern blank U+2800",
    "\u00a0": "no-break space U+00A0",
    "\u2065": "unnamed U+2065",
    "\U000e0002": "unnamed U+E0002",
    "\ufff3": "unnamed U+FFF3",
}


@pytest.mark.parametrize("char", REFUSED, ids=lambda char: f"U+{ord(char):04X}")
def test_what_a_database_or_a_page_could_not_hold_is_refused_by_name(char: str) -> None:
    assert f"U+{ord(char):04X}" in refusal(f"before {char} after")
    assert refusal("before  after") == ""


@pytest.mark.parametrize("char", STORED, ids=lambda char: f"U+{ord(char):04X}")
def test_everything_else_may_be_stored(char: str) -> None:
    assert refusal(f"before {char} after") == ""


@given(text=st.text(alphabet=st.characters(codec="utf-8")))
def test_what_is_not_refused_can_be_written_as_utf_8(text: str) -> None:
    if not refusal(text):
        assert text.encode().decode() == text
        assert "\x00" not in text


@pytest.mark.parametrize(
    "text", ["", " ", "\n\t\r\n", "\u200b\u2060", "\u3000\u00a0", "\u2800\u3164"]
)
def test_a_text_that_shows_nothing_is_blank(text: str) -> None:
    assert is_blank(text)
    assert not is_blank(f"{text}.")


def test_newlines_become_lf_and_nothing_else_is_touched() -> None:
    assert unix_newlines(" a\r\nb\rc\n\u2028\t d ") == " a\nb\nc\n\u2028\t d "


@pytest.mark.parametrize(("char", "name"), HIDDEN.items(), ids=HIDDEN.values())
def test_a_hidden_character_is_counted_and_named(char: str, name: str) -> None:
    text = f"pay{char}ment"

    assert count_hidden(text) == 1
    assert [(run.text, run.name) for run in reveal(text)] == [
        ("pay", ""),
        (char, name),
        ("ment", ""),
    ]


@pytest.mark.parametrize(
    "text", ["Plain words, two lines.\n\tIndented.", "naïve café", "数 ५ ①", "🐝"]
)
def test_what_a_reader_sees_is_not_marked(text: str) -> None:
    assert count_hidden(text) == 0
    assert [run.text for run in reveal(text)] == [text]


@given(text=st.text())
def test_revealing_loses_nothing(text: str) -> None:
    runs = list(reveal(text))

    assert "".join(run.text for run in runs) == text
    assert sum(bool(run.name) for run in runs) == count_hidden(text)
    assert not any(map(is_hidden, (char for run in runs if not run.name for char in run.text)))


def test_the_first_words_are_one_line_of_a_bounded_length() -> None:
    line = first_words("  Many\n\twords " + "x" * 100)

    assert line.startswith("Many words x")
    assert (len(line), line[-1]) == (80, "…")
    assert first_words("Few words.") == "Few words."

"""When two texts are the same value: what a reader could not tell apart, and no more than that."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.text import normal_form, refusal

SAID = "Use Neo4j as the primary café store."
SAME = {
    "letter case": "USE NEO4J AS THE PRIMARY CAFÉ STORE.",
    "spaces": "  Use\tNeo4j  as\n\nthe primary café store. ",
    "Windows newlines": "Use Neo4j\r\nas the primary café store.",
    "no-break and thin spaces": "Use\u00a0Neo4j\u2009as\u3000the primary\u2028café store.",
    "a trailing dot less": "Use Neo4j as the primary café store",
    "a trailing dot and a space": "Use Neo4j as the primary café store. .",
    "quotes around it": "“Use Neo4j as the primary café store.”",
    "backticks around it": "`Use Neo4j as the primary café store.`",
    "emphasis around it": "**Use Neo4j as the primary café store!**",
    "a list's dash": "- Use Neo4j as the primary café store…",
    "decomposed letters": "Use Neo4j as the primary cafe\u0301 store.",
    "full-width letters": "\uff35\uff53\uff45 Neo4j as the primary café store\uff0e",
    "letters in circles": "Use Neo4j as the primary café \u24e2\u24e3ore.",
    "zero-width spaces": "U\u200bse Neo4j\u200d as the prim\ufeffary café store.",
    "soft hyphens": "Use Neo4j as the pri\u00admary café store.",
    "tag characters": "Use Neo4j\U000e0061\U000e007f as the primary café store.",
    "variation selectors": "Use Neo4j\ufe0f as the primary\U000e0100 café store.",
    "direction marks": "\u202eUse Neo4j as the primary café store.\u202c\u2066\u2069",
    "fillers": "Use Neo4j\u3164\u115f\u1160\uffa0 as the primary café store.",
    "a grapheme joiner": "Use Neo4j as the primary caf\u034fe\u034f\u0301 store.",
    "unassigned ignorables": "Use\u2065 Neo4j\U000e0002\ufff3 as the primary café store.",
    "a hidden character inside a composition": "Use Neo4j as the primary cafe\u200b\u0301 store.",
    "a blank braille cell": "Use Neo4j\u2800 as the primary café store.",
    "hidden characters at the edge": "\u200b.\u2060Use Neo4j as the primary café store.\u200e.",
}
OTHER = [
    "Use Neo4j as a primary café store.",
    "Neo4j is our main store for cafés.",
    "Use Neo4j as the primary cafe store.",
    "Use Neo4j, as the primary café store.",
    "Use Neo4j 5 as the primary café store.",
    "Do not use Neo4j as the primary café store.",
    "UseNeo4j as the primary café store.",
]


@pytest.mark.parametrize("text", SAME.values(), ids=SAME)
def test_what_looks_the_same_is_the_same_value(text: str) -> None:
    assert normal_form(text) == normal_form(SAID)


@pytest.mark.parametrize("text", OTHER)
def test_a_paraphrase_is_another_value(text: str) -> None:
    assert normal_form(text) != normal_form(SAID)


def test_letters_that_fold_to_the_same_are_the_same() -> None:
    assert normal_form("Die STRASSE") == normal_form("die Straße")
    assert normal_form("ΟΔΟΣ") == normal_form("οδος")


def test_a_text_of_punctuation_alone_keeps_its_value() -> None:
    assert normal_form("?!") == "?!"
    assert normal_form("?!") != normal_form("...")


@given(text=st.text(max_size=60))
def test_the_normal_form_of_a_normal_form_is_itself(text: str) -> None:
    once = normal_form(text)

    assert normal_form(once) == once


@given(text=st.text(max_size=60).filter(lambda text: not refusal(text)))
def test_newlines_never_change_the_value(text: str) -> None:
    assert normal_form(text.replace("\n", "\r\n")) == normal_form(text)


@given(text=st.text(st.characters(max_codepoint=127), max_size=60))
def test_plain_text_takes_a_shorter_way_to_the_same_value(text: str) -> None:
    assert normal_form(text) == normal_form(f"{text}\u200b")

"""Readers that show every state: each memory says what it is, and words that were never applied,
were erased or belong to another project are in none of them."""

import re
from types import SimpleNamespace
from typing import Any

import pytest

from memory.models import User
from memory.services.export import graph_of

STATES = {
    "Granite was superseded.": "superseded",
    "Granite replaced it.": "authoritative",
    "Granite was retired.": "retired",
    "Granite has expired.": "expired",
    "Granite is scheduled.": "scheduled",
    "Granite holds until then.": "authoritative",
    "Granite holds from then.": "scheduled",
}
NEVER = {
    *(f"Granite is {status}." for status in ("pending", "approved", "rejected", "withdrawn")),
    "Granite was erased.",
    "Granite, granite, granite.",
}
READERS = [
    "/p/acme/memories/?authority=all",
    "/p/acme/memories/?authority=all&q=granite",
    "/p/acme/settings/export/jsonl",
    "/p/acme/settings/export/graphml",
    "/p/acme/settings/export/cypher",
    "/admin/memory/memory/",
    "/admin/memory/memory/?q=granite",
]


def read(answer: Any) -> str:
    assert answer.status_code == 200
    sent = answer.streaming_content if answer.streaming else [answer.content]
    return re.sub("</?mark>", "", b"".join(sent).decode())


@pytest.mark.parametrize("address", READERS)
def test_all_that_was_recorded_is_there_and_nothing_else(
    granite: SimpleNamespace, browse: Any, alice: User, address: str
) -> None:
    page = read(browse(alice).get(address))

    assert {words for words in STATES if words in page} == set(STATES)
    assert {words for words in NEVER if words in page} == set()


def test_what_goes_out_as_a_graph_says_what_each_memory_is(granite: SimpleNamespace) -> None:
    told = {node.content: node.authority for node in graph_of(granite.project).nodes()}

    assert told == STATES


def test_the_admin_says_what_each_memory_is(
    granite: SimpleNamespace, browse: Any, alice: User
) -> None:
    page = read(browse(alice).get("/admin/memory/memory/"))
    rows = re.findall(r"<tr>(?:(?!</tr>).)*?Granite.*?</tr>", page, re.DOTALL)

    told = {words: row for row in rows for words in STATES if words in row}
    assert {words: state for words, state in STATES.items() if state in told[words].lower()} == (
        STATES
    )

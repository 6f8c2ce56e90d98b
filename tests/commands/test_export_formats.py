"""One project, each format: the same memories, their authority told, nothing that was erased."""

import io
import json
import re
import zipfile
from datetime import UTC, datetime
from xml.etree import ElementTree

import pytest
from django.core.management import call_command

from memory.services.export_formats import FORMATS
from proposals.services.erase_memory import erase_memory
from tests.factories import make_memory, retire

XML = "{http://graphml.graphdrawing.org/xmlns}"
WORD = "zanzibarquokka"


def exported(capsysbinary, name, slug="acme"):
    call_command("export_project", slug, format=name)
    return capsysbinary.readouterr().out


def abhi_nodes(whole):
    archive = zipfile.ZipFile(io.BytesIO(whole[4:]))
    return [json.loads(line) for line in archive.read("nodes.jsonl").splitlines()]


def authority_in_graphml(whole):
    nodes = ElementTree.fromstring(whole.decode()).iter(f"{XML}node")
    told = [{one.get("key"): one.text for one in node.iter(f"{XML}data")} for node in nodes]
    return {one["content"]: one["authority"] for one in told}


def authority_in_cypher(whole):
    told = r"content: '([^']*)'.*? authority: '([^']*)'"
    return dict(re.findall(told, whole.decode()))


def authority_in_abhi(whole):
    return {one["content"]: one["metadata"]["waggle_authority"] for one in abhi_nodes(whole)}


AUTHORITY = {
    "graphml": authority_in_graphml,
    "cypher": authority_in_cypher,
    "abhi": authority_in_abhi,
}


@pytest.fixture
def lives(acme):
    """One memory of every authority, by its words."""
    old = make_memory(acme, "Old.")
    make_memory(acme, "New.", supersedes=old)
    retire(make_memory(acme, "Withdrawn."))
    past, future = datetime(2001, 1, 1, tzinfo=UTC), datetime(2999, 1, 1, tzinfo=UTC)
    make_memory(acme, "Over.", valid_from=past, valid_until=datetime(2002, 1, 1, tzinfo=UTC))
    make_memory(acme, "Coming.", valid_from=future)
    return {
        "Old.": "superseded",
        "New.": "authoritative",
        "Withdrawn.": "retired",
        "Over.": "expired",
        "Coming.": "scheduled",
    }


@pytest.mark.parametrize("name", AUTHORITY)
def test_each_memory_says_what_it_was(lives, capsysbinary, name):
    assert AUTHORITY[name](exported(capsysbinary, name)) == lives


def test_abhi_says_in_its_own_words_what_is_true_no_more(lives, capsysbinary):
    nodes = {one["content"]: one for one in abhi_nodes(exported(capsysbinary, "abhi"))}

    now = datetime.now(UTC)
    over = {
        words
        for words, one in nodes.items()
        if one["valid_to"] and datetime.fromisoformat(one["valid_to"]) <= now
    }
    assert over == {"Old.", "Withdrawn.", "Over."}
    assert nodes["Old."]["metadata"]["superseded_by"] == nodes["New."]["id"]


@pytest.mark.parametrize("name", FORMATS)
def test_nothing_erased_and_nothing_of_another_project_goes_out(
    acme, alice, elsewhere, capsysbinary, name
):
    def told():
        whole = exported(capsysbinary, name)
        nodes = whole.decode() if name != "abhi" else json.dumps(abhi_nodes(whole))
        return whole if name != "abhi" else whole + nodes.encode()

    first = make_memory(acme, "First.")
    secret = make_memory(acme, f"The {WORD}.", supersedes=first)
    link = [{"type": "part_of", "memory_id": str(secret.public_id)}]
    make_memory(acme, "Third.", supersedes=secret, links=link)
    make_memory(elsewhere, f"{WORD} is foreign.")
    before = told()

    erase_memory(secret, by=alice, reason="It named a customer.", password="")

    after = told()
    assert WORD.encode() in before
    assert b"First." in after
    assert WORD.encode() not in after
    assert str(secret.public_id).encode() not in after
    assert str(first.public_id).encode() in after


def test_links_and_lineage_are_edges(acme, capsysbinary):
    goal = make_memory(acme, "Ship.", kind="goal")
    old = make_memory(acme, "Use Neo4j.", links=[{"type": "part_of", "memory_id": "M-001"}])
    new = make_memory(acme, "Use SQLite.", supersedes=old)

    root = ElementTree.fromstring(exported(capsysbinary, "graphml").decode())

    ids = {str(one.public_id): one.label for one in (goal, old, new)}
    edges = [
        (ids[one.get("source")], one.find(f"{XML}data").text, ids[one.get("target")])
        for one in root.iter(f"{XML}edge")
    ]
    assert sorted(edges) == [
        ("M-002", "part_of", "M-001"),
        ("M-003", "part_of", "M-001"),
        ("M-003", "updates", "M-002"),
    ]

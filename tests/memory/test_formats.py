"""A graph as GraphML, Cypher and `.abhi`: whatever people wrote stays text."""

import hashlib
import io
import json
import re
import zipfile
from datetime import UTC, datetime, timedelta
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory import text
from memory.formats.abhi import MAGIC, abhi
from memory.formats.cypher import TYPES, cypher, quoted
from memory.formats.graph import Graph, Link, Node
from memory.formats.graphml import graphml
from memory.kinds import EdgeType, Kind

NOW = datetime(2026, 5, 14, 12, tzinfo=UTC)
XML = "{http://graphml.graphdrawing.org/xmlns}"
STORABLE = st.text(st.characters(codec="utf-8")).filter(lambda one: not text.refusal(one))
PIECES = st.sampled_from(["\\", "'", "u0027", "U0027", "\n", "\r", "\t", "]]>", "&amp;", "\u2028"])
HOSTILE = st.lists(st.one_of(PIECES, STORABLE), max_size=6).map("".join)


def id_of(number):
    return f"00000000-0000-4000-8000-{number:012d}"


def node(number=1, **fields):
    return Node(
        **{
            "id": id_of(number),
            "number": f"M-{number:03d}",
            "kind": "fact",
            "title": "",
            "content": "Ships are blue.",
            "tags": [],
            "authority": "authoritative",
            "valid_from": NOW,
            "valid_until": None,
            "recorded_at": NOW,
            "retired_at": None,
            "proposed_by": "bob",
            "approved_by": ["alice"],
            **fields,
        }
    )


def graph(*nodes, links=()):
    return Graph("acme", NOW, nodes=lambda: iter(nodes), links=lambda: iter(links))


def read_xml(graph):
    root = ElementTree.fromstring("".join(graphml(graph)))
    return root.find(f"{XML}graph")


def data_of(element):
    return {one.get("key"): one.text for one in element.findall(f"{XML}data")}


def unzipped(graph):
    whole = b"".join(abhi(graph))
    assert whole.startswith(MAGIC)
    archive = zipfile.ZipFile(io.BytesIO(whole[len(MAGIC) :]))
    return {name: archive.read(name).decode() for name in archive.namelist()}


def records(graph, member):
    # As its own reader splits them.
    return [json.loads(line) for line in unzipped(graph)[member].splitlines()]


@given(HOSTILE, HOSTILE)
def test_graphml_gives_back_every_word(content, tag):
    found = read_xml(graph(node(content=f".{content}", tags=[tag]))).find(f"{XML}node")

    assert data_of(found)["content"] == f".{content}"
    assert json.loads(data_of(found)["tags"]) == [tag]


def test_graphml_declares_what_it_uses_and_names_only_its_own_nodes():
    linked = graph(node(1), node(2), links=[Link("part_of", id_of(2), id_of(1))])

    root = ElementTree.fromstring("".join(graphml(linked)))

    declared = {key.get("id") for key in root.findall(f"{XML}key")}
    [edge] = root.iter(f"{XML}edge")
    nodes = {one.get("id") for one in root.iter(f"{XML}node")}
    assert {one.get("key") for one in root.iter(f"{XML}data")} <= declared
    assert data_of(edge) == {"type": "part_of"}
    assert {edge.get("source"), edge.get("target")} <= nodes
    assert root.find(f"{XML}graph").get("edgedefault") == "directed"


LITERAL = re.compile(r"'((?:[^'\\]|\\[\\'nrt])*)'")
MEANS = {"\\\\": "\\", "\\'": "'", "\\n": "\n", "\\r": "\r", "\\t": "\t"}


def read_literal(expression):
    """What Cypher reads: literals of the escapes that it knows, put together with a plus."""
    assert re.fullmatch(rf"{LITERAL.pattern}(?: \+ {LITERAL.pattern})*", expression)
    parts = [found[1] for found in LITERAL.finditer(expression)]
    return "".join(re.sub(r"\\.", lambda one: MEANS[one[0]], part) for part in parts)


@given(HOSTILE)
def test_a_cypher_literal_gives_back_every_word_and_ends_where_it_should(words):
    literal = quoted(words)

    assert read_literal(literal) == words
    assert not re.search(r"\\u|\n|\r", literal, re.IGNORECASE)


def test_cypher_says_each_statement_once_and_again_changes_nothing():
    links = [Link(one.value, id_of(2), id_of(1)) for one in EdgeType]

    said = "".join(cypher(graph(node(1), node(2), links=links)))

    statements = [one for one in said.split(";\n") if one]
    assert "CREATE CONSTRAINT waggle_memory_id IF NOT EXISTS" in statements[0]
    assert "REQUIRE m.id IS UNIQUE" in statements[0]
    assert "MERGE (m:WaggleMemory {id: row.id})\nSET m = row" in statements[1]
    assert len(statements) == 2 + len(EdgeType)
    assert all(f"MERGE (a)-[:{TYPES[one.value]}]->(b)" in said for one in EdgeType)
    assert not re.search(r"^(CREATE|INSERT|DELETE)\b(?! CONSTRAINT)", said, re.MULTILINE)


def test_cypher_comes_in_statements_of_bounded_size():
    many = [node(number, content="x" * 20_000) for number in range(60)]

    statements = "".join(cypher(graph(*many))).split(";\n")

    assert len(statements) > 3
    assert max(map(len, statements)) < 500_000


@given(HOSTILE)
def test_abhi_gives_back_every_word_and_keeps_its_lines(content):
    [found] = records(graph(node(content=content)), "nodes.jsonl")

    assert found["content"] == content


def test_abhi_has_the_members_in_order_with_digests_that_are_theirs():
    linked = graph(
        node(1), node(2, content="a\u2028b"), links=[Link("updates", id_of(2), id_of(1))]
    )

    members = unzipped(linked)
    manifest = json.loads(members["manifest.json"])

    *names, last = members
    assert last == "manifest.json"
    assert names == ["transcripts.jsonl", "nodes.jsonl", "edges.jsonl", "context_windows.jsonl"]
    for name, told in manifest["members"].items():
        assert told["sha256"] == hashlib.sha256(members[name].encode()).hexdigest()
        assert told["size"] == len(members[name].encode())
    assert manifest["counts"] == {"transcripts": 0, "nodes": 2, "edges": 1, "context_windows": 1}
    assert b"".join(abhi(linked)) == b"".join(abhi(linked))


def test_abhi_knows_the_digest_that_its_own_program_looks_for():
    made = graph(node(1, content="a\u2028b", tags=["ü"]))
    members = unzipped(made)
    manifest = json.loads(members["manifest.json"])

    covered = {k: v for k, v in manifest.items() if k not in {"content_hash", "export_context"}}
    rows = [json.loads(line) for name in members if name != "manifest.json"
            for line in members[name].splitlines()]  # fmt: skip
    canonical = [
        json.dumps(one, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
        for one in (covered, *rows)
    ]
    digest = hashlib.sha256((canonical[0] + "".join(f"{one}\n" for one in canonical[1:])).encode())
    assert manifest["content_hash"] == f"sha256:{digest.hexdigest()}"


DAY = timedelta(days=1)


@pytest.mark.parametrize(
    ("fields", "ends"),
    [
        ({}, None),
        ({"valid_until": NOW + DAY}, NOW + DAY),
        ({"valid_until": NOW + 3 * DAY, "overtaken_at": NOW + DAY}, NOW + DAY),
        ({"valid_until": NOW + DAY, "retired_at": NOW + 2 * DAY}, NOW + DAY),
        ({"retired_at": NOW + DAY}, NOW + DAY),
    ],
)
def test_whatever_ends_a_memory_ends_its_window_in_abhi(fields, ends):
    [found] = records(graph(node(**fields)), "nodes.jsonl")

    assert found["valid_to"] == (ends.isoformat().replace("+00:00", "Z") if ends else None)


def test_a_memory_that_was_never_true_has_a_window_that_is_nearly_none():
    [found] = records(graph(node(retired_at=NOW - DAY, authority="retired")), "nodes.jsonl")

    assert found["valid_to"] == "2026-05-14T12:00:00.000001Z"
    assert found["metadata"]["waggle_authority"] == "retired"


@pytest.mark.parametrize("kind", Kind.values)
def test_each_kind_is_one_that_the_other_program_knows_and_keeps_its_name(kind):
    [found] = records(graph(node(kind=kind)), "nodes.jsonl")

    known = {"fact", "entity", "concept", "preference", "decision", "question", "note"}
    assert found["node_type"] in known
    assert found["metadata"]["waggle_kind"] == kind

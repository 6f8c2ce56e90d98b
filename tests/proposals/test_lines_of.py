"""Whatever a file is, it comes out as lines, and what is no line is told where it stands."""

import io
import json
import os
import sqlite3
import zipfile

import pytest

from proposals.lines.door import lines_of
from proposals.lines.kinds_of_file import Format, recognised
from proposals.lines.told import Refused, Unreadable
from tests.proposals.peers import abhi, backup, database, edge, node


def told(source, **more):
    found = source if not isinstance(source, bytes) else io.BytesIO(source)
    return list(lines_of(found, **more))


def said(source, **more):
    return [one.line for one in told(source, **more)]


def refused(source, **more):
    return {one.where: one.line.reason for one in told(source, **more) if _is_refused(one)}


def _is_refused(one):
    return isinstance(one.line, Refused)


NODES = [
    node("a", "Old words.", metadata={"superseded_by": "b", "superseded_at": "2026-03-02"}),
    node("b", "New words.", "decision", tags=["x"], agent_id="Robin"),
    node("c", "Lived for a day.", valid_to="2026-02-01T00:00:00+00:00"),
    node("d", "Gone words.", metadata={"superseded_by": "b", "superseded_at": "2026-03-03"}),
    node("e", "Elsewhere.", "entity", project="orchard", label="Elsewhere."),
]
EDGES = [
    edge("b", "updates", "a"),
    edge("b", "contradicts", "d"),
    edge("c", "lives next to", "b"),
]


@pytest.fixture(params=["database", "backup", "abhi"])
def peer(request, tmp_path):
    """The same nodes and edges in each file of waggle-mcp."""

    def made(nodes, edges):
        if request.param == "database":
            return database(tmp_path / "peer.db", nodes, edges)
        return io.BytesIO({"backup": backup, "abhi": abhi}[request.param](nodes, edges))

    return made


def test_a_file_of_waggle_mcp_is_its_nodes_and_edges(peer):
    lines = lines_of(peer(NODES, EDGES))
    found = {one.line["id"]: one.line for one in lines if "id" in one.line}
    edges = [one.line for one in lines if one.line.get("type") == "edge"]

    assert (found["b"]["kind"], found["b"]["content"]) == ("decision", "New words.")
    assert found["b"]["supersedes"] == "a"
    assert found["b"]["tags"] == ["x", "garden"]
    assert found["b"]["claimed_approval"]["agent_id"] == "Robin"
    assert (found["e"]["title"], found["e"]["content"]) == ("", "Elsewhere.")
    assert dict(lines.wish.projects) == {"garden": 4, "orchard": 1}
    assert [(one["edge_type"], one["source"], one["target"]) for one in edges] == [
        ("contradicts", "b", "d"),
        ("relates_to", "c", "b"),
    ]
    assert found["c"]["claimed_approval"]["links"] == [
        {"relationship": "lives next to", "target": "b"}
    ]


def test_what_had_ended_there_is_history_here(peer):
    found = {one.line["id"]: one.line for one in lines_of(peer(NODES, [])) if "id" in one.line}

    assert found["b"]["supersedes"] == "a"
    assert found["d"]["retired_at"] == "2026-03-03"
    assert found["c"]["valid_until"] == "2026-02-01T00:00:00+00:00"
    assert found["c"]["valid_from"] < found["c"]["valid_until"]
    assert not {"supersedes", "retired_at"} & {name for name, value in found["e"].items() if value}


def test_one_project_of_several(peer):
    lines = lines_of(peer(NODES, EDGES), only="orchard")

    assert [one.line["id"] for one in lines] == ["e"]
    with pytest.raises(Unreadable, match="garden, orchard"):
        list(lines_of(peer(NODES, EDGES), only="meadow"))


def test_read_again_it_is_the_same(peer):
    lines = lines_of(peer(NODES, EDGES))
    first, digest = list(lines), lines.digest

    assert (list(lines), lines.digest) == (first, digest)
    other = lines_of(peer(NODES[1:], EDGES[1:]))
    list(other)
    assert other.digest != digest


def test_a_refused_part_is_told_by_its_record(tmp_path):
    nodes = [node("a", "One."), node("b", "Two.") | {"tags": "["}]

    assert refused(database(tmp_path / "x.db", nodes, [])).keys() == {"nodes row 2"}
    assert refused(backup([nodes[0], 7], [])) == {"nodes[1]": "is not an object"}
    assert refused(backup(nodes[:1], [{"relationship": "updates"}])).keys() == {"edges[0]"}
    assert refused(abhi([nodes[0], 7], [])).keys() == {"nodes.jsonl line 2"}


def test_a_database_is_opened_to_be_read_and_for_nothing_else(tmp_path):
    path = database(tmp_path / "x.db", NODES, EDGES)
    before = (path.read_bytes(), sorted(os.listdir(tmp_path)))

    assert len(said(path)) > 4
    assert (path.read_bytes(), sorted(os.listdir(tmp_path))) == before


@pytest.mark.parametrize(
    ("sql", "words"),
    [
        (
            "ALTER TABLE nodes RENAME TO kept; CREATE VIEW nodes AS SELECT * FROM kept",
            "no database",
        ),
        (
            "DROP TABLE nodes;CREATE VIRTUAL TABLE nodes USING fts5(id, label, content, node_type)",
            "no database",
        ),
        ("DROP TABLE nodes", "have no content, id, label, node_type"),
        (
            "DROP TABLE nodes; CREATE TABLE nodes (id, label, node_type, created_at, content"
            " GENERATED ALWAYS AS (zeroblob(1000000000)) VIRTUAL);"
            "INSERT INTO nodes (id) VALUES ('a')",
            "have no content",
        ),
        (
            "UPDATE nodes SET content = zeroblob(5000000) WHERE id = 'b'",
            "near nodes row 1",
        ),
    ],
)
def test_a_database_with_a_trap_is_refused(tmp_path, sql, words):
    path = database(tmp_path / "x.db", NODES, EDGES)
    with sqlite3.connect(path) as made:
        made.executescript(sql)
    made.close()

    with pytest.raises(Unreadable, match=words):
        said(path)


def test_bytes_and_text_that_is_none_are_refused_by_row(tmp_path):
    path = database(tmp_path / "x.db", [node("a", "x"), node("b", "y")], [])
    with sqlite3.connect(path) as made:
        made.execute("UPDATE nodes SET content = x'00ff' WHERE id = 'a'")
        made.execute("UPDATE nodes SET content = CAST(x'61ff' AS TEXT) WHERE id = 'b'")
    made.close()

    assert refused(path) == {"nodes row 1": "content: holds bytes, not text"}
    assert said(path)[1]["content"] == "a\udcff"


def test_changes_that_are_not_part_of_the_database_yet_are_not_overlooked(tmp_path):
    path = database(tmp_path / "x.db", NODES, EDGES)
    open_still = sqlite3.connect(path)
    open_still.execute("PRAGMA journal_mode = WAL")
    open_still.execute("DELETE FROM nodes")
    open_still.commit()

    with pytest.raises(Unreadable, match=r"x\.db-wal"):
        said(path)
    open_still.close()
    assert [line for line in said(path) if "content" in line] == []


@pytest.mark.parametrize(
    ("file", "words"),
    [
        (abhi(NODES, EDGES, encryption={"enabled": True}), "encrypted"),
        (abhi(NODES, EDGES, members={"nodes.jsonl": {"sha256": "0" * 64}}), "damaged"),
        (abhi(NODES, EDGES)[:-30], "damaged"),
        (b"SQLite format 3\0" + b"\xff" * 4096, "no database that can be read"),
        (b'{"schema_version": 7, "nodes": [' + b"[" * 100_000, "nested"),
        (b'{"schema_version": 7, "nodes": 7}', "no list"),
        (b'{"schema_version": 7, "nodes": [], "nodes": []}', "twice"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "nothing that can be brought in"),
        (b"text,content,Content\na,b,c", "two columns of one name"),
    ],
)
def test_what_can_not_be_read_at_all_says_why(file, words):
    with pytest.raises(Unreadable, match=words):
        said(file)


def test_a_zip_that_would_fill_the_disk_is_not_unpacked(monkeypatch):
    monkeypatch.setattr("proposals.lines.abhi.UNPACKED", 1_000)

    with pytest.raises(Unreadable, match="unpack"):
        said(abhi([node("a", "x" * 2_000)], []))


def test_an_entity_is_one_memory_with_its_observations(monkeypatch):
    monkeypatch.setattr("memory.limits.CONTENT", 25)
    lines = [
        {"type": "entity", "name": "Shed", "entityType": "place", "observations": ["Is green."]},
        {"type": "entity", "name": "Key", "entityType": "fact", "observations": []},
        {"type": "entity", "name": "Pond", "observations": ["Ten fish.", "One frog.", "A duck."]},
        {"type": "relation", "from": "Key", "to": "Shed", "relationType": "part of"},
        {"type": "relation", "from": "Key", "to": "Pond", "relationType": "fell into"},
    ]
    found = said("\n".join(map(json.dumps, lines)).encode())

    assert [(one.get("id"), one.get("title"), one.get("content")) for one in found[:4]] == [
        ("Shed", "Shed", "Is green."),
        ("Key", "", "Key"),
        ("Pond", "Pond", "Ten fish.\nOne frog."),
        ("Pond (2)", "Pond", "A duck."),
    ]
    assert found[3]["links"] == [{"type": "part_of", "memory_id": "Pond"}]
    assert [one["edge_type"] for one in found[4:]] == ["part_of", "relates_to"]
    assert found[1]["claimed_approval"]["relations"] == [
        {"relationType": "fell into", "to": "Pond"}
    ]


def test_a_line_of_server_memory_that_is_none_is_told_by_its_number():
    lines = [
        b'{"type":"entity","name":"A","entityType":"fact","observations":["x"]}',
        b'{"type":"entity","name":"","observations":["x"]}',
        b'{"type":"entity","name":"B","observations":[7]}',
        b'{"type":"relation","from":"A"}',
        b"{",
        b'{"type":"memory"}',
    ]

    assert sorted(refused(b"\n".join(lines))) == [f"line {n}" for n in range(2, 7)]


@pytest.fixture
def vault(tmp_path):
    def write(**notes):
        for name, text in notes.items():
            path = tmp_path / "vault" / name.replace("__", "/")
            path = path.with_name(path.name + ".md")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text.encode() if isinstance(text, str) else text)
        return tmp_path / "vault"

    return write


def test_a_folder_of_notes(vault):
    folder = vault(
        plan="---\ntitle: The plan\ntags: [a, b]\nauthor: Ann\ndate: 2026-01-02\n---\n\nDig.\n\n",
        sub__new="---\nsupersedes: '[[plan]]'\ntype: decision\ndepends_on: [bare]\n---\nRest.",
        bare="\ufeffJust words.\r\n",
        empty="",
        old="---\nstatus: Superseded by plan\ncreated: 2025-01-01\n---\nDig by hand.",
    )
    (folder / ".obsidian").mkdir()
    (folder / ".obsidian" / "hidden.md").write_text("Hidden.")
    (folder / "elsewhere.md").symlink_to("/etc/hostname")
    found = {one.where: one.line for one in told(folder)}

    assert list(found) == ["bare.md", "empty.md", "old.md", "plan.md", "sub/new.md"]
    assert found["plan.md"] == {
        "id": "plan",
        "kind": "note",
        "title": "The plan",
        "content": "Dig.",
        "tags": ["a", "b"],
        "recorded_at": "2026-01-02",
        "claimed_approval": {"author": "Ann"},
    }
    assert (found["bare.md"]["title"], found["bare.md"]["content"]) == ("bare", "Just words.")
    assert found["empty.md"]["content"] == "empty"
    assert found["old.md"]["retired_at"] == "2025-01-01"
    new = found["sub/new.md"]
    assert (new["kind"], new["supersedes"]) == ("decision", "plan")
    assert new["links"] == [{"type": "depends_on", "memory_id": "bare"}]


def test_what_front_matter_would_have_made_is_text(vault):
    [note] = told(vault(a="---\nrun: !!python/object/apply:os.system ['true']\non: 1.10\n---\nx"))

    assert note.line["claimed_approval"] == {"run": ["true"], "on": "1.10"}


def test_the_same_folder_as_a_zip(vault, tmp_path):
    folder = vault(one="---\ntags: a\n---\nOne.", sub__two="Two.")
    packed = tmp_path / "notes.zip"
    with zipfile.ZipFile(packed, "w") as made:
        for path in sorted(folder.rglob("*.md")):
            made.write(path, path.relative_to(folder))

    assert told(packed) == told(folder)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("---\na: 1\n", "no end"),
        ("---\na: [\n---\nx", "not YAML"),
        ("---\na: 1\na: 2\n---\nx", "twice"),
        ("---\na: &x [1]\nb: *x\n---\nx", "reference"),
        ("---\n- a\n---\nx", "no list of fields"),
        ("---\na: " + "[" * 5_000 + "\n---\nx", "not YAML"),
        ("---\nstatus: pending\n---\nx", "status"),
        ("---\nstatus: retired\n---\nx", "say since when"),
        (b"\xff\xfe", "UTF-8"),
        ("x" * 200_001, "longer"),
    ],
)
def test_a_note_that_can_not_be_read_is_told_by_its_name(vault, text, words):
    found = refused(vault(good="Fine.", bad=text))

    assert list(found) == ["bad.md"]
    assert words in found["bad.md"]


@pytest.mark.parametrize("mark", [",", ";", "\t", "|"])
def test_a_table(mark):
    rows = [
        ["Type", "Content", "Tags", "Valid To", "Author", "ID", "part_of"],
        ["fact", '"One\nof two."', '"a;b"' if mark == ";" else "a;b", "", "Ann", "1", ""],
        ["", "Two.", "", "2999-01-01", "", "2", "1"],
    ]
    table = "\ufeff" + "\r\n".join(mark.join(row) for row in rows)
    first, second = told(table.encode())

    assert (first.where, second.where) == ("row 2 (line 2)", "row 3 (line 4)")
    assert first.line == {
        "kind": "fact",
        "content": "One\nof two.",
        "tags": ["a", "b"],
        "id": "1",
        "claimed_approval": {"author": "Ann"},
    }
    assert second.line == {
        "kind": "note",
        "content": "Two.",
        "valid_until": "2999-01-01",
        "id": "2",
        "links": [{"type": "part_of", "memory_id": "1"}],
    }


@pytest.mark.parametrize(
    ("rows", "where", "words"),
    [
        ("One.,two,three", "row 2 (line 2)", "cells"),
        ('One.,x\n"Two.,x\nThree.,x', "row 3 (line 3)", "no row"),
        ("One.,x\nTwo.,pending", "row 3 (line 3)", "status"),
        ("One.,x" * 50_000, "line 2", "longer"),
    ],
)
def test_a_row_that_is_none_is_told_by_its_number(rows, where, words):
    found = refused(f"content,status\n{rows}".replace(",x", ",active").encode())

    assert words in found[where]


def test_what_a_file_is_is_told_by_its_content(tmp_path, vault):
    files = {
        Format.DATABASE: database(tmp_path / "a.txt", NODES, []).read_bytes(),
        Format.BACKUP: backup([], []),
        Format.ABHI: abhi([], []),
        Format.SERVER_MEMORY: b'\n{"type":"entity","name":"A"}',
        Format.NOTES: b"---\na: 1\n---\nx",
        Format.CSV: b"id;content\n1;x",
        Format.LINES: b'\xef\xbb\xbf{"kind": "fact", "content": "text, content"}',
    }

    assert {kind: recognised(io.BytesIO(file)) for kind, file in files.items()} == {
        kind: kind for kind in files
    }
    assert recognised(io.BytesIO(b"")) is Format.LINES
    assert recognised(io.BytesIO(abhi([], [])[4:])) is Format.ABHI
    assert recognised(vault(a="x")) is Format.NOTES

"""Identifiers are found as wholes ahead of their parts, and words inside unspaced scripts."""

from importlib import import_module
from time import process_time
from types import SimpleNamespace
from typing import Any

import pytest
from django.apps import apps
from django.db import connection

from memory.authority import Instant
from memory.models import Project
from memory.search.terms import plain, terms_of
from memory.services.recall import recall
from tests.memory.recorded import make_memory

migration: Any = import_module("memory.migrations.0009_wholes_and_pairs")


def found(project: Project, query: str) -> list[str]:
    answer = recall(project, query, instant=Instant.now(), limit=50)
    return [memory.content for memory in answer.memories]


CODES = [
    ("user_id", "The column user_id is indexed."),
    ("v1.2.3", "Pinned to v1.2.3 for the pilot."),
    ("1.2.3", "Version 1.2.3 broke the import."),
    ("a/b", "We run an a/b test."),
    ("20.04", "Ubuntu 20.04 is the floor."),
    ("multi-agent", "A multi-agent system."),
    ("src/user_id.py", "See src/user_id.py for it."),
    ("ops@example.org", "Write to ops@example.org at night."),
    ("C:\\logs\\waggle", "It lies in C:\\logs\\waggle there."),
]
DECOYS = [
    "User accounts: user, id, user; an id for each user.",
    "Versions v1 2 3, 3 2 1, and 2 of 1.",
    "Plan a and plan b, a b a b.",
    "20 machines of 04 rooms, 04 of 20.",
    "Many a multi tool; an agent, an agent.",
    "Py src user id; src, py.",
    "Example org ops, ops, org.",
    "Logs c waggle logs, waggle c.",
]


@pytest.mark.parametrize(("query", "whole"), CODES, ids=[query for query, _ in CODES])
def test_an_identifier_is_found_as_a_whole_first(acme: Project, query: str, whole: str) -> None:
    make_memory(acme, whole)
    for decoy in DECOYS:
        make_memory(acme, decoy, title=decoy[:30])

    assert found(acme, query)[0] == whole
    assert found(acme, f"what about {query}, please?")[0] == whole


def test_its_parts_are_found_too(acme: Project) -> None:
    make_memory(acme, "See src/user_id.py for it.")

    for query in ("user_id", "user", "user_id.py", "src", "USER-ID"):
        assert found(acme, query) == ["See src/user_id.py for it."]


UNSPACED = {
    "我们决定使用数据库保存笔记。": ["数据库", "笔记", "使用", "库"],
    "研究ノートは毎晩バックアップされます。": ["バックアップ", "毎晩", "ノート", "研究", "ます"],
    "메모는 매일 밤에 백업됩니다.": ["백업", "메모", "매일"],
    "เราเก็บบันทึกไว้ในฐานข้อมูล": ["บันทึก", "ฐานข้อมูล", "เก็บ"],
    "Waggle用SQLite存储": ["存储", "sqlite", "waggle"],
}


def test_words_inside_unspaced_text_are_found(acme: Project) -> None:
    for text in UNSPACED:
        make_memory(acme, text)
    make_memory(acme, "Nothing of the kind.")

    answers = {query: found(acme, query) for queries in UNSPACED.values() for query in queries}

    for text, queries in UNSPACED.items():
        for query in queries:
            assert answers[query][0] == text, query
    assert found(acme, "猫") == []


def test_quoted_words_are_found_in_their_order(acme: Project) -> None:
    make_memory(acme, "Deploy on Tuesdays.")
    make_memory(acme, "On Tuesdays nobody may deploy on a whim.", title="Deploy")

    assert found(acme, '"deploy on tuesdays"') == ["Deploy on Tuesdays."]
    assert found(acme, "“deploy on” whim") == [
        "On Tuesdays nobody may deploy on a whim.",
        "Deploy on Tuesdays.",
    ]


def test_where_nothing_says_so_word_for_word_the_words_count(acme: Project) -> None:
    make_memory(acme, "Deploy on Tuesdays.")

    for query in ('"tuesdays deploy"', '"deploy', 'deploy"', '"" deploy', '"deploy" "', '""'):
        assert found(acme, query) == (["Deploy on Tuesdays."] if "deploy" in query else [])


def test_a_quote_in_an_unspaced_script(acme: Project) -> None:
    make_memory(acme, "我们使用数据库")
    make_memory(acme, "数据很多、据库不多")

    assert found(acme, '"数据库"') == ["我们使用数据库"]


def test_the_start_of_a_word_is_enough_before_a_star(acme: Project) -> None:
    make_memory(acme, "Architecture first.")
    make_memory(acme, "An arch over the door.")
    make_memory(acme, "Nothing of the kind.")

    assert set(found(acme, "arch*")) == {"Architecture first.", "An arch over the door."}
    assert found(acme, "architect*") == ["Architecture first."]
    assert found(acme, "door ARCHIT*")[0] in {"Architecture first.", "An arch over the door."}
    assert found(acme, "*") == []
    assert found(acme, "a* **b**") == []


def test_all_words_are_worth_more_than_one_many_times(acme: Project) -> None:
    make_memory(acme, "Backups run nightly on the spare machine.")
    make_memory(acme, "Nightly, nightly, nightly.", title="Nightly", tags=["nightly"])
    make_memory(acme, "Backups, backups.", title="Backups")

    assert found(acme, "nightly backups")[0] == "Backups run nightly on the spare machine."


def test_a_title_is_worth_more_than_a_tag_and_a_tag_more_than_the_text(acme: Project) -> None:
    make_memory(acme, "Storage, once.")
    make_memory(acme, "Tagged, once.", tags=["storage"])
    make_memory(acme, "Titled, once.", title="Storage")

    assert found(acme, "storage") == ["Titled, once.", "Tagged, once.", "Storage, once."]


def test_the_end_of_a_long_text_is_found(acme: Project) -> None:
    text = "filler " * 2_000 + "granite"
    make_memory(acme, text)

    rows = recall(acme, "granite", instant=Instant.now()).memories
    assert [row.content for row in rows] == [text]
    assert rows[0].score > 0


TEXTS = [*UNSPACED, *(whole for _, whole in CODES), "Crème brûlée, naïve Straße", "がぎぐ ｶﾞ", ""]


@pytest.mark.parametrize("text", TEXTS)
def test_the_migration_writes_what_is_written_since(text: str) -> None:
    assert migration.new(text) == plain(text)


def test_the_index_is_written_again_and_back(acme: Project) -> None:
    for text in TEXTS[:-1]:
        make_memory(acme, text, title=text[:20], tags=["a-b"])
    editor = SimpleNamespace(connection=connection)
    now = _index()
    migration.backward(apps, editor)
    before = _index()
    migration.forward(apps, editor)

    assert before != now
    assert _index() == now


def _index() -> list[Any]:
    table = "memory_indexed" if connection.vendor == "postgresql" else "memory_now"
    columns = (
        "memory_id, document::text"
        if connection.vendor == "postgresql"
        else "rowid, title, content"
    )
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {columns} FROM {table} ORDER BY 1")
        return list(cursor.fetchall())


def test_as_many_are_ranked_as_are_asked_for(acme: Project) -> None:
    for number in range(42):
        make_memory(acme, f"Granite {number}.")

    assert len(found(acme, "granite")) == 42


@pytest.mark.parametrize("letter", ["a", "é", "屋"])
def test_one_word_without_end_costs_its_length_and_not_the_square_of_it(letter: str) -> None:
    begun = process_time()

    plain(letter * 100_000)
    terms_of(letter * 100_000)

    assert process_time() - begun < 10

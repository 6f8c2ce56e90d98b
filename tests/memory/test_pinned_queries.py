"""Real questions and the memory that should come first: one list, held on every database."""

from pathlib import Path

from django.db import transaction

from memory.authority import Instant
from memory.models import Project
from memory.services.recall import recall
from tests.memory.recorded import make_memory
from waggle_site.seed import ROWS

LEAST = 0.95
TEXTS = [
    ("Owner column", "Each table names its owner in user_id, never in a column of another name."),
    ("Accounts", "A user has one id; an id belongs to one user and no other user."),
    ("Pinned importer", "The importer is pinned to v1.2.3 until its date handling is repaired."),
    ("Importer versions", "Versions 1, 2 and 3 of the importer read the same files."),
    ("Base image", "Images are built on Ubuntu 20.04, and move on when it leaves support."),
    ("Head count", "20 people work in 04 rooms."),
    ("Several agents", "The multi-agent mode stays behind a switch."),
    ("Landing page test", "The a/b test of the landing page ends in June."),
    ("Export module", "Exports are written by src/export/json.py and by nothing else."),
    ("Night contact", "At night write to ops@fieldbook.example."),
    ("Café rule", "No notes with names of people are opened in a café."),
    ("Naïve ranking", "The naïve Bayes ranking was tried and dropped."),
    ("存储", "我们决定使用关系数据库保存所有笔记。"),
    ("备份", "每天晚上自动备份到另一台机器。"),
    ("控え", "ノートは毎晩バックアップされます。"),
    ("예비", "메모는 매일 밤에 다른 기계로 백업됩니다."),
    ("ที่เก็บ", "เราเก็บบันทึกไว้ในฐานข้อมูล"),
    ("Force flag", "Nobody runs the importer with --force on a live notebook."),
    ("Deploy days", "We don't deploy on Fridays after noon."),
    ("Clock", "All timestamps are UTC; a time zone is a matter of the page."),
]


def pinned() -> list[tuple[str, str]]:
    lines = (Path(__file__).parent / "pinned_queries.txt").read_text().splitlines()
    pairs = (line.rsplit(" | ", 1) for line in lines if not line.startswith("#"))
    return [(query, title) for query, title in pairs]


def test_what_should_come_first_does(acme: Project) -> None:
    with transaction.atomic():
        for _, kind, title, content, tags, *_ in ROWS:
            make_memory(acme, content, title=title, kind=kind, tags=tags)
        for title, content in TEXTS:
            make_memory(acme, content, title=title)

    missed = {query: first for query, title in pinned() if (first := _first(acme, query)) != title}

    assert len(pinned()) >= 60
    assert len(missed) <= (1 - LEAST) * len(pinned()), missed


def _first(project: Project, query: str) -> str:
    found = recall(project, query, instant=Instant.now(), limit=5).memories
    return found[0].title if found else ""

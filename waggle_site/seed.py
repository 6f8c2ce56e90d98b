"""What a demo starts with: a believable software project, in 25 memories."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.utils import timezone

from proposals.changes import Asked

NAME = "Fieldbook"
PURPOSE = (
    "Fieldbook is a self-hosted research notebook that links notes into a graph. The pilot runs on"
    " four installations, most of them a single small machine. This month: a one-command install,"
    " and settling where notes are stored."
)

# Name, kind, title, content, tags, days since it began, links as (type, name).
Row = tuple[str, str, str, str, list[str], int, list[tuple[str, str]]]

ROWS: tuple[Row, ...] = (
    (
        "goal",
        "goal",
        "Product goal",
        "A researcher finds any note, and what it rests on, within ten seconds.",
        ["goal"],
        290,
        [],
    ),
    (
        "pilot-goal",
        "goal",
        "Pilot goal",
        "Four teams keep their field notes in Fieldbook for a whole season without our help.",
        ["goal", "pilot"],
        180,
        [("part_of", "goal")],
    ),
    (
        "storage",
        "decision",
        "Storage architecture",
        "Use Neo4j as the primary store.",
        ["storage", "architecture"],
        258,
        [("depends_on", "linked-notes")],
    ),
    (
        "jobs",
        "decision",
        "Background jobs",
        "Background jobs run inside the store; there is no separate broker.",
        ["jobs", "architecture"],
        230,
        [("depends_on", "storage")],
    ),
    (
        "sign-in",
        "decision",
        "Sign-in",
        "Passkeys first; passwords stay off by default.",
        ["security", "accounts"],
        249,
        [],
    ),
    (
        "search",
        "decision",
        "Search",
        "Full-text search lives next to the notes; there is no separate search service.",
        ["search", "architecture"],
        262,
        [("depends_on", "goal")],
    ),
    (
        "identifiers",
        "decision",
        "Identifiers",
        "Every note and every link gets a UUID version 7.",
        ["data"],
        264,
        [],
    ),
    (
        "export-format",
        "decision",
        "Export format",
        "A notebook exports as one folder of Markdown files and one JSON file of links.",
        ["export"],
        120,
        [("relates_to", "no-lock-in")],
    ),
    (
        "releases",
        "decision",
        "Release rhythm",
        "Release on the first Tuesday of a month; fixes for lost notes ship at once.",
        ["release"],
        95,
        [],
    ),
    (
        "small-machine",
        "requirement",
        "Installation",
        "Fieldbook installs with one command on a machine with 2 GB of memory.",
        ["install", "pilot"],
        200,
        [("part_of", "pilot-goal"), ("contradicts", "storage")],
    ),
    (
        "telemetry",
        "requirement",
        "Telemetry",
        "No telemetry leaves an installation. Crash reports are files the owner sends by hand.",
        ["privacy"],
        215,
        [],
    ),
    (
        "no-lock-in",
        "requirement",
        "No lock-in",
        "All notes can leave Fieldbook at any time in formats that other tools read.",
        ["export"],
        270,
        [("part_of", "goal")],
    ),
    (
        "offline",
        "constraint",
        "Offline work",
        "Writing and reading notes must work without a network for a week.",
        ["offline", "pilot"],
        190,
        [],
    ),
    (
        "licence",
        "constraint",
        "Licences",
        "Only libraries under permissive licences may be part of a release.",
        ["legal"],
        240,
        [],
    ),
    (
        "python-version",
        "fact",
        "Python version",
        "The server supports Python 3.12 and 3.13.",
        ["platform"],
        150,
        [],
    ),
    (
        "pilot-size",
        "fact",
        "Pilot size",
        "The pilot has four installations; the largest holds 38,000 notes.",
        ["pilot"],
        60,
        [("part_of", "pilot-goal")],
    ),
    (
        "linked-notes",
        "fact",
        "How notes link",
        "A note has eleven links on average, and most questions follow two of them.",
        ["data", "pilot"],
        140,
        [],
    ),
    (
        "setup-stops",
        "fact",
        "Where installs stop",
        "Three of four pilot teams stopped during set-up at the database server.",
        ["install", "pilot"],
        20,
        [("relates_to", "small-machine")],
    ),
    (
        "plain-words",
        "preference",
        "Tone of messages",
        "Error messages name what to do next in plain words; no codes without a sentence.",
        ["ux"],
        170,
        [],
    ),
    (
        "keyboard",
        "preference",
        "Keyboard first",
        "Everything in the notebook can be done without a mouse.",
        ["ux"],
        165,
        [],
    ),
    (
        "migrations",
        "procedure",
        "Migrations",
        "Before a migration, write a full backup and restore it once on another machine.",
        ["operations"],
        110,
        [("relates_to", "pilot-size")],
    ),
    (
        "triage",
        "procedure",
        "Bug triage",
        "Each Monday, reports of lost or changed notes are read first and answered the same day.",
        ["operations"],
        80,
        [],
    ),
    (
        "attachments",
        "question",
        "Attachments",
        "Do photographs belong inside the notebook or beside it?",
        ["data"],
        45,
        [("relates_to", "offline")],
    ),
    (
        "browser-note",
        "note",
        "Browsers in the pilot",
        "Two of the pilot teams use tablets; the smallest screen seen so far is 400 pixels wide.",
        ["ux", "pilot"],
        30,
        [],
    ),
)

# The one that is superseded already, so that a first look shows a lineage.
CORRECTED = "pilot-size"
CORRECTION = "The pilot has four installations; the largest holds 41,500 notes."


def rows() -> tuple[list[Asked], dict[int, str]]:
    """The seed as a batch, and the names its links use, by position."""
    now = timezone.now()
    asked = [
        Asked.model_validate(
            {
                "operation": "create",
                "kind": kind,
                "title": title,
                "content": content,
                "tags": tags,
                "valid_from": now - timedelta(days=days),
                "links": [{"type": edge, "memory_id": name} for edge, name in links],
            }
        )
        for _, kind, title, content, tags, days, links in ROWS
    ]
    return asked, {at: row[0] for at, row in enumerate(ROWS)}


def correction(memory_id: str) -> Asked:
    fields: dict[str, Any] = {
        "operation": "update",
        "memory_id": memory_id,
        "content": CORRECTION,
        "reason": "Counted again at the end of the month.",
    }
    return Asked.model_validate(fields)

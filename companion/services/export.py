"""A project's evidence going out, as the lines that come in again."""

from __future__ import annotations

import json
from collections.abc import Iterator

from companion.models import Entry
from memory import limits
from memory.models import Project
from memory.services.export import FURTHER, Line, public, with_earlier
from memory.times import iso

CHUNK = 100
ROOM = limits.LINE_BYTES - limits.CLAIM_BYTES - 2_000
"""Bytes of a line that are left for an entry's words."""
PART = ROOM // 4
"""Code points that fit whatever they are."""


def lines(project: Project) -> Iterator[Line]:
    """Every entry but those erased, and before the first about a subject that subject's line."""
    told: set[int] = set()
    for entry in _entries(project):
        if entry.subject_id not in told:
            told.add(entry.subject_id)
            about = entry.subject
            yield {"type": "subject", "subject_id": about.subject_id, "label": about.label}
        yield from _lines(entry)


def _entries(project: Project) -> Iterator[Entry]:
    """In the order they were confirmed."""
    own = Entry.objects.in_project(project)
    newest = own.order_by("-pk").values_list("pk", flat=True).first() or 0
    rows = own.filter(erased_at=None, pk__lte=newest).select_related("subject", "claim")
    after = 0
    while some := list(rows.order_by("pk").filter(pk__gt=after)[:CHUNK]):
        after = some[-1].pk
        yield from some


def _lines(entry: Entry) -> Iterator[Line]:
    first, *further = _parts(entry.text)
    name = str(entry.public_id)
    own = {"confirmed_by": public(entry.confirmed_by)}
    said = entry.claim.said if hasattr(entry, "claim") else {}
    line: Line = {
        "type": "entry",
        "id": name,
        "subject_id": entry.subject.subject_id,
        "text": first,
        "provenance": entry.provenance,
        "captured_at": iso(entry.captured_at),
        "confirmed_at": iso(entry.confirmed_at),
        "claimed_confirmation": with_earlier(own, said, "claimed_confirmation"),
    }
    yield {field: value for field, value in line.items() if value != ""}
    for part in further:
        yield {"type": "entry", "continues": name, "text": part}


def _parts(text: str) -> list[str]:
    """One, unless no line holds all of it."""
    if len(json.dumps(text, ensure_ascii=False).encode()) <= ROOM:
        return [text]
    return [text[at : at + PART] for at in range(0, len(text), PART)]


FURTHER.append(lines)

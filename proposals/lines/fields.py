"""From what other files call things to the fields of a line; what is none of them is a claim."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from memory import limits, text
from memory.kinds import ASKABLE_EDGES
from memory.nesting import flattened
from memory.times import parse_instant

NAMES = {
    "kind": ("kind", "type", "node_type"),
    "title": ("title", "name", "label"),
    "content": ("content", "text", "body", "statement", "memory"),
    "tags": ("tags", "labels", "keywords"),
    "valid_from": ("valid_from",),
    "valid_until": ("valid_until", "valid_to", "expires", "expires_at"),
    "recorded_at": ("recorded_at", "created_at", "created", "date"),
    "retired_at": ("retired_at", "archived_at", "superseded_at"),
    "supersedes": ("supersedes", "replaces"),
    "id": ("id", "permalink"),
}
IN_FORCE = frozenset(
    ("accepted", "active", "applied", "approved", "authoritative", "current", "final", "valid")
)
ENDED = frozenset(
    (
        *("archived", "closed", "declined", "deleted", "deprecated", "expired", "inactive"),
        *("invalid", "obsolete", "rejected", "replaced", "retired", "stale", "superseded"),
        "withdrawn",
    )
)
EMPTY: tuple[object, ...] = ("", None, [], {})
DEEPEST = 3
"""A claim is nested no deeper: so that it still fits a line when it is exported as one of old."""


class Misfit(ValueError):
    """A field that cannot be read as what its name says."""


def named(fields: Mapping[str, Any]) -> dict[str, Any]:
    """The fields under a line's own names; the others, if they say anything, as its claims."""
    left = {
        plain_name(name): value for name, value in fields.items() if value not in ("", None, [], {})
    }
    line: dict[str, Any] = {}
    for field, names in NAMES.items():
        for name in names:
            if name in left and field not in line and _fits(field, name, left[name]):
                line[field] = left.pop(name)
    if status := left.get("status"):
        _heed(str(status), line)
    links = [
        {"type": edge.value, "memory_id": end}
        for edge in ASKABLE_EDGES
        for end in listed(left.pop(edge.value, []))
    ]
    if links or "links" in left:
        line["links"] = [*_as_list(left.pop("links", [])), *links]
    if "tags" in line:
        line["tags"] = listed(line["tags"])
    if left:
        line["claimed_approval"] = claims(left)
    return line


def plain_name(name: str) -> str:
    """However it is spelled: `depends on`, `DEPENDS-ON`."""
    return name.strip().lower().replace(" ", "_").replace("-", "_")


def _fits(field: str, name: str, value: Any) -> bool:
    """A date that some other program wrote its own way is kept as it says, as a claim."""
    if field != "recorded_at" or name == field:
        return True
    return is_instant(value)


def _heed(status: str, line: dict[str, Any]) -> None:
    """What had ended never arrives as in force, whatever else the file says."""
    said = status.strip().lower().split()[0].strip(".,:;") if status.strip() else ""
    if said in ENDED:
        line.setdefault("retired_at", line.get("valid_until") or line.get("recorded_at"))
        if line["retired_at"] is None:
            raise Misfit(f"status: says {said}; say since when, in retired_at")
    elif said not in IN_FORCE:
        raise Misfit(
            "status: is neither one in force (such as active, accepted) nor one ended (such as"
            " superseded, archived); take it out, or leave out what was never in force"
        )


def _as_list(value: Any) -> list[Any]:
    return list(value) if isinstance(value, list) else [value]


def listed(value: Any) -> list[Any]:
    """A list as it is; a text as its parts between commas, semicolons or bars."""
    if not isinstance(value, str):
        return _as_list(value)
    for mark in ";|,":
        if mark in value:
            return [part.strip() for part in value.split(mark) if part.strip()]
    return [value.strip()] if value.strip() else []


def is_instant(value: Any) -> bool:
    try:
        parse_instant(str(value))
    except ValueError:
        return False
    return True


def fitting_title(label: str) -> str:
    """What of a longer name fits into a title."""
    return label if len(label) <= limits.TITLE and "\n" not in label else _short(label)


def _short(label: str) -> str:
    return text.first_words(label, limits.TITLE)


def fitting_tags(tags: Iterable[Any], *, room: int = limits.TAGS) -> list[str]:
    """Those that can be tags, each once; whoever calls this keeps the others as a claim."""
    found: dict[str, str] = {}
    for tag in tags:
        if isinstance(tag, str) and 0 < len(tag.strip()) <= limits.TAG and "\n" not in tag:
            found.setdefault(text.normal_form(tag), tag)
    return list(found.values())[:room]


def claims(said: Mapping[str, Any]) -> dict[str, Any]:
    """What is said, without what is empty; of more than a claim may hold, the largest is left out
    and named.
    """
    kept = {name: flattened(value, DEEPEST) for name, value in said.items() if value not in EMPTY}
    sizes = {name: len(as_bytes(value)) for name, value in kept.items()}
    left_out: list[str] = []
    while len(as_bytes(kept | {"left_out": left_out})) > limits.CLAIM_BYTES:
        largest = max(kept, key=sizes.__getitem__)
        del kept[largest]
        left_out.append(largest[:100])
    return kept | ({"left_out": left_out} if left_out else {})


def as_bytes(value: object) -> bytes:
    """One sequence for one value; also for text that no line may hold, which is refused later."""
    plain = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return plain.encode("utf-8", "surrogatepass")

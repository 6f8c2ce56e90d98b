"""A proposed text beside another: what differs, word by word and field by field."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from memory.kinds import EdgeType, Kind
from memory.models import Memory
from memory.spoken import exact
from memory.text import first_words
from memory.times import parse_instant
from proposals.diffing import Piece, word_diff
from proposals.states import Operation

SHORT, LONG, KEPT = 400, 1_500, 240
GLIMPSE, BEFORE = 420, 60
TOLD = 160
IN_HEADING = ("Title", "Kind")
OPEN_WINDOW = "from when it is applied, no end"


@dataclass(frozen=True, slots=True)
class Row:
    """One field other than the text. No `was`: there was nothing before."""

    field: str
    was: Sequence[str] | None
    now: Sequence[str]


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a diff, or a long unchanged stretch that a reader may unfold."""

    op: str
    text: str
    folded: bool = False


@dataclass(frozen=True)
class Compared:
    operation: str
    was: Mapping[str, Any] | None
    words: Mapping[str, Any] | None
    names: Mapping[str, Memory]
    """What the links of both name, where it is there."""
    standing: str = ""
    """What becomes of an imported line beside its words."""
    claims: str = ""
    """What the file it came from said of it, as it said it. It approves nothing."""

    @property
    def heading(self) -> str:
        words = self.words or self.was or {}
        return str(words.get("title") or first_words(words.get("content", "")))

    @property
    def kind(self) -> str:
        return str((self.words or self.was or {}).get("kind", ""))

    @property
    def old(self) -> str:
        return str((self.was or {}).get("content", ""))

    @property
    def new(self) -> str:
        return str((self.words or {}).get("content", ""))

    @cached_property
    def pieces(self) -> list[Piece]:
        return word_diff(self.old, self.new)

    @cached_property
    def one_line(self) -> list[Part]:
        return list(folded(list(trimmed(self.pieces))))

    @cached_property
    def before(self) -> list[Part]:
        return _side(self.pieces, "ins")

    @cached_property
    def after(self) -> list[Part]:
        if not self.was:
            return [Part("same", self.new)]
        return _side(self.pieces, "del")

    @cached_property
    def out(self) -> int:
        return _count(self.pieces, "del")

    @cached_property
    def into(self) -> int:
        return _count(self.pieces, "ins")

    @cached_property
    def told(self) -> str:
        """The difference for those who hear it."""
        removed, added = _told(self.pieces, "del"), _told(self.pieces, "ins")
        return f"Words removed: {removed or 'none'}. Words added: {added or 'none'}."

    @property
    def is_long(self) -> bool:
        return max(len(self.old), len(self.new)) > SHORT

    @property
    def is_erased(self) -> bool:
        return self.words is None and (self.was is None or not self.is_retirement)

    @property
    def is_update(self) -> bool:
        return self.operation == Operation.UPDATE

    @property
    def is_retirement(self) -> bool:
        return self.operation == Operation.RETIRE

    @cached_property
    def rows(self) -> list[Row]:
        """The fields that differ; for a new memory all that say something."""
        if self.words is None:
            return []
        before, after = self.was, self.words
        rows = [
            Row(field, reader(before, self.names) if before else None, reader(after, self.names))
            for field, reader in _FIELDS.items()
            if before or field not in IN_HEADING
        ]
        # A window that goes is told as what comes instead.
        rows = [
            replace(row, now=[OPEN_WINDOW]) if row.field == "Valid" and not row.now else row
            for row in rows
            if row.was or row.now
        ]
        return [row for row in rows if row.was != row.now]

    @property
    def all_words(self) -> str:
        """Everything that would be told, for finding what a reader cannot see."""
        words = self.words or {}
        return "\n".join([self.new, str(words.get("title", "")), *words.get("tags", ())])


def _side(pieces: Sequence[Piece], without: str) -> list[Part]:
    return list(folded(list(trimmed([one for one in pieces if one.op != without]))))


def _title(words: Mapping[str, Any], _: Mapping[str, Memory]) -> list[str]:
    return [words["title"]] if words.get("title") else []


def _kind(words: Mapping[str, Any], _: Mapping[str, Memory]) -> list[str]:
    return [Kind(words["kind"]).label] if words.get("kind") in Kind.values else []


def _tags(words: Mapping[str, Any], _: Mapping[str, Memory]) -> list[str]:
    return list(words.get("tags", ()))


def _links(words: Mapping[str, Any], names: Mapping[str, Memory]) -> list[str]:
    return sorted(_link(link, names.get(str(link["memory_id"]))) for link in words.get("links", ()))


def _link(link: Mapping[str, Any], memory: Memory | None) -> str:
    end = f"{memory.label} {memory.heading}" if memory else "not available"
    return f"{EdgeType(link['type']).label} {end}"


def _window(words: Mapping[str, Any], _: Mapping[str, Memory]) -> list[str]:
    begins, ends = words.get("valid_from"), words.get("valid_until")
    if not begins and not ends:
        return []
    spoken = f"from {_spoken(begins)}" if begins else "from when it is applied"
    return [f"{spoken} until {_spoken(ends)}" if ends else f"{spoken}, no end"]


def _spoken(moment: Any) -> str:
    return exact(parse_instant(moment) if isinstance(moment, str) else moment)


_FIELDS = {"Title": _title, "Kind": _kind, "Tags": _tags, "Links": _links, "Valid": _window}


def diffed(old: str, new: str) -> list[Part]:
    return list(folded(list(trimmed(word_diff(old, new)))))


@dataclass(frozen=True, slots=True)
class Writing:
    """A text that somebody is writing, against the proposal and against what it would replace."""

    text: str
    proposed: str
    record: str

    @property
    def is_changed(self) -> bool:
        return self.text != self.proposed

    @property
    def against_proposal(self) -> list[Part]:
        return diffed(self.proposed, self.text)

    @property
    def against_record(self) -> list[Part]:
        return diffed(self.record, self.text) if self.record else []


def folded(pieces: Sequence[Piece]) -> Iterator[Part]:
    """Of a long text only the surroundings of what changed stand open."""
    if sum(len(piece.text) for piece in pieces) <= LONG or len(pieces) < 2:
        yield from (Part(piece.op, piece.text) for piece in pieces)
        return
    last = len(pieces) - 1
    for place, piece in enumerate(pieces):
        start, end = _middle(piece.text, is_first=place == 0, is_last=place == last)
        if piece.op != "same" or end - start <= KEPT:
            yield Part(piece.op, piece.text)
            continue
        opened, closed = piece.text[:start], piece.text[end:]
        yield from [Part("same", opened)] if opened else []
        yield Part("same", piece.text[start:end], folded=True)
        yield from [Part("same", closed)] if closed else []


def _middle(text: str, *, is_first: bool, is_last: bool) -> tuple[int, int]:
    """The stretch that is far from any change, between whole words."""
    start = 0 if is_first else text.find(" ", KEPT) + 1
    end = len(text) if is_last else text.rfind(" ", 0, max(0, len(text) - KEPT)) + 1
    return start, end


def trimmed(pieces: Sequence[Piece]) -> Iterator[Piece]:
    """Spaces around words that go out or come in need no mark of their own."""
    for piece in pieces:
        core = piece.text.strip(" ")
        if piece.op == "same" or not core or core == piece.text:
            yield piece
            continue
        before, _, after = piece.text.partition(core)
        yield from [Piece("same", before)] if before else []
        yield Piece(piece.op, core)
        yield from [Piece("same", after)] if after else []


def glimpse(old: str, new: str) -> list[Piece]:
    """The first change in a line or two, for lists; quick whatever the length."""
    pairs = enumerate(zip(old, new, strict=False))
    alike = next((place for place, (a, b) in pairs if a != b), min(len(old), len(new)))
    start = new.rfind(" ", 0, max(0, alike - BEFORE)) + 1
    pieces = list(trimmed(word_diff(old[start : start + GLIMPSE], new[start : start + GLIMPSE])))
    if max(len(old), len(new)) > start + GLIMPSE:
        # Where the texts are cut, the last words differ by the cut alone.
        while len(pieces) > 2 and pieces[-1].op != "same":
            pieces.pop()
        pieces.append(Piece("same", "…"))
    return [*([Piece("same", "…")] if start else []), *pieces]


def _count(pieces: Sequence[Piece], op: str) -> int:
    return sum(_words(piece.text) for piece in pieces if piece.op == op)


def _words(text: str) -> int:
    """Marks count only where they stand alone."""
    found = text.split()
    return sum(any(map(str.isalnum, one)) for one in found) or len(found)


def _told(pieces: Sequence[Piece], op: str) -> str:
    return first_words(", ".join(one.text.strip() for one in pieces if one.op == op), TOLD)

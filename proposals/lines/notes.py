"""A folder of Markdown notes, or a zip of one: a note is a line, its front matter the fields."""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import IO, Any, BinaryIO, NamedTuple
from zipfile import BadZipFile

import yaml

from memory import limits
from memory.text import is_blank, unix_newlines
from proposals.lines.abhi import opened_zip
from proposals.lines.fields import fitting_title, named
from proposals.lines.raw import BOM, TOO_LONG
from proposals.lines.told import Refused, Told, Unreadable, Wish

ENDINGS = (".md", ".markdown")
FENCE = "---"
MOST = 200_000
ZIP = b"PK"


class Note(NamedTuple):
    """`path` within the folder, with `/` between its parts."""

    path: str
    open: Callable[[], IO[bytes]]


def _notes(source: Path | BinaryIO) -> Iterable[Note]:
    if isinstance(source, Path):
        return _in_folder(source)
    source.seek(0)
    is_zip = source.read(len(ZIP)) == ZIP
    return _in_zip(source) if is_zip else [Note(_name_of(source), partial(_again, source))]


def _again(file: BinaryIO) -> IO[bytes]:
    file.seek(0)
    return io.BytesIO(file.read(limits.LINE_BYTES + 1))


def _name_of(file: BinaryIO) -> str:
    name = getattr(file, "name", "")
    return os.path.basename(name) if isinstance(name, str) and name else "note.md"


def _in_folder(folder: Path) -> Iterator[Note]:
    """In the order of their paths. Nothing hidden, and no link to somewhere else is followed."""

    def found(within: Path, prefix: str) -> Iterator[Note]:
        for one in sorted(os.scandir(within), key=lambda entry: entry.name):
            if one.name.startswith("."):
                continue
            path = prefix + os.fsencode(one.name).decode("utf-8", "replace")
            if one.is_dir(follow_symlinks=False):
                yield from found(Path(one.path), f"{path}/")
            elif one.is_file(follow_symlinks=False) and path.lower().endswith(ENDINGS):
                yield Note(path, partial(_open, Path(one.path)))

    yield from found(folder, "")


def _open(path: Path) -> IO[bytes]:
    return path.open("rb")


def _in_zip(file: BinaryIO) -> Iterator[Note]:
    packed = opened_zip(file)
    for info in sorted(packed.infolist(), key=lambda one: one.filename):
        hidden = any(part.startswith((".", "__MACOSX")) for part in info.filename.split("/"))
        if info.filename.lower().endswith(ENDINGS) and not (info.is_dir() or hidden):
            yield Note(info.filename, partial(packed.open, info))


def told(source: Path | BinaryIO, wish: Wish) -> Iterator[Told]:
    """Raises Unreadable where there is no note, or there are too many."""
    listed = list(_notes(source))
    if not listed:
        raise Unreadable("holds no Markdown notes (.md)")
    if len(listed) > MOST:
        raise Unreadable(f"holds more than {MOST:,} notes")
    read = {note.path: _fields(note) for note in listed}
    known = _names(read)
    for number, (path, fields) in enumerate(read.items(), 1):
        yield Told(number, path, fields if isinstance(fields, Refused) else _pointed(fields, known))


def _fields(note: Note) -> dict[str, Any] | Refused:
    try:
        with note.open() as file:
            whole = file.read(limits.LINE_BYTES + 1)
        if len(whole) > limits.LINE_BYTES:
            return Refused(TOO_LONG)
        front, body = _parted(whole.removeprefix(BOM).decode())
        given = _front_matter(front)
        fields = {"kind": "note"} | named({name: one for name, one in given.items() if one != ""})
    except UnicodeDecodeError:
        return Refused("is not UTF-8")
    except (BadZipFile, OSError, RuntimeError):
        return Refused("can not be read")
    except ValueError as error:
        return Refused(str(error))
    stem = note.path.rsplit("/", 1)[-1].rsplit(".", 1)[0]
    title = str(fields.get("title") or fitting_title(stem))
    fields["content"] = fields.get("content") if is_blank(body) else body
    return {"id": _without_ending(note.path)} | fields | {"title": title} | _said(fields, title)


def _said(fields: dict[str, Any], title: str) -> dict[str, Any]:
    """A note that is a title and nothing else says that."""
    return {} if fields["content"] else {"content": title, "title": ""}


def _without_ending(path: str) -> str:
    return path.rsplit(".", 1)[0]


def _parted(whole: str) -> tuple[str, str]:
    """Front matter and what stands below it, without the blank lines around that."""
    lines = unix_newlines(whole).split("\n")
    if lines[0].rstrip() == FENCE:
        for at, line in enumerate(lines[1:], 1):
            if line.rstrip() in (FENCE, "..."):
                return "\n".join(lines[1:at]), "\n".join(lines[at + 1 :]).strip("\n")
        raise ValueError(f"its front matter has no end: a line that is {FENCE}")
    return "", "\n".join(lines).strip("\n")


class _Loader(yaml.BaseLoader):
    """Texts, lists and mappings of texts and nothing else: no dates guessed, no objects made, no
    name twice, and no reference that would make much of little.
    """

    def compose_node(self, parent: Any, index: Any) -> Any:
        event = self.peek_event()  # type: ignore[no-untyped-call] # it has no types
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
            raise ValueError("front matter: has a reference (& or *); write it out")
        return super().compose_node(parent, index)

    def construct_mapping(self, node: Any, deep: bool = False) -> Any:
        found = super().construct_mapping(node, deep=deep)
        if len(found) < len(node.value):
            raise ValueError("front matter: names one field twice")
        return found


def _front_matter(text: str) -> dict[str, Any]:
    """Raises ValueError with a reason fit for a reader."""
    try:
        found = yaml.load(text, _Loader)  # noqa: S506 - it makes texts and nothing else
    except yaml.MarkedYAMLError as error:
        line = f" (line {error.problem_mark.line + 2})" if error.problem_mark else ""
        raise ValueError(f"front matter: is not YAML{line}: {error.problem}") from None
    except (yaml.YAMLError, RecursionError, TypeError):
        raise ValueError("front matter: is not YAML") from None
    if found in (None, ""):
        return {}
    if not isinstance(found, dict) or not all(isinstance(name, str) for name in found):
        raise ValueError("front matter: is no list of fields, each `name: what it says`")
    return found


def _names(read: Mapping[str, dict[str, Any] | Refused]) -> dict[str, str]:
    """What another may call a note: its id, its path, and its name where no other has that."""
    known: dict[str, str] = {}
    stems: dict[str, set[str]] = {}
    for path, fields in read.items():
        if not isinstance(fields, Refused):
            key = str(fields["id"])
            known[path] = known[_without_ending(path)] = key
            stems.setdefault(_without_ending(path).rsplit("/", 1)[-1], set()).add(key)
    known |= {stem: min(keys) for stem, keys in stems.items() if len(keys) == 1} | known
    ids = (str(one["id"]) for one in read.values() if isinstance(one, dict))
    return known | {one: one for one in ids}


def _pointed(fields: dict[str, Any], known: Mapping[str, str]) -> dict[str, Any]:
    """With what it names of other notes under their ids."""

    def found(name: Any) -> Any:
        bare = name.strip().removeprefix("[[").removesuffix("]]") if isinstance(name, str) else name
        return known.get(bare, bare) if isinstance(bare, str) else bare

    links = [
        {**link, end: found(link[end])}
        if isinstance(link, dict) and (end := next((one for one in ENDS if one in link), None))
        else link
        for link in fields.get("links", [])
    ]
    pointed = fields | ({"links": links} if links else {})
    return pointed | ({"supersedes": found(fields["supersedes"])} if "supersedes" in fields else {})


ENDS = ("memory_id", "target", "to", "id")

"""Names that follow from what is said: a rebuild or another builder makes no new ones."""

from base64 import b32encode
from collections.abc import Iterable
from hashlib import sha256
from typing import NamedTuple
from unicodedata import normalize

import regex

from companion.meaning.folding import without_formats
from companion.metamodel import Candidate, Modality, Node, NodeType, Polarity
from memory.canonical import canonical_bytes, digest

KEY = "key/1"
_SUBJECT = "@subject"
_QUOTES = "\"'\u2018\u2019\u201a\u201b\u201c\u201d\u201e\u201f\u00ab\u00bb\u2039\u203a"
# What belongs to a value stays: 5%, -5, .5, C#, worn? Only what frames a phrase goes.
_FRAME = regex.compile(
    rf"^(?:[{_QUOTES}()\[\]{{}};:!\u2026\s]|[.,](?!\p{{N}})|[-\u2013\u2014*\u2022](?=\s))+"
    rf"|(?:[{_QUOTES}()\[\]{{}};:.,!\u2026\s]|(?<=\s)[-\u2013\u2014])+$"
)
_ARTICLE = regex.compile(r"^(?:the|an|a) (?=\S)")
# mW and MW are not one value: what is grown onto a number, or short after one, keeps its case.
_WORD = regex.compile(r"\S+")
_UNIT = regex.compile(r"[-+\u2212.]?\p{N}.*|(?<=\p{N}\s)(?:\S{1,4}|\S+[/\u00b7]\S+)")


class Statement(NamedTuple):
    """What a vocabulary item says of its subject, in its normal form."""

    subject: str
    predicate: str
    object: str
    polarity: Polarity
    modality: Modality


class Row(NamedTuple):
    """One current relation, as the version of a vocabulary counts it."""

    relation_id: str
    entry_id: str
    status: str
    provenance: str | None
    start: int
    end: int


class Item(NamedTuple):
    vocabulary_id: str
    label: str
    evidence_types: tuple[str, ...]
    rows: tuple[Row, ...]


def key(text: str) -> str:
    """`key/1`, frozen: NFC, case, formats, spaces, frame and one leading article aside."""
    words = " ".join(normalize("NFC", without_formats(text)).split())
    framed = str(_FRAME.sub("", words)) or words
    folded = normalize("NFC", _casefold(framed))
    return str(_ARTICLE.sub("", folded))


def _casefold(text: str) -> str:
    def fold(word: "regex.Match[str]") -> str:
        is_unit = _UNIT.fullmatch(text, word.start(), word.end())
        return str(word[0]) if is_unit else str(word[0]).casefold()

    return str(_WORD.sub(fold, text))


def statement(candidate: Candidate, from_node: Node, to_node: Node) -> Statement:
    return Statement(
        _side(from_node),
        key(candidate.predicate),
        _side(to_node),
        candidate.polarity,
        candidate.modality,
    )


def _side(node: Node) -> str:
    if node.is_subject:
        return _SUBJECT
    words = key(node.label)
    return f"@{words}" if words.startswith("@") else words


def vocabulary_id(project: str, subject_id: str, said: Statement) -> str:
    return "v1_" + _name("companion.statement/1", [KEY, project, subject_id, *said])


def relation_id(project: str, entry_id: str, vocabulary: str) -> str:
    return "r1_" + _name("companion.relation/1", [project, entry_id, vocabulary])


def node_id(project: str, entry_id: str, node_type: NodeType, label: str) -> str:
    return "n1_" + _name("companion.node/1", [KEY, project, entry_id, node_type, key(label)])


def vocabulary_version(project: str, subject_id: str, items: Iterable[Item]) -> str:
    """The same for the same facts, in whatever order they come."""
    rows = sorted(
        [
            item.vocabulary_id,
            item.label,
            sorted(item.evidence_types),
            sorted(map(_plain, item.rows)),
        ]
        for item in items
    )
    return "sha256:" + digest(["companion.vocabulary/1", project, subject_id, rows])


def _plain(row: Row) -> list[str | int]:
    # An absent provenance sorts beside text.
    return [*row[:3], row.provenance or "", row.start, row.end]


def _name(tag: str, parts: list[str]) -> str:
    """130 bits."""
    found = sha256(canonical_bytes([tag, parts])).digest()
    return b32encode(found).decode().lower()[:26]

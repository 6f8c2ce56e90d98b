"""The rules for labels by themselves: length, characters, reserved words."""

from collections.abc import Iterator

import regex

from companion.meaning.codes import Code
from companion.metamodel import Candidate, Node
from memory import limits

# Judged by the pinned library's Unicode rather than by the machine's. Joiners and variation
# selectors belong to emoji and to scripts that need them; after a plain letter they only hide.
_FORBIDDEN = regex.compile(
    r"[\p{Cc}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\ufffc]"
    r"|(?![\u200c\u200d])\p{Cf}"
    r"|(?:^|(?<=[\p{ASCII}\u200c\u200d]))[\u200c\u200d]|[\u200c\u200d]$"
    r"|(?:^|(?<=[A-Za-z\p{Variation_Selector}]))\p{Variation_Selector}"
)
_RESERVED = regex.compile(
    r"\b(?:SOURCE_EXPLICIT|SOURCE_STRONGLY_IMPLIED|AGENT_INFERRED)\b|@subject\b|\b[vrn]1_[a-z2-7]{6,}",
    regex.IGNORECASE,
)


def labels_of(candidate: Candidate, *nodes: Node) -> Iterator[str]:
    """Every text of a relation that a reader could take for the person's."""
    yield from (node.label for node in nodes)
    yield candidate.predicate
    yield from candidate.qualifiers
    if candidate.attribution is not None:
        yield candidate.attribution
    if candidate.quantity is not None:
        yield candidate.quantity.value
        if candidate.quantity.unit is not None:
            yield candidate.quantity.unit


def broken_by(label: str, source: str) -> set[Code]:
    codes = set()
    if not label.strip() or len(label) > limits.LABEL:
        codes.add(Code.LABEL_LENGTH)
    if _FORBIDDEN.search(label):
        codes.add(Code.LABEL_FORBIDDEN_CHARACTER)
    if any(found[0] not in source for found in _RESERVED.finditer(label)):
        codes.add(Code.LABEL_RESERVED_TOKEN)
    return codes

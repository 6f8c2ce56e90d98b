"""Words around a sentence that say how all of it is meant, taken off before it is parsed."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from companion.metamodel import Modality, Provenance

_ACCORDING = re.compile(r"(?:according to|as per)\s+(?P<who>[^,\n.!?]{1,80}),\s+", re.IGNORECASE)
_SEEMING = re.compile(
    r"(?:it\s+)?(?:looks?|looked|seems?|seemed|appears?|appeared|sounds?|sounded)\s+"
    r"(?:like|as\s+if|as\s+though|that)\s+(?=\S+\s+\S)",
    re.IGNORECASE,
)
_OPINION = re.compile(r"in\s+(?:my|our)\s+(?:opinion|view),?\s+", re.IGNORECASE)
_HEDGE = re.compile(
    r"(?P<word>perhaps|maybe|probably|possibly|presumably|apparently|seemingly|supposedly|allegedly|"
    r"reportedly|likely)\b,?\s+(?=\S+\s+\S)",
    re.IGNORECASE,
)
_TAG = re.compile(
    r",\s*(?:(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should|ca|wo)"
    r"(?:n['\u2019]t)?\s+(?:it|he|she|they|we|you|i|there|this|that)(?:\s+not)?"
    r"|right|correct|ok|okay|yes|no|eh)\s*\?[\"'\u201d\u2019)]*",
    re.IGNORECASE,
)
_NEXT = re.compile(r"(?<=[.!?])[\"'\u201d\u2019)]*\s+(?=[\"'\u201c\u2018(]?[A-Z0-9])")
_REPORTED = frozenset({"allegedly", "reportedly", "supposedly"})


@dataclass(frozen=True, slots=True)
class Opening:
    """A half-open slice to parse, and how it is meant. `doubted`: its end asks for a yes."""

    start: int
    end: int
    modality: Modality | None = None
    provenance: Provenance | None = None
    reported_by: str | None = None
    doubted: bool = False

    @property
    def is_plain(self) -> bool:
        return self.provenance is None and not self.doubted


def openings(text: str, start: int, end: int) -> Iterator[Opening]:
    """The sentences that are opened or closed so each by itself; what stands between, together."""
    begin = start
    for first, last in _sentences(text, start, end):
        one = _opening(text, first, last)
        if one.is_plain:
            continue
        if text[begin:first].strip():
            yield Opening(begin, first)
        yield one
        begin = last
    if text[begin:end].strip():
        yield Opening(begin, end)


def _sentences(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    begin = start
    for found in _NEXT.finditer(text, start, end):
        yield begin, found.end()
        begin = found.end()
    yield begin, end


def _opening(text: str, start: int, end: int) -> Opening:
    tag = _TAG.search(text, start, end)
    if tag is not None and not text[tag.end() : end].strip():
        return Opening(
            start, tag.start(), Modality.BELIEVED, Provenance.SPEAKER_INFERENCE, doubted=True
        )
    found = _ACCORDING.match(text, start, end)
    if found is not None:
        return Opening(found.end(), end, None, Provenance.REPORTED, found["who"])
    found = _SEEMING.match(text, start, end) or _OPINION.match(text, start, end)
    if found is not None:
        return Opening(found.end(), end, Modality.BELIEVED, Provenance.SPEAKER_INFERENCE)
    found = _HEDGE.match(text, start, end)
    if found is not None and not text[start:end].rstrip().endswith("?"):
        if found["word"].lower() in _REPORTED:
            return Opening(found.end(), end, None, Provenance.REPORTED)
        return Opening(found.end(), end, Modality.POSSIBLE, Provenance.SPEAKER_INFERENCE)
    return Opening(start, end)

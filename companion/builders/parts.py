"""From words to the nodes of a relation: labels that fit, slices that cut nothing."""

from bisect import bisect_right
from dataclasses import dataclass

from companion.builders.reading import Part
from companion.builders.words import Phrase
from companion.meaning.source_text import SourceText
from companion.metamodel import NodeType
from memory import limits


@dataclass(frozen=True, slots=True)
class Place:
    """One entry's text while it is read, and what the entry is about."""

    source: SourceText
    subject_label: str

    @property
    def text(self) -> str:
        return self.source.text

    def part(self, phrase: Phrase, kind: NodeType = NodeType.CONCEPT) -> Part:
        """As much of the phrase as a label holds."""
        held = self.held(phrase)
        words = held.words
        start, end = self.uncut(held.start, held.end)
        contiguous = words[-1].index - words[0].index + 1 == len(words)
        label = self.plain(start, end) if contiguous else held.label(self.text)
        return self._made(label[: limits.LABEL], start, end, kind)

    def held(self, phrase: Phrase) -> Phrase:
        """As much of it as a label holds."""
        words = phrase.words

        def length(count: int) -> int:
            return len(Phrase(words[:count]).label(self.text))

        if length(len(words)) <= limits.LABEL:
            return phrase
        fit = bisect_right(range(1, len(words) + 1), limits.LABEL, key=length)
        return Phrase(words[: max(1, fit)])

    def slice(self, start: int, end: int, kind: NodeType = NodeType.CONCEPT) -> Part:
        """A half-open slice that begins and ends with words."""
        while end - start > limits.LABEL:
            end = max(self.text.rfind(" ", start + 1, end), start + limits.LABEL)
        start, end = self.uncut(start, end)
        return self._made(self.plain(start, end), start, end, kind)

    def supplied_subject(self, start: int, end: int) -> Part:
        """What the entry is about, where the words do not name it."""
        return Part(self.subject_label, start, end, NodeType.CONCEPT, is_subject=True)

    def plain(self, start: int, end: int) -> str:
        return " ".join(self.text[start:end].split())

    def uncut(self, start: int, end: int) -> tuple[int, int]:
        """Widened until neither edge goes through a word, a number or a drawn character."""
        splits = self.source.boundaries.splits
        while start > 0 and splits(start):
            start -= 1
        while end < len(self.text) and splits(end):
            end += 1
        return start, end

    def _made(self, label: str, start: int, end: int, kind: NodeType) -> Part:
        return Part(label, start, end, kind, is_subject=_key(label) == _key(self.subject_label))


def _key(label: str) -> str:
    plain = " ".join(label.casefold().split()).strip(" .,;:")
    for article in ("the ", "a ", "an "):
        plain = plain.removeprefix(article)
    return plain

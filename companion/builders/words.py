"""A parsed sentence as plain values, so that no rule needs the parser that made it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache


@dataclass(slots=True, eq=False, repr=False)
class Word:
    """One token. `start` and `end` are offsets into the entry's canonical text."""

    index: int
    text: str
    lower: str
    lemma: str
    tag: str
    pos: str
    dep: str
    start: int
    end: int
    head: "Word" = field(init=False)
    children: list["Word"] = field(default_factory=list)

    def __repr__(self) -> str:
        return f"{self.text}/{self.tag}/{self.dep}"

    def having(self, *roles: str) -> list["Word"]:
        """Children in one of these roles, in order."""
        return [child for child in self.children if child.dep in roles]

    def first(self, *roles: str) -> "Word | None":
        return next((child for child in self.children if child.dep in roles), None)

    def is_one_of(self, verbs: frozenset[str]) -> bool:
        """Whether it is a form of one of these base forms."""
        return not verbs.isdisjoint(_base_forms(self.lower, self.lemma))

    @property
    def is_root(self) -> bool:
        return self.head is self

    @property
    def is_verb(self) -> bool:
        return self.pos in ("VERB", "AUX")

    @property
    def is_noun(self) -> bool:
        return self.pos in ("NOUN", "PROPN", "PRON", "NUM")

    def subtree(self) -> Iterator["Word"]:
        """This word and all that hangs below it, unordered."""
        waiting = [self]
        while waiting:
            word = waiting.pop()
            yield word
            waiting.extend(word.children)

    def ancestors(self) -> Iterator["Word"]:
        word = self
        while not word.is_root:
            word = word.head
            yield word

    def hangs_below(self, other: "Word") -> bool:
        return self is other or any(above is other for above in self.ancestors())


@lru_cache(maxsize=4_096)
def _base_forms(lower: str, lemma: str) -> frozenset[str]:
    """What a form may come from: a lemmatiser may take hopes for hop."""
    found = {lower, lemma}
    if lower.endswith("ies") or lower.endswith("ied"):
        found.add(lower[:-3] + "y")
    for ending in ("s", "es", "d", "ed", "ing"):
        if lower.endswith(ending) and len(lower) - len(ending) > 2:
            found.update((lower[: -len(ending)], lower[: -len(ending)] + "e"))
    return frozenset(found)


@dataclass(frozen=True, slots=True)
class Phrase:
    """Words in order, perhaps with gaps: a label joins them, a quote spans them."""

    words: tuple[Word, ...]

    @classmethod
    def of(cls, words: Iterable[Word]) -> "Phrase":
        """Each word once, in order."""
        return cls(tuple(sorted(set(words), key=lambda word: word.index)))

    @property
    def start(self) -> int:
        return self.words[0].start

    @property
    def end(self) -> int:
        return self.words[-1].end

    def label(self, text: str) -> str:
        """The words as they are written, one space where something between them was left out."""
        pieces: list[str] = []
        begin = last = self.words[0]
        for word in self.words[1:]:
            if word.index != last.index + 1:
                pieces.append(text[begin.start : last.end])
                begin = word
            last = word
        pieces.append(text[begin.start : last.end])
        return " ".join(" ".join(pieces).split())

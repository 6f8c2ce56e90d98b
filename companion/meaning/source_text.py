"""One entry's text with what the rules ask of it, each counted once."""

from dataclasses import dataclass, replace
from functools import cached_property

from companion.meaning.boundaries import Boundaries
from companion.meaning.canonical import canonical
from companion.meaning.codes import Code
from companion.meaning.folding import View, folded, spaced
from companion.meaning.sentences import Sentences
from companion.metamodel import Quote
from memory import limits


@dataclass(frozen=True, slots=True, order=True)
class Excerpt:
    """A slice of the canonical text in code points, half open.

    `folded`: found only after quotation marks, dashes, spaces and formats were set aside.
    """

    start: int
    end: int
    folded: bool = False


class SourceText:
    """The canonical form of what a person confirmed. Offsets count its code points."""

    def __init__(self, raw: str) -> None:
        self.text = canonical(raw)
        self._located: dict[tuple[str, int], Excerpt | Code] = {}
        self._places: dict[str, list[int]] = {}

    def __getitem__(self, excerpt: Excerpt) -> str:
        return self.text[excerpt.start : excerpt.end]

    @cached_property
    def sentences(self) -> Sentences:
        return Sentences(self.text)

    @cached_property
    def boundaries(self) -> Boundaries:
        return Boundaries(self.text)

    @cached_property
    def _spaced(self) -> View:
        return spaced(self.text)

    @cached_property
    def _folded(self) -> View:
        return folded(self.text)

    def quote(self, start: int, end: int) -> Quote:
        """The quote that `locate` answers with exactly these offsets; no space at either edge."""
        words = spaced(self.text[start:end]).text
        places = self._occurrences(words) if words == words.strip() else []
        occurrence = next(
            (
                number
                for number, place in enumerate(places, start=1)
                if self._spaced.places[place] == start
            ),
            0,
        )
        if not occurrence:
            raise ValueError(f"{start}:{end} begins or ends with a space, or is empty")
        return Quote(text=words, occurrence=occurrence)

    def holds(self, text: str) -> bool:
        """Whether these words stand somewhere, whole, letter for letter."""
        words = spaced(canonical(text)).text.strip()
        found = (_slice(self._spaced, place, len(words)) for place in self._occurrences(words))
        return any(not self._splits(excerpt) for excerpt in found)

    def locate(self, quote: Quote) -> Excerpt | Code:
        """Where these words stand, or the code of the rule that they break."""
        key = (quote.text, quote.occurrence)
        if key not in self._located:
            self._located[key] = self._checked(quote)
        return self._located[key]

    def _checked(self, quote: Quote) -> Excerpt | Code:
        found = self._search(quote)
        if isinstance(found, Code):
            return found
        return Code.EXCERPT_SPLITS_TOKEN if self._splits(found) else found

    def _splits(self, excerpt: Excerpt) -> bool:
        return any(map(self.boundaries.splits, (excerpt.start, excerpt.end)))

    def _search(self, quote: Quote) -> Excerpt | Code:
        if len(quote.text) > limits.EXCERPT:
            return Code.EXCERPT_TOO_LONG
        words = canonical(quote.text)
        loose = folded(words).text.strip()
        if not loose:
            return Code.EXCERPT_EMPTY
        exact = spaced(words).text.strip()
        places = self._occurrences(exact)
        if places:
            if quote.occurrence > len(places):
                return Code.EXCERPT_OCCURRENCE_OUT_OF_RANGE
            place = places[quote.occurrence - 1]
            return _slice(self._spaced, place, len(exact))
        return self._search_folded(loose)

    def _search_folded(self, loose: str) -> Excerpt | Code:
        place = self._folded.text.find(loose)
        if place == -1:
            return Code.EXCERPT_NOT_IN_SOURCE
        if self._folded.text.find(loose, place + 1) != -1:
            return Code.EXCERPT_AMBIGUOUS_AFTER_FOLD
        return replace(_slice(self._folded, place, len(loose)), folded=True)

    def _occurrences(self, words: str) -> list[int]:
        """Where these words begin in the spaced view; occurrences may overlap."""
        if words not in self._places:
            places = self._places[words] = []
            place = self._spaced.text.find(words) if words else -1
            while place != -1:
                places.append(place)
                place = self._spaced.text.find(words, place + 1)
        return self._places[words]


def _slice(view: View, place: int, length: int) -> Excerpt:
    return Excerpt(view.places[place], view.places[place + length - 1] + 1)

"""What stands around an excerpt: its sentence, and the clause it is cut out of."""

from collections.abc import Iterable
from dataclasses import dataclass

from companion.meaning.folding import without_formats
from companion.meaning.lists import Lists
from companion.meaning.source_text import Excerpt, SourceText


@dataclass(frozen=True, slots=True)
class Context:
    """Texts as the word lists read them: without formats, with plain apostrophes.

    `before` and `after` reach to the ends of the sentence, `lead` and `tail` only to those of the
    clause. `start` and `end` are the sentence's offsets.
    """

    start: int
    end: int
    sentence: str
    before: str
    excerpt: str
    after: str
    lead: str
    tail: str

    @property
    def clause(self) -> str:
        return f"{self.lead}{self.excerpt}{self.tail}"


def context_of(
    source: SourceText,
    excerpt: Excerpt,
    lists: Lists | None,
    hidden: Iterable[Excerpt] = (),
) -> Context:
    """`hidden`: places whose words are not looked at, as if each were one long word."""
    start, end = source.sentences.around(excerpt.start, excerpt.end)
    text = source.text[start:end]
    for place in hidden:
        first, last = max(place.start, start) - start, min(place.end, end) - start
        if first < last:
            text = text[:first] + "x" * (last - first) + text[last:]
    before = plain(text[: excerpt.start - start])
    words = plain(text[excerpt.start - start : excerpt.end - start])
    after = plain(text[excerpt.end - start :])
    return Context(
        start=start,
        end=end,
        sentence=before + words + after,
        before=before,
        excerpt=words,
        after=after,
        lead=_lead(before, lists),
        tail=_tail(after, lists),
    )


def plain(text: str) -> str:
    return without_formats(text).replace("\u2019", "'").replace("\n", " ")


def _lead(before: str, lists: Lists | None) -> str:
    last = 0
    for found in lists.clause_breaks.finditer(before) if lists else ():
        last = found.end()
    return before[last:]


def _tail(after: str, lists: Lists | None) -> str:
    found = lists.clause_breaks.search(after) if lists else None
    return after[: found.start()] if found else after

"""A long entry in parts that a language model can read, and what it found put together again."""

from collections.abc import Iterator
from dataclasses import dataclass

import regex

from companion.builders.wire import Discovery, WireQuote
from companion.meaning.source_text import Excerpt, SourceText
from companion.metamodel import Candidate, Limitation, Node, Quantity, Quote

LONGEST = 4_000
_PARAGRAPH = regex.compile(r"\n\s*\n")


@dataclass(frozen=True, slots=True)
class Chunk:
    """`start` is where the text stands in the entry's canonical text."""

    number: int
    start: int
    text: str


def chunks_of(source: SourceText) -> list[Chunk]:
    """Whole paragraphs where they fit, else whole sentences, else what fits."""
    text, ends, start = source.text, [], 0
    while len(text) - start > LONGEST:
        start = _cut(source, start)
        ends.append(start)
    starts = [0, *ends]
    pairs = zip(starts, [*ends, len(text)], strict=True)
    return [Chunk(n, a, text[a:b]) for n, (a, b) in enumerate(pairs) if text[a:b].strip()]


def _cut(source: SourceText, start: int) -> int:
    limit = start + LONGEST
    paragraphs = [hit.end() for hit in _PARAGRAPH.finditer(source.text, start + 1, limit)]
    if paragraphs:
        return int(paragraphs[-1])
    sentences = [begin for begin, _ in source.sentences.spans() if start < begin <= limit]
    if sentences:
        return sentences[-1]
    space = source.text.rfind(" ", start + 1, limit)
    return space + 1 if space > start else limit


class Joined:
    """Gives each part's finds names and places of the whole entry."""

    def __init__(self, source: SourceText) -> None:
        self._source = source
        self.nodes: list[Node] = []
        self.candidates: list[Candidate] = []
        self.limitations: list[Limitation] = []

    def add(self, chunk: Chunk, found: Discovery) -> None:
        part = SourceText(chunk.text)
        names = dict(_names(chunk.number, found))

        def place(quote: WireQuote) -> Quote:
            return self._place(chunk, part, quote)

        for node in found.nodes:
            self.nodes.append(
                Node(
                    id=names[node.id],
                    type=node.type,
                    label=node.label,
                    quote=place(node.quote),
                    is_subject=node.is_subject,
                )
            )
        for one in found.candidates:
            self.candidates.append(
                Candidate(
                    id=names[one.id],
                    from_node=names.get(one.from_node, f"x{chunk.number}"),
                    predicate=one.predicate,
                    to_node=names.get(one.to_node, f"x{chunk.number}"),
                    quote=place(one.quote),
                    provenance=one.provenance,
                    polarity=one.polarity,
                    modality=one.modality,
                    attribution=one.attribution,
                    quantity=Quantity.model_validate(one.quantity.model_dump())
                    if one.quantity
                    else None,
                    qualifiers=tuple(one.qualifiers),
                )
            )
        for limit in found.limitations:
            quote = place(limit.quote) if limit.quote else None
            self.limitations.append(Limitation(code=limit.code, detail=limit.detail, quote=quote))

    def _place(self, chunk: Chunk, part: SourceText, quote: WireQuote) -> Quote:
        """The occurrence counted in the entry; a quote that is not there stays for the rules."""
        as_told = Quote(text=quote.text, occurrence=max(1, quote.occurrence))
        found = part.locate(as_told)
        if not isinstance(found, Excerpt) or found.folded:
            return as_told
        return self._source.quote(chunk.start + found.start, chunk.start + found.end)


def _names(number: int, found: Discovery) -> Iterator[tuple[str, str]]:
    """One name for one name, so that what the model named twice still is named twice."""
    told = dict.fromkeys([*(n.id for n in found.nodes), *(c.id for c in found.candidates)])
    for count, name in enumerate(told):
        yield name, f"k{number}_{count}"

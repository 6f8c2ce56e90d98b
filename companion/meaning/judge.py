"""The rules for each candidate: what rejects it, what lowers it, and which of two alike stays."""

from collections.abc import Iterator
from dataclasses import replace

import regex

from companion.meaning import assertion
from companion.meaning.builder import Source
from companion.meaning.codes import Code, in_order
from companion.meaning.context import context_of
from companion.meaning.grounding import Claim, Grounding
from companion.meaning.identity import Statement, statement
from companion.meaning.labels import broken_by, labels_of
from companion.meaning.language import lists_for
from companion.meaning.lists import Lists
from companion.meaning.results import Accepted, Judged, Note
from companion.meaning.source_text import Excerpt, SourceText
from companion.metamodel import FACTUAL, Candidate, NodeType, Quote, StageA, StageB, Status
from memory import limits

_STRENGTH = list(Status)
_INSTRUCTION = regex.compile(
    r"\b(?:ignore|disregard|forget|override|bypass)\b[^.\n]{0,60}?"
    r"\b(?:instructions?|rules?|prompts?|guidelines?|guards?)\b"
    r"|\bsystem prompt\b|\byou are now\b"
    r"|\b(?:mark|classify|treat|label)\b[^.\n]{0,40}?\bas (?:SOURCE_|an? facts?\b|facts?\b)"
    r"|\b(?:SOURCE_EXPLICIT|SOURCE_STRONGLY_IMPLIED|AGENT_INFERRED)\b",
    regex.IGNORECASE,
)


class Judge:
    """One entry's candidates, with everything that is counted once for all of them."""

    def __init__(self, source: Source, found: StageA) -> None:
        self._subject = source.subject_label
        self._found = found
        self._text = SourceText(source.raw)
        self._language = source.language
        self._grounding = Grounding(self._text)
        self._lists: dict[tuple[int, int], Lists | None] = {}
        self._nodes = {node.id: node for node in found.nodes}
        self._broken_labels: dict[str, set[Code]] = {}

    def judge(self, classified: StageB) -> Accepted:
        statuses = {one.candidate_id: one.status for one in classified.classifications}
        judged = [self._one(one, statuses[one.id]) for one in self._found.candidates]
        return Accepted(
            judged=tuple(_each_once(judged)),
            limitations=tuple(
                (one, self._place(one.quote) if one.quote else None)
                for one in self._found.limitations
            ),
            notes=tuple(
                Note(Code.INSTRUCTION_LIKE_TEXT, Excerpt(*hit.span()))
                for hit in _INSTRUCTION.finditer(self._text.text)
            ),
        )

    def _one(self, candidate: Candidate, model_status: Status) -> Judged:
        nodes = self._nodes[candidate.from_node], self._nodes[candidate.to_node]
        quotes = candidate.quote, nodes[0].quote, nodes[1].quote
        judged = Judged(
            candidate,
            *nodes,
            model_status,
            None,
            in_order(self._rejecting(candidate, model_status)),
            *map(self._place, quotes),
        )
        if judged.codes:
            return judged
        codes = self._lowering(judged) if model_status in FACTUAL else set()
        status = Status.AGENT_INFERRED if codes else model_status
        return replace(judged, status=status, codes=in_order(codes))

    def _place(self, quote: Quote) -> Excerpt | None:
        found = self._text.locate(quote)
        return found if isinstance(found, Excerpt) else None

    def _rejecting(self, candidate: Candidate, model_status: Status) -> set[Code]:
        nodes = self._nodes[candidate.from_node], self._nodes[candidate.to_node]
        codes = set()
        if nodes[0] == nodes[1] or all(node.is_subject for node in nodes):
            codes.add(Code.RELATION_SELF_LOOP)
        if model_status in FACTUAL and candidate.provenance is None:
            codes.add(Code.PROVENANCE_REQUIRED)
        for quote in (candidate.quote, *(node.quote for node in nodes)):
            found = self._text.locate(quote)
            if isinstance(found, Code):
                codes.add(found)
        return codes.union(*map(self._broken, labels_of(candidate, *nodes)))

    def _broken(self, label: str) -> set[Code]:
        if label not in self._broken_labels:
            self._broken_labels[label] = broken_by(label, self._text.text)
        return self._broken_labels[label]

    def _lists_at(self, excerpt: Excerpt) -> Lists | None:
        span = self._text.sentences.around(excerpt.start, excerpt.end)
        if span not in self._lists:
            self._lists[span] = lists_for(self._language, self._text.text[slice(*span)])
        return self._lists[span]

    def _served_whole(self, judged: Judged) -> list[Excerpt]:
        parts = (
            (judged.from_node, judged.from_excerpt),
            (judged.to_node, judged.to_excerpt),
        )
        return [
            place
            for node, place in parts
            if place is not None
            and node.type is NodeType.ASSERTION
            and self._text[place].split() == node.label.split()
        ]

    def _lowering(self, judged: Judged) -> set[Code]:
        excerpt, *places = judged.excerpt, judged.from_excerpt, judged.to_excerpt
        if excerpt is None or places[0] is None or places[1] is None:
            raise ValueError("only what was found in the text can be weighed")
        start, end = self._text.sentences.around(excerpt.start, excerpt.end)
        if end - start > limits.SENTENCE:  # no guard can tell what so many words say of these
            return {Code.SENTENCE_TOO_LONG}
        lists = self._lists_at(excerpt)
        context, hidden = context_of(self._text, excerpt, lists), self._served_whole(judged)
        claim = Claim(
            candidate=judged.candidate,
            nodes=(judged.from_node, judged.to_node),
            excerpt=excerpt,
            words=self._text[excerpt],
            places=(places[0], places[1]),
            context=context,
            outside=context_of(self._text, excerpt, lists, hidden) if hidden else context,
            status=judged.model_status,
            subject=self._subject,
            lists=lists,
        )
        return self._grounding.codes(claim) | assertion.codes(claim)


def _each_once(judged: list[Judged]) -> Iterator[Judged]:
    """Of those that say the same the best grounded stays, then the first in the text."""
    best: dict[Statement, Judged] = {}
    for one in judged:
        if one.status is None:
            continue
        said = statement(one.candidate, one.from_node, one.to_node)
        best[said] = min(best.get(said, one), one, key=_rank)
    kept = {id(one) for one in best.values()}
    for one in judged:
        if one.status is None or id(one) in kept:
            yield one
        else:
            codes = in_order({*one.codes, Code.CANDIDATE_DUPLICATE})
            yield replace(one, status=None, codes=codes)


def _rank(one: Judged) -> tuple[int, Excerpt, str]:
    if one.status is None or one.excerpt is None:
        raise ValueError("a rejected candidate has no rank")
    return _STRENGTH.index(one.status), one.excerpt, one.candidate.id

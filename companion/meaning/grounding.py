"""Whether a relation says no more than its words: labels, predicate, numbers, cause."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from companion.meaning.codes import Code
from companion.meaning.context import Context
from companion.meaning.identity import key
from companion.meaning.lists import Lists
from companion.meaning.source_text import Excerpt, SourceText
from companion.meaning.words import numbers_of, stem, words_of
from companion.metamodel import Candidate, Node, Status, Structural

_STRUCTURAL = frozenset(name.value for name in Structural)


@dataclass(frozen=True)
class Claim:
    """One candidate with all that its words are compared with.

    `outside` is the context without the clauses that the relation serves whole, as its nodes: what
    stands in "Anna said the pump might leak" after "said" is not lost by whoever says all of it.
    """

    candidate: Candidate
    nodes: tuple[Node, Node]
    excerpt: Excerpt
    words: str
    places: tuple[Excerpt, Excerpt]
    context: Context
    outside: Context
    status: Status
    subject: str
    lists: Lists | None

    @cached_property
    def said(self) -> list[str]:
        """The words that are served as the statement."""
        return [self.nodes[0].label, self.candidate.predicate, self.nodes[1].label]

    @cached_property
    def said_of_the_subject(self) -> list[str]:
        """The same without the subject's own name, which may hold any word."""
        named = [node.label for node in self.nodes if not self.is_named_subject(node)]
        return [*named, self.candidate.predicate]

    @property
    def is_explicit(self) -> bool:
        return self.status is Status.SOURCE_EXPLICIT

    @property
    def is_structural(self) -> bool:
        return self.candidate.predicate in _STRUCTURAL

    def is_named_subject(self, node: Node) -> bool:
        return node.is_subject and key(node.label) == key(self.subject)


class Grounding:
    """The words and numbers of one entry, each sentence's counted once."""

    def __init__(self, source: SourceText) -> None:
        self._source = source
        self._stems: dict[tuple[int, int], frozenset[str]] = {}

    @cached_property
    def _numbers(self) -> frozenset[str]:
        return frozenset(numbers_of(self._source.text))

    def codes(self, claim: Claim) -> set[Code]:
        codes = set(_number_codes(claim, self._numbers))
        if any(not self._holds(claim, label) for label in _labels(claim)):
            codes.add(Code.LABEL_NOT_GROUNDED)
        if not all(self._is_subject(claim, node) for node in claim.nodes if node.is_subject):
            codes.add(Code.LABEL_NOT_GROUNDED)
        if not _quantity_is_written(claim):
            codes.add(Code.LABEL_NOT_GROUNDED)
        if not claim.is_structural and not self._holds(claim, claim.candidate.predicate):
            codes.add(Code.PREDICATE_NOT_GROUNDED)
        if claim.lists is None and _leaves_words_out(claim):
            codes.add(Code.WORDS_UNACCOUNTED)
        return codes

    def _holds(self, claim: Claim, text: str) -> bool:
        if claim.lists is None:
            return self._source.holds(text)
        span = (claim.context.start, claim.context.end)
        known = self._stems_of(span if claim.is_explicit else (0, len(self._source.text)))
        return all(
            stem(word) in known for word in words_of(text) if word not in claim.lists.function_words
        )

    def _stems_of(self, span: tuple[int, int]) -> frozenset[str]:
        if span not in self._stems:
            self._stems[span] = frozenset(map(stem, words_of(self._source.text[slice(*span)])))
        return self._stems[span]

    def _is_subject(self, claim: Claim, node: Node) -> bool:
        """A node may stand for the subject by its name, by part of it, or by a pronoun."""
        words = words_of(node.label)
        if claim.is_named_subject(node) or claim.lists is None:
            return claim.is_named_subject(node) or set(words) <= set(words_of(claim.subject))
        content = {stem(word) for word in words if word not in claim.lists.function_words}
        if content:
            return content <= set(map(stem, words_of(claim.subject)))
        return not claim.lists.pronouns.isdisjoint(words)


def _labels(claim: Claim) -> Iterable[str]:
    yield from (node.label for node in claim.nodes if not claim.is_named_subject(node))
    yield from claim.candidate.qualifiers
    if claim.candidate.attribution is not None:
        yield claim.candidate.attribution


def _number_codes(claim: Claim, known: frozenset[str]) -> Iterable[Code]:
    for label in (*_labels(claim), claim.candidate.predicate):
        if not known.issuperset(numbers_of(label)):
            yield Code.NUMBER_ALTERED
    quantity = claim.candidate.quantity
    if quantity and not set(numbers_of(claim.context.excerpt)).issuperset(
        numbers_of(quantity.value)
    ):
        yield Code.NUMBER_ALTERED


def _quantity_is_written(claim: Claim) -> bool:
    quantity = claim.candidate.quantity
    return quantity is None or all(
        part in claim.context.excerpt for part in (quantity.value, quantity.unit or "")
    )


def _leaves_words_out(claim: Claim) -> bool:
    named = [*claim.said, *claim.candidate.qualifiers, claim.candidate.attribution or ""]
    return not set(words_of(claim.context.excerpt)) <= {
        word for text in named for word in words_of(text)
    }

"""The embedded builder: an English parser and rules of grammar, without a network."""

import hashlib
from collections.abc import Iterator
from typing import NamedTuple

from companion.builders import measures
from companion.builders.measures import Pair
from companion.builders.openings import Opening, openings
from companion.builders.parsing import Model, Parser
from companion.builders.parts import Place
from companion.builders.patterns import left_in_another_language, read_pairs
from companion.builders.reading import Found, LeftAlone, Reading
from companion.builders.segments import segments
from companion.builders.sentence import has_statement, read_sentence
from companion.builders.staging import stage_a, stage_b
from companion.builders.words import Word
from companion.meaning.builder import Source
from companion.meaning.language import is_english, is_said_english
from companion.meaning.source_text import SourceText
from companion.metamodel import LimitationCode, StageA, StageB

VERSION = "2"


_NO_TEXT = "No sentence is in it."
_LONGEST_WORD = 200
_TOO_LONG = "A sentence of more than 300 words."
_LONGEST_SENTENCE = 300  # what is nested without end takes time without end
MOST_WORDS = 30_000
"""Of one entry: half as many again as 100,000 characters of prose have."""


class _Piece(NamedTuple):
    """A slice to parse; `pairs`: what it is unless a verb in it has a subject."""

    opening: Opening
    pairs: list[Pair]


class RulesBuilder:
    """Keeps the parser and its last reading until `close`."""

    name = "rules"
    version = VERSION

    def __init__(self, model: Model | None = None) -> None:
        self._model = model or Model()
        self.parser = Parser(self._model)
        self._last: tuple[Source, SourceText, Found] | None = None

    @property
    def model(self) -> str:
        return f"{self._model.name} {self._model.version}"

    @property
    def fingerprint(self) -> str:
        written = f"{self.name}/{self.version} {self.model} {self._model.digest}"
        return "sha256:" + hashlib.sha256(written.encode()).hexdigest()

    def discover(self, source: Source) -> StageA:
        text, found = self._read(source)
        return stage_a(source, text, found)

    def classify(self, source: Source, found: StageA) -> StageB:
        return stage_b(source, self._read(source)[1])

    def close(self) -> None:
        """Lets the parser go; the next entry loads it again."""
        self.parser.close()
        self._last = None

    def _read(self, source: Source) -> tuple[SourceText, Found]:
        """Both stages read the same; the second does not parse what the first has just read."""
        if self._last is None or self._last[0] != source:
            text = SourceText(source.raw)
            self._last = (source, text, self._found(source, Place(text, source.subject_label)))
        return self._last[1], self._last[2]

    def _found(self, source: Source, place: Place) -> Found:
        readings: list[Reading] = []
        left: list[LeftAlone] = []
        pieces: list[_Piece] = []
        for start, end in segments(place.text):
            if _is_no_text(place.text[start:end]):
                left.append(LeftAlone(LimitationCode.NOT_UNDERSTOOD, _NO_TEXT, start, end))
            elif is_said_english(source.language) and is_english(place.text[start:end]):
                pieces += _pieces(place.text, start, end)
            else:
                seen = read_pairs(place, *measures.pairs(place.text, start, end))
                readings += seen
                left += () if seen else [left_in_another_language(start, end)]
        again: list[_Piece] = []
        waiting = iter(pieces)
        for sentences, piece in zip(self._parsed(place.text, pieces), waiting, strict=False):
            if _is_pairs(piece, sentences):
                readings += read_pairs(place, *piece.pairs)
            elif piece.pairs and piece.pairs[0].is_labelled and not _says_label(piece, sentences):
                again.append(_Piece(Opening(*piece.pairs[0].value), []))
            else:
                _read_all(place, piece.opening, sentences, readings, left)
        for sentences, piece in zip(self._parsed(place.text, again), again, strict=False):
            _read_all(place, piece.opening, sentences, readings, left)
        return Found(tuple(readings), (*_unread(list(waiting)), *left))

    def _parsed(self, text: str, pieces: list[_Piece]) -> Iterator[list[list[Word]]]:
        """Of the first of them, as far as an entry is read."""
        if not pieces:
            return
        slices = [(text[one.start : one.end], one.start) for one, _ in pieces]
        parsed = self.parser.sentences(slices, most=MOST_WORDS)
        for sentences in parsed:
            yield [sentence for sentence in sentences if sentence]


def _unread(pieces: list[_Piece]) -> Iterator[LeftAlone]:
    if not pieces:
        return
    start, end = pieces[0].opening.start, pieces[-1].opening.end
    told = f"An entry is read up to {MOST_WORDS:,} words; {end - start:,} characters are left."
    yield LeftAlone(LimitationCode.BUILDER_REDUCED, told, start, end)


def _is_no_text(text: str) -> bool:
    """A word alone states nothing; rows of signs, or of letters without end, are slow to parse."""
    words = text.split()
    longest = max(map(len, words))
    letters = sum(map(str.isalnum, text))
    return len(words) < 2 or longest > _LONGEST_WORD or 5 * letters < len(text)


def _pieces(text: str, start: int, end: int) -> Iterator[_Piece]:
    """A line of labels or measurements whole; anything else sentence by sentence."""
    pairs = measures.pairs(text, start, end)
    if pairs:
        yield _Piece(Opening(start, end), pairs)
    else:
        yield from (_Piece(opening, []) for opening in openings(text, start, end))


def _is_pairs(piece: _Piece, sentences: list[list[Word]]) -> bool:
    """Nothing in it is a sentence: neither its value nor, the kit contains: gloves, its label."""
    pairs = piece.pairs
    if not pairs:
        return False
    if len(pairs) == 1 and pairs[0].is_labelled:
        return not (_says_label(piece, sentences) or has_statement(sentences, *pairs[0].value))
    return not has_statement(sentences, piece.opening.start, piece.opening.end)


def _says_label(piece: _Piece, sentences: list[list[Word]]) -> bool:
    return has_statement(sentences, *piece.pairs[0].label)


def _read_all(
    place: Place,
    opening: Opening,
    sentences: list[list[Word]],
    readings: list[Reading],
    left: list[LeftAlone],
) -> None:
    for sentence in sentences:
        start, end = sentence[0].start, sentence[-1].end
        if len(sentence) > _LONGEST_SENTENCE:
            left.append(LeftAlone(LimitationCode.NOT_UNDERSTOOD, _TOO_LONG, start, end))
            continue
        pairs = measures.pairs(place.text, start, end)
        if pairs and opening.is_plain and not has_statement([sentence], start, end):
            readings += read_pairs(place, *pairs)
            continue
        found, alone = read_sentence(place, sentence, opening)
        readings += found
        left += alone

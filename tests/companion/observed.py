"""The observation set, and how what a builder finds is held against it."""

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from companion.meaning.builder import Builder, Source
from companion.metamodel import Candidate, StageA, Structural

FOLDER = Path(__file__).parent / "observations"


@dataclass(frozen=True)
class Observation:
    kind: str
    text: str
    relations: tuple[dict[str, Any], ...]

    @property
    def is_frozen(self) -> bool:
        return int(hashlib.sha256(self.text.encode()).hexdigest(), 16) % 3 == 0


@dataclass
class Tally:
    """Counts over some observations; `missed` and `wrong` hold texts with what was looked for."""

    relations: int = 0
    found: int = 0
    polarity: int = 0
    modality: int = 0
    provenance: int = 0
    candidates: int = 0
    missed: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    @property
    def share_found(self) -> float:
        return self.found / self.relations


@cache
def observations() -> tuple[Observation, ...]:
    return tuple(
        Observation(file.stem, line["text"], tuple(line["relations"]))
        for file in sorted(FOLDER.glob("*.jsonl"))
        for line in map(json.loads, file.read_text(encoding="utf-8").splitlines())
    )


def source(text: str) -> Source:
    return Source("entry", "subject", "the thing observed", text)


def read(builder: Builder, text: str) -> StageA:
    return builder.discover(source(text))


def tally(stages: Mapping[str, StageA], those: Iterable[Observation]) -> Tally:
    """`stages` by the text they were read in."""
    sums = Tally()
    for one in those:
        stage = stages[one.text]
        labels = {node.id: node.label for node in stage.nodes}
        sums.candidates += len(stage.candidates)
        for relation in one.relations:
            sums.relations += 1
            fitting = [c for c in stage.candidates if fits(relation, c, labels)]
            if not fitting:
                sums.missed.append(f"{one.text} -> {_brief(relation)}")
                continue
            sums.found += 1
            _compare(sums, relation, fitting[0], one.text)
    return sums


def _compare(sums: Tally, relation: dict[str, Any], candidate: Candidate, text: str) -> None:
    agrees = {
        "polarity": candidate.polarity == relation["polarity"],
        "modality": candidate.modality in relation["modality"],
        "provenance": candidate.provenance in relation["provenance"],
    }
    for name, does in agrees.items():
        setattr(sums, name, getattr(sums, name) + does)
        if not does:
            sums.wrong.append(f"{text} -> {_brief(relation)}: {name} {getattr(candidate, name)}")


def fits(relation: dict[str, Any], candidate: Candidate, labels: dict[str, str]) -> bool:
    """Each word that is looked for stands where it belongs; a verb alone may be the object."""
    subject, target = labels[candidate.from_node], labels[candidate.to_node]
    is_cause = candidate.predicate == Structural.STATED_CAUSE_OF
    if is_cause != (relation["predicate"] == Structural.STATED_CAUSE_OF):
        return False
    said = " ".join((candidate.predicate, target, *candidate.qualifiers))
    return all(
        set(_words(relation[part])) <= set(_words(place))
        for part, place in (
            ("subject", subject),
            ("predicate", f"{candidate.predicate} {target}" if not is_cause else said),
            ("object", target if is_cause else said),
        )
    )


def _words(text: str) -> Iterator[str]:
    return iter(re.findall(r"[^\s,.;:!?\"()]+", text.lower().replace("_", " ")))


def _brief(relation: dict[str, Any]) -> str:
    return " | ".join((relation["subject"], relation["predicate"], relation["object"]))

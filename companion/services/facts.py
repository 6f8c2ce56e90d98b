"""From what the rules accepted to rows under ids that follow from what is said."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from companion.meaning import identity
from companion.meaning.results import Accepted, Judged, Outcome
from companion.meaning.source_text import Excerpt
from companion.metamodel import Node as SaidNode
from companion.models import Candidate, ConstructionRun, Entry, Node, Relation
from companion.services.showing import one_line
from memory.canonical import keyed_digest
from memory.models import Project


@dataclass(frozen=True, slots=True)
class Facts:
    """By their ids; rows that are not saved yet."""

    nodes: dict[str, Node]
    relations: dict[str, Relation]
    ends: dict[str, tuple[str, str]]
    """The two nodes of each relation, by their ids."""

    def line(self, name: str) -> str:
        start, end = (self.nodes[one].label for one in self.ends[name])
        return one_line(start, self.relations[name].predicate, end)


def scope_of(project: Project) -> str:
    """Stands for the project in every id. Keyed, so that nobody who sees an id can find the words
    behind it by guessing, once they were erased.
    """
    return keyed_digest("companion.ids/1", key=bytes(project.value_key))


def facts_of(run: ConstructionRun, accepted: Accepted) -> Facts:
    facts = Facts({}, {}, {})
    scope = scope_of(run.entry.project)
    for one in accepted.of(Outcome.FACTUAL):
        _add(facts, scope, run, one)
    return facts


def _add(facts: Facts, scope: str, run: ConstructionRun, one: Judged) -> None:
    entry, excerpt = run.entry, _there(one.excerpt)
    ends = tuple(
        _node(facts, scope, entry, node, _there(place))
        for node, place in (
            (one.from_node, one.from_excerpt),
            (one.to_node, one.to_excerpt),
        )
    )
    vocabulary, name = _names(scope, entry, one)
    candidate = one.candidate
    facts.ends[name] = (ends[0], ends[1])
    facts.relations[name] = Relation(
        relation_id=name,
        vocabulary_id=vocabulary,
        project=entry.project,
        subject=entry.subject,
        entry=entry,
        predicate=candidate.predicate,
        polarity=candidate.polarity,
        modality=candidate.modality,
        provenance=candidate.provenance or "",
        attribution=candidate.attribution,
        quantity=candidate.quantity.model_dump() if candidate.quantity else None,
        said_status=one.model_status,
        status=one.status or "",
        start=excerpt.start,
        end=excerpt.end,
        first_run=run,
        current_run=run,
    )


def _node(facts: Facts, scope: str, entry: Entry, node: SaidNode, place: Excerpt) -> str:
    name = identity.node_id(scope, str(entry.public_id), node.type, node.label)
    facts.nodes.setdefault(
        name,
        Node(
            node_id=name,
            entry=entry,
            type=node.type,
            label=node.label,
            start=place.start,
            end=place.end,
        ),
    )
    return name


def _names(scope: str, entry: Entry, one: Judged) -> tuple[str, str]:
    said = identity.statement(one.candidate, one.from_node, one.to_node)
    vocabulary = identity.vocabulary_id(scope, entry.subject.subject_id, said)
    return vocabulary, identity.relation_id(scope, str(entry.public_id), vocabulary)


def _there(excerpt: Excerpt | None) -> Excerpt:
    if excerpt is None:
        raise RuntimeError("A fact without its excerpt.")
    return excerpt


def candidates_of(run: ConstructionRun, accepted: Accepted) -> Iterator[Candidate]:
    """Every one, each with what became of it."""
    scope = scope_of(run.entry.project)
    for place, one in enumerate(accepted.judged):
        is_fact = one.outcome is Outcome.FACTUAL
        yield Candidate(
            run=run,
            place=place,
            outcome=one.outcome,
            codes=list(one.codes),
            said_status=one.model_status,
            status=one.status or "",
            relation_id=_names(scope, run.entry, one)[1] if is_fact else "",
            start=one.excerpt.start if one.excerpt else None,
            end=one.excerpt.end if one.excerpt else None,
            **_said(one),
        )


def _said(one: Judged) -> dict[str, Any]:
    candidate = one.candidate
    return {
        "subject_label": one.from_node.label,
        "subject_type": one.from_node.type,
        "predicate": candidate.predicate,
        "object_label": one.to_node.label,
        "object_type": one.to_node.type,
        "polarity": candidate.polarity,
        "modality": candidate.modality,
        "provenance": candidate.provenance or "",
        "attribution": candidate.attribution or "",
        "qualifiers": list(candidate.qualifiers),
    }

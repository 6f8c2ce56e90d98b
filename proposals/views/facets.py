"""The menus above the inbox: each choice is a link to the same view with one other filter."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import cast

from memory.kinds import Kind
from memory.models import Project, User
from proposals.models import Proposal
from proposals.services.inbox import Order
from proposals.services.narrowing import AGENT, ME, NOBODY, PERSON
from proposals.services.turns import Queue, Turns
from proposals.states import OPEN, Operation, Status
from proposals.views.viewed import ORDERS, Viewed

AGENTS = 12
Named = tuple[str, str, str]
"""A filter's name and value, and what the choice is called."""

AGES = {"<1d": "Of the last day", ">1d": "Older than a day", ">1w": "Older than a week"}


@dataclass(frozen=True, slots=True)
class Choice:
    label: str
    address: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class Facet:
    name: str
    choices: list[Choice]

    @property
    def label(self) -> str:
        chosen = [one.label for one in self.choices if one.is_chosen]
        return chosen[-1] if chosen else self.choices[0].label


def facets(viewed: Viewed, turns: Turns, counts: Mapping[str, int]) -> Iterator[Facet]:
    """`counts`: how many proposals stand in each status."""
    yield _facet("Proposer", "Any proposer", viewed, _proposers(turns.project))
    yield _facet("Kind", "Any kind", viewed, _each("kind", Kind.choices))
    yield _facet("What it asks for", "Any change", viewed, _each("operation", Operation.choices))
    if viewed.queue == Queue.DECIDED:
        ended = [(one, f"{one.label} {counts[one]:,}") for one in Status if one not in OPEN]
        yield _facet("Outcome", "Any outcome", viewed, _each("status", ended))
    else:
        if viewed.queue == Queue.OTHERS:
            waits = [(one, f"{one.label} {counts[one]:,}") for one in OPEN]
            yield _facet("Status", "Any status", viewed, _each("status", waits))
        yield _facet("Assigned to", "Assigned or not", viewed, _assignees(turns))
    yield _facet("Age", "Any age", viewed, _each("age", AGES.items()))
    orders = [replace(viewed, order=cast(Order, value)) for value in ORDERS]
    yield Facet(
        "Order",
        [Choice(ORDERS[one.order], one.address(), one.order == viewed.order) for one in orders],
    )


def _facet(name: str, nothing: str, viewed: Viewed, choices: Iterable[Named]) -> Facet:
    """The choices of a menu take each other's place, whatever their filters are called."""
    known, bare = list(choices), viewed
    for one in {one[0] for one in known}:
        bare = bare.narrowed(one)
    chosen = {(chip.name, chip.value.lower()) for chip in viewed.said.chips}
    found = [
        Choice(label, bare.narrowed(one, value).address(), (one, value.lower()) in chosen)
        for one, value, label in known
    ]
    is_any = not any(one.is_chosen for one in found)
    return Facet(name, [Choice(nothing, bare.address(), is_any), *found])


def _each(name: str, choices: Iterable[tuple[str, str]]) -> Iterator[Named]:
    return ((name, str(value), label) for value, label in choices)


def _proposers(project: Project) -> list[Named]:
    """Agents and people, and by name the agents of whom something is here."""
    rows = Proposal.objects.in_project(project).filter(proposed_by__kind="agent").order_by()
    names = rows.values_list("proposed_by__name", flat=True).distinct()[:AGENTS]
    by_name = [("agent", name, name) for name in sorted(names, key=str.casefold)]
    return [("proposer", AGENT, "Agents"), ("proposer", PERSON, "People"), *by_name]


def _assignees(turns: Turns) -> list[Named]:
    others = [one for one in turns.reviewers.values() if one.pk != turns.me]
    named = [("assignee", one.username, f"To {one.name}") for one in sorted(others, key=_by_name)]
    return [("assignee", ME, "To me"), ("assignee", NOBODY, "To nobody"), *named]


def _by_name(person: User) -> str:
    return person.name.casefold()

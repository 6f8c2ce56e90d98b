"""A guide as a page tells it: its steps, what stands on record for them, the names of things."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import count

from memory.models import Memory, Project, User
from memory.text import normal_form
from proposals.models import Proposal
from proposals.services.wording import first_fresh
from waggle_site.guide.happened import Happened
from waggle_site.guide.progress import APPROVE, DONE, PROPOSE, Progress
from waggle_site.guide.record import guide_of

TITLES = (
    "Ask for the brief",
    "Recall the decision",
    "Propose a change",
    "Edit and approve",
    "Apply it",
    "Recall again",
)
QUERY = "storage architecture"
MOST_WORDS = 6


@dataclass(frozen=True, slots=True)
class Step:
    number: int
    title: str
    state: str
    """`done`, `now` or `todo`."""
    receipt: Happened | None


@dataclass(frozen=True, slots=True)
class Guide:
    progress: Progress
    labels: dict[str, str]
    """Numbers that people see, such as M-003, by public id."""
    words: str = ""
    """What the step suggests to write: words that would be taken at this moment."""
    query: str = ""
    """What finds the memory that a recall is to return."""

    @property
    def steps(self) -> list[Step]:
        now, receipts = self.progress.step, self.progress.receipts
        return [
            Step(
                number=at + 1,
                title=title,
                state="done" if at < now else "now" if at == now else "todo",
                receipt=receipts[at] if at < now else None,
            )
            for at, title in enumerate(TITLES)
        ]

    @property
    def number(self) -> int:
        """The step it is at, from 1; the last one once all are done."""
        return min(self.progress.step + 1, DONE)

    @property
    def of(self) -> int:
        return len(TITLES)

    @property
    def now(self) -> str:
        return "Done" if self.progress.is_done else TITLES[self.progress.step]

    @property
    def is_persons_turn(self) -> bool:
        return self.progress.step == APPROVE

    @property
    def subject(self) -> str:
        return self.labels.get(self.progress.subject, "")

    @property
    def recalled(self) -> str:
        return self.labels.get(self.progress.recalled, "")

    @property
    def proposal(self) -> str:
        return self.labels.get(self.progress.proposal, "")

    @property
    def made(self) -> str:
        return self.labels.get(self.progress.made, "")

    @property
    def back(self) -> str:
        """The proposal or the memory that what took it back is about."""
        return self.labels.get(self.progress.back.first, "") if self.progress.back else ""


def guide_for(project: Project, person: User) -> Guide | None:
    progress = guide_of(project, person)
    if progress is None:
        return None
    rows = _rows(project, progress)
    labels = {name: row.label for name, row in rows.items()}
    subject = rows.get(progress.subject)
    if not isinstance(subject, Memory):
        return Guide(progress, labels)
    made = rows.get(progress.made)
    sought = made if isinstance(made, Memory) else subject
    return Guide(progress, labels, _words(subject, progress), _query(sought))


def _rows(project: Project, progress: Progress) -> dict[str, Memory | Proposal]:
    back = progress.back.first if progress.back else ""
    memories = Memory.objects.in_project(project).filter(
        public_id__in=_known(progress.subject, progress.recalled, progress.made)
    )
    asked = _known(progress.proposal, back)
    proposals = Proposal.objects.in_project(project).filter(public_id__in=asked)
    rows: Iterable[Memory | Proposal] = [*memories, *(proposals if asked else [])]
    for row in rows:
        row.project = project
    return {str(row.public_id): row for row in rows}


def _words(subject: Memory, progress: Progress) -> str:
    if progress.is_lost or progress.step not in {PROPOSE, APPROVE}:
        return ""
    if progress.step == PROPOSE:
        return first_fresh(subject, _for_an_agent(), own=progress.open)
    return first_fresh(subject, _for_a_person())


def _query(memory: Memory) -> str:
    """The question of the demo, unless an edit has left it nothing to find; then the memory's own
    first words, and nothing of them that would end a quotation: they are given to an agent.
    """
    named = normal_form(" ".join([memory.title, *memory.tags]))
    if all(word in named for word in QUERY.split()):
        return QUERY
    return " ".join(re.findall(r"\w+", memory.heading)[:MOST_WORDS])


def _for_an_agent() -> Iterator[str]:
    yield "Use SQLite and remove Neo4j."
    yield from (f"Use SQLite from release {n} on and remove Neo4j." for n in count(2))


def _for_a_person() -> Iterator[str]:
    yield "Use SQLite by default; Neo4j remains optional."
    yield from (f"Use SQLite by default; Neo4j stays optional until release {n}." for n in count(2))


def _known(*ids: str) -> set[str]:
    return {one for one in ids if one}

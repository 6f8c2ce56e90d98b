"""A guide as a page tells it: its steps, what stands on record for them, the names of things."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from memory.models import Memory, Project, User
from proposals.models import Proposal
from waggle_site.guide.happened import Happened
from waggle_site.guide.progress import APPROVE, DONE, Progress
from waggle_site.guide.record import guide_of

TITLES = (
    "Ask for the brief",
    "Recall the decision",
    "Propose a change",
    "Edit and approve",
    "Apply it",
    "Recall again",
)


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


def guide_for(project: Project, person: User) -> Guide | None:
    progress = guide_of(project, person)
    return Guide(progress, _labels(project, progress)) if progress else None


def _labels(project: Project, progress: Progress) -> dict[str, str]:
    memories = Memory.objects.in_project(project).filter(
        public_id__in=_known(progress.subject, progress.recalled, progress.made)
    )
    proposals = Proposal.objects.in_project(project).filter(public_id__in=_known(progress.proposal))
    rows: Iterable[Memory | Proposal] = [*memories, *(proposals if progress.proposal else [])]
    return {str(row.public_id): row.label for row in rows}


def _known(*ids: str) -> set[str]:
    return {one for one in ids if one}

"""How far a guide has come: a pure function of what is on record since it began.

Nothing else moves it. Each step waits for one thing that happened after the step before it, about
the very memory and proposal that the guide is about.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from waggle_site.guide.happened import Happened

BRIEF, RECALL, PROPOSE, APPROVE, APPLY, AGAIN, DONE = range(7)
BEGAN = "guide.started"
DECIDED = {"proposal.rejected", "proposal.withdrawn", "proposal.stale"}
OVER = {*DECIDED, "proposal.applied"}
ENDED = {"memory.retired", "memory.erased"}
EVENTS = frozenset(
    {
        BEGAN,
        "proposal.created",
        "proposal.revised",
        "proposal.approved",
        "proposal.reopened",
        "memory.recorded",
        "memory.superseded",
        *OVER,
        *ENDED,
    }
)
CALLS = frozenset({"get_project_brief", "recall_memory", "propose_memory_change"})


@dataclass(frozen=True, slots=True)
class Progress:
    """`receipts` hold what completed each step so far; as many as these are done."""

    person: int
    subject: str
    """The memory to be changed: the newest of its lineage, until the guide's own change of it."""
    receipts: tuple[Happened, ...] = ()
    recalled: str = ""
    """The subject as it was when it was recalled."""
    proposal: str = ""
    made: str = ""
    open: frozenset[str] = frozenset()
    """Changes of the subject that agents of this person proposed and that may still be applied."""
    approved: frozenset[str] = frozenset()
    """Those of them that wait for no approval of this person's any more."""
    back: Happened | None = None
    """What took it back, or the subject's place, until the step it waits for is done."""
    is_lost: bool = False
    """What it is about was retired or erased: only another beginning helps."""

    @property
    def step(self) -> int:
        """The one it waits for, from 0; `DONE` after the last."""
        return len(self.receipts)

    @property
    def is_done(self) -> bool:
        return self.step == DONE

    @property
    def is_approved_otherwise(self) -> bool:
        """The proposal is approved, but not as this guide asks: by this person, with an edit."""
        return self.step == APPROVE and self.proposal in self.approved

    def back_to(self, step: int, because: Happened) -> Progress:
        kept = self.receipts[:step]
        proposal = self.proposal if step > PROPOSE else ""
        return replace(self, receipts=kept, proposal=proposal, made="", back=because)


def progress_of(person: int, log: Iterable[Happened]) -> Progress | None:
    """None where this person began no guide. The last beginning counts, whatever came before."""
    progress: Progress | None = None
    for one in sorted(log, key=lambda one: one.order):
        if one.what == BEGAN and one.is_by("human", person):
            progress = Progress(person, subject=str(one.details.get("memory", "")))
        elif progress is not None and not progress.is_done:
            progress = _after(progress, one)
    return progress


def _after(progress: Progress, one: Happened) -> Progress:
    if one.origin == "":
        progress = _followed(progress, one)
    if progress.is_lost or not WAITS_FOR[progress.step](progress, one):
        return progress
    if progress.step == RECALL:
        progress = replace(progress, recalled=progress.subject)
    if progress.step == PROPOSE:
        progress = replace(progress, proposal=one.first)
    return replace(progress, receipts=(*progress.receipts, one), back=None)


def _followed(progress: Progress, one: Happened) -> Progress:
    """What an event means for the memory and the proposals, whichever step it is."""
    about = one.first
    if one.what == "proposal.created" and _is_a_change_by_its_agent(progress, one):
        return replace(progress, open=progress.open | {about})
    progress = _standing(progress, one)
    if progress.proposal and about == progress.proposal:
        progress = _of_the_proposal(progress, one)
    if one.what in ENDED and about == (progress.made or progress.subject):
        return replace(progress, is_lost=True)
    if one.what == "memory.recorded" and one.details.get("proposal") == progress.proposal:
        return replace(progress, made=about) if progress.step == APPLY else progress
    if one.what == "memory.superseded":
        return _superseded(progress, one, str(one.details.get("by", "")))
    return progress


def _standing(progress: Progress, one: Happened) -> Progress:
    """Which of its agents' proposals are open, and which of these are approved."""
    about, opened, approved = one.first, progress.open, progress.approved
    if one.what in OVER:
        opened, approved = opened - {about}, approved - {about}
    elif one.what == "proposal.approved" and _is_enough(progress, one):
        approved |= {about}
    elif _asks_again(progress, one):
        approved -= {about}
    return replace(progress, open=opened, approved=approved)


def _superseded(progress: Progress, one: Happened, new: str) -> Progress:
    if progress.made == new:  # the guide's own change
        return progress
    if progress.made == one.first:
        return replace(progress, made=new)
    if progress.subject != one.first:
        return progress
    return replace(progress, subject=new, back=one if progress.step > RECALL else None)


def _of_the_proposal(progress: Progress, one: Happened) -> Progress:
    """A no, or an application that nobody edited, takes the guide back to proposing."""
    was = progress.step
    if one.what in DECIDED or (one.what == "proposal.applied" and was == APPROVE):
        return progress.back_to(PROPOSE, one)
    if was > APPROVE and _asks_again(progress, one):
        return progress.back_to(APPROVE, one)
    return progress


def _is_enough(progress: Progress, one: Happened) -> bool:
    """Of several approvals asked for, it is the last one, or this person's, who has no second."""
    is_last = one.details.get("given") == one.details.get("needed")
    return is_last or one.is_by("human", progress.person)


def _asks_again(progress: Progress, one: Happened) -> bool:
    """This person's approval does not stand any more: taken back, or of words that were changed."""
    is_reworded = one.what == "proposal.revised" and "digest" in one.details
    is_reopened = one.what == "proposal.reopened"
    return is_reworded or (is_reopened and not _is_anothers_second_thought(progress, one))


def _is_anothers_second_thought(progress: Progress, one: Happened) -> bool:
    """Of several approvals asked for, somebody else took theirs back; this person's stands."""
    return one.details.get("was") == "pending" and not one.is_by("human", progress.person)


def _is_a_change_by_its_agent(progress: Progress, one: Happened) -> bool:
    return (
        one.is_by("agent", progress.person)
        and one.details.get("operation") == "update"
        and one.details.get("targets") == [progress.subject]
    )


def _reads_the_brief(progress: Progress, one: Happened) -> bool:
    return one.is_answered("get_project_brief", progress.person)


def _recalls_it(progress: Progress, one: Happened) -> bool:
    return one.is_answered("recall_memory", progress.person) and progress.subject in one.about


def _proposes(progress: Progress, one: Happened) -> bool:
    """A new proposal, or the same words once more, which is answered with the one that is there."""
    is_new = one.what == "proposal.created"
    is_repeat = one.is_answered("propose_memory_change", progress.person)
    return one.first in progress.open and (is_new or is_repeat)


def _edits_and_approves(progress: Progress, one: Happened) -> bool:
    return (
        one.what == "proposal.approved"
        and one.first == progress.proposal
        and one.is_by("human", progress.person)
        and one.details.get("edited") is True
    )


def _applies(progress: Progress, one: Happened) -> bool:
    return one.what == "proposal.applied" and one.first == progress.proposal


def _recalls_the_new(progress: Progress, one: Happened) -> bool:
    return one.is_answered("recall_memory", progress.person) and progress.made in one.about


WAITS_FOR: tuple[Callable[[Progress, Happened], bool], ...] = (
    _reads_the_brief,
    _recalls_it,
    _proposes,
    _edits_and_approves,
    _applies,
    _recalls_the_new,
)

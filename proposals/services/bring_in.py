"""A file's batches through the one door: proposed, and reviewed where its bringer may."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from uuid import UUID

from memory.access import access_to
from memory.actors import human
from memory.canonical import keyed_digest
from memory.errors import CameTooLate, NotFound
from memory.head import Head, locked
from memory.kinds import EdgeType
from memory.models import Memory, Policy, Project, User
from memory.prepared import fitting_lists
from memory.roles import Confirmation, Role
from proposals.access import held
from proposals.changes import Change, Link, Words
from proposals.lines.plan import NONE
from proposals.models import Proposal
from proposals.services.apply import apply, require_applied
from proposals.services.drafts import Draft, draft_of
from proposals.services.gesture import decides_at_once
from proposals.services.propose import put
from proposals.services.review import approve
from proposals.services.suggestion import Suggestion
from proposals.services.survey import Survey
from proposals.states import OPEN, Operation, Status


@dataclass(frozen=True, slots=True)
class Brought:
    """One batch and what came of it. None: it waits for memories of a batch before it."""

    proposal: Proposal | None
    lines: int
    was_there: bool


def bring_in(project: Project, found: Survey, *, by: User, name: str) -> Iterator[Brought]:
    """Batch by batch, each in a transaction of its own; again after any interruption."""
    return _Import(project, found, by, name).run()


class _Import:
    def __init__(self, project: Project, found: Survey, by: User, name: str) -> None:
        self.project, self.found, self.by, self.name = project, found, by, name

    def run(self) -> Iterator[Brought]:
        for number, batch in enumerate(self.found.batches, 1):
            yield self._batch(number, batch)

    def _batch(self, number: int, batch: Sequence[int]) -> Brought:
        with locked(self.project) as head:
            # One key a batch, whatever became of it: so that a second run finds it again.
            key = self._keyed("batch", number)
            proposal = self._known(key)
            if proposal and proposal.status == Status.APPLIED:
                return Brought(proposal, len(batch), was_there=True)
            if proposal and proposal.status == Status.REJECTED:
                raise CameTooLate(
                    f"{proposal.label} was rejected: nothing of this file is proposed again."
                )
            was_there = proposal is not None and proposal.status in OPEN
            if proposal is None or not was_there:
                drafts = [self._draft(at) for at in batch]
                if _waits(self.project, [one.change for one in drafts]):
                    return Brought(None, len(batch), was_there=False)
                proposal = self._propose(head, number, drafts, key)
            decided = self._decide(proposal)
            # Read anew, without its words: whoever keeps what is told keeps no file in memory.
            return Brought(held(self.project, decided), len(batch), was_there)

    def _keyed(self, *parts: object) -> str:
        return keyed_digest(
            ["import", self.found.digest, *parts], key=bytes(self.project.value_key)
        )

    def _known(self, key: str) -> Proposal | None:
        own = Proposal.objects.in_project(self.project).filter(imported_from=self.found.digest)
        return own.filter(same_as=key).order_by("-pk").first()

    def _id(self, at: int) -> UUID:
        """The same in every run, and another in every project."""
        return UUID(self._keyed("line", self.found.numbers[at])[:32], version=4)

    def _draft(self, at: int) -> Draft:
        line = self.found.kept[at]
        before = self.found.after[at]
        # Every part of it was held to the rules when the file was read.
        words = Words(
            kind=line.kind,
            title=line.title,
            content=line.content,
            tags=line.tags,
            links=[
                Link.model_construct(type=EdgeType(kind), memory_id=str(self._id(end)))
                for kind, end in self.found.links.get(at, ())
            ],
            valid_from=line.valid_from,
            valid_until=line.valid_until,
        )
        change = Change.make(
            Operation.CREATE,
            self._id(at),
            words,
            after=None if before == NONE else self._id(before),
            retired=line.retired,
            said=line.said,
        )
        return draft_of(self.project, change, None, value=line.value)

    def _propose(self, head: Head, number: int, drafts: list[Draft], key: str) -> Proposal:
        actor = human(self.by)
        access_to(self.project, self.by, Role.CONTRIBUTOR)
        suggestion = Suggestion(
            drafts,
            Operation.BATCH,
            actor,
            f"Imported from {self.name}, batch {number} of {len(self.found.batches)}."
            f" SHA-256 of the file: {self.found.digest}.",
            imported_from=self.found.digest,
        )
        return put(head, suggestion, key=key).proposal

    def _decide(self, proposal: Proposal) -> Proposal:
        """With a click, where policy lets the bringer review their own; else it waits."""
        access = access_to(self.project, self.by, Role.CONTRIBUTOR)
        policy = Policy.objects.get(project=self.project)
        with_a_click = policy.confirm_with == Confirmation.CLICK
        if not (with_a_click and decides_at_once(access, policy)):
            return proposal
        if proposal.status == Status.PENDING:
            approve(proposal, by=self.by, revision=proposal.revision)
        return require_applied(apply(proposal, actor=human(self.by))).proposal


def _waits(project: Project, changes: Sequence[Change]) -> bool:
    """Whether a link ends in a memory of an earlier batch that is not applied yet."""
    made = {str(change.memory_id) for change in changes}
    named = {link.memory_id for change in changes if change.words for link in change.words.links}
    missing = {UUID(one) for one in named - made}
    for _, some in fitting_lists("id", list(missing)):
        rows = Memory.objects.in_project(project).filter(public_id__in=list(some.values()))
        erased = rows.exclude(erased_at=None).exists()
        if erased:
            raise NotFound("A memory of this file that a link names")
        missing -= set(rows.values_list("public_id", flat=True))
    return bool(missing)

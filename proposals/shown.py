"""What a reader sees of a proposal in a list: its subject, and its words against those it found."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from memory.leaks import leaks
from memory.text import count_hidden, first_words
from proposals.comparing import Compared
from proposals.states import Operation

if TYPE_CHECKING:
    from proposals.models import Proposal

FITS, LINES = 280, 5
STEPS = {
    Operation.CREATE: ("new memory", "new memories"),
    Operation.UPDATE: ("change", "changes"),
    Operation.RETIRE: ("retirement", "retirements"),
}


@dataclass(frozen=True, slots=True)
class Shown:
    proposal: Proposal
    words: dict[str, Any]
    base: dict[str, Any]
    size: int

    @property
    def heading(self) -> str:
        words = self.words or self.base
        if self.proposal.operation == Operation.BATCH:
            return f"{self.size} changes at once"
        return words.get("title") or first_words(words.get("content", "")) or self.proposal.label

    @property
    def made_of(self) -> str:
        """Of a batch that is open: how many of each kind of change."""
        counts = Counter(one["operation"] for one in self.proposal.current.listed)
        return ", ".join(
            f"{counts[one]:,} {name if counts[one] == 1 else names}"
            for one, (name, names) in STEPS.items()
            if counts[one]
        )

    @property
    def begins(self) -> str:
        """The first words that a batch holds."""
        words = (one.get("words") or {} for one in self.proposal.current.listed)
        return first_words(next((one["content"] for one in words if one.get("content")), ""))

    @property
    def was(self) -> str:
        return str(self.base.get("content", ""))

    @property
    def content(self) -> str:
        return str(self.words.get("content", ""))

    @property
    def reason(self) -> str:
        return self.proposal.first.reason

    @property
    def tags(self) -> list[str]:
        return list(self.words.get("tags", ())) if not self.base else []

    @property
    def fits(self) -> bool:
        """Whether a card holds all there is to read: the whole of both texts, and the reason.

        What else would change, what is cited and what repeats added stand on the proposal's page.
        """
        proposal = self.proposal
        if proposal.operation == Operation.BATCH or proposal.is_erased or self.size != 1:
            return False
        if proposal.evidence_ids or proposal.additions.all():
            return False
        change = Compared(proposal.operation, self.base or None, self.words or None, {})
        if any(row.field != "Tags" or row.was for row in change.rows):
            return False
        texts = [self.heading, self.was, self.content, self.reason, *self.tags]
        return all(_is_short(text) and not count_hidden(text) and not leaks(text) for text in texts)


def _is_short(text: str) -> bool:
    return len(text) <= FITS and text.count("\n") < LINES


def shown(proposal: Proposal) -> Shown:
    """Needs `revisions`; prefetch them where there are many."""
    revision = proposal.current
    words, base = revision.single
    return Shown(proposal, words, base, revision.size)

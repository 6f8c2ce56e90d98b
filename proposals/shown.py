"""What a reader sees of a proposal in a list: its subject, and its words against those it found."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from memory.text import first_words
from proposals.states import Operation

if TYPE_CHECKING:
    from proposals.models import Proposal


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
    def was(self) -> str:
        return str(self.base.get("content", ""))

    @property
    def content(self) -> str:
        return str(self.words.get("content", ""))


def shown(proposal: Proposal) -> Shown:
    """Needs `revisions`; prefetch them where there are many."""
    revision = proposal.current
    first = revision.changes[0] if revision.changes else {}
    base = revision.base[0] if revision.base else {}
    return Shown(proposal, first.get("words") or {}, base or {}, len(revision.changes))

"""The door for every change: an agent's, a person's, an import's, the demo seed's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from memory import limits
from memory.actors import Actor
from memory.errors import InvalidInput
from memory.head import Head, locked
from memory.ids import new_id
from memory.models import Project
from memory.text import unfit
from proposals.access import require_contributor
from proposals.changes import Asked
from proposals.models import Proposal
from proposals.services.drafts import draft, refuse_known, same_as
from proposals.services.evidence import resolve_evidence
from proposals.services.flood import refuse_flood
from proposals.services.rejections import refuse_rejected
from proposals.services.retries import Retry, remember, retried
from proposals.services.suggestion import Suggestion, add_to, store
from proposals.states import Operation


@dataclass(frozen=True, slots=True)
class Proposed:
    """`duplicate`: it was there already; what the repeat added is kept beside it."""

    proposal: Proposal
    duplicate: bool


def propose(
    project: Project,
    asked: Asked,
    *,
    actor: Actor,
    retry: Retry | None = None,
    again_of: Proposal | None = None,
) -> Proposed:
    """Put one change before the reviewers. A Problem raised means that nothing was written.

    `again_of`: the overtaken proposal that this one carries over.
    """
    with locked(project) as head:
        require_contributor(project, actor)
        if known := retried(project, actor, retry):
            return Proposed(known, duplicate=True)
        one = draft(head, asked)
        evidence = resolve_evidence(project, asked.evidence_ids)
        suggestion = Suggestion(
            [one], asked.operation, actor, asked.reason, evidence, again_of=again_of
        )
        proposed = put(head, suggestion)
        remember(head, actor, retry, proposed.proposal)
        return proposed


def propose_batch(
    project: Project,
    items: Sequence[Asked],
    *,
    actor: Actor,
    reason: str = "",
    names: Mapping[int, str] | None = None,
) -> Proposed:
    """Several changes, applied all or none. `names`, by position, let links refer to new ones."""
    if not 0 < len(items) <= limits.BATCH:
        raise InvalidInput({"changes": f"a batch holds 1 to {limits.BATCH} changes"})
    if wrong := unfit(reason, most=limits.REASON):
        raise InvalidInput({"reason": wrong})
    with locked(project) as head:
        require_contributor(project, actor)
        ids = [new_id() for _ in items]
        named: dict[str, UUID] = {
            name: ids[at]
            for at, name in (names or {}).items()
            if items[at].operation is not Operation.RETIRE
        }
        drafts = [
            draft(head, asked, memory_id=memory_id, names=named)
            for asked, memory_id in zip(items, ids, strict=True)
        ]
        targets = [one.target.pk for one in drafts if one.target]
        if len(set(targets)) < len(targets):
            raise InvalidInput({"changes": "two of them are about the same memory; keep one"})
        return put(head, Suggestion(drafts, Operation.BATCH, actor, reason))


def put(head: Head, suggestion: Suggestion, *, key: str = "") -> Proposed:
    """`key` where something else than its words tells the proposal apart."""
    key = key or same_as(head.project, suggestion.drafts)
    known = Proposal.objects.in_project(head.project).open().filter(same_as=key).first()
    if known is not None:
        add_to(head, known, suggestion)
        return Proposed(known, duplicate=True)
    refuse_known(head, suggestion.drafts, imported_from=suggestion.imported_from)
    refuse_rejected(head, suggestion.drafts)
    if suggestion.actor.kind != "system":
        refuse_flood(head, suggestion.actor, suggestion.targets)
    return Proposed(store(head, suggestion, key), duplicate=False)

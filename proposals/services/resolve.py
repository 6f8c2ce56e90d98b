"""A person's choice between two memories in conflict: carried out by a proposal, as any change."""

from __future__ import annotations

from memory.access import access_to
from memory.actors import human
from memory.errors import CameTooLate, InvalidInput, NotFound
from memory.head import locked
from memory.kinds import EdgeType
from memory.models import Memory, Policy, Project, User
from memory.roles import Role
from memory.text import is_blank
from proposals.changes import Asked, parse_asked
from proposals.models import Conflict
from proposals.models.conflict import Choice
from proposals.services.apply import apply, require_applied
from proposals.services.gesture import Said, decides_at_once
from proposals.services.propose import propose_batch
from proposals.services.review import approve

CHOICES = (Choice.KEEP_OLD, Choice.KEEP_NEW, Choice.KEEP_BOTH, Choice.WRITE_NEW)


def resolve(
    project: Project,
    conflict_pk: int,
    choice: str,
    *,
    by: User,
    content: str = "",
    password: str | None = None,
) -> Said:
    """Proposed as a batch, and where policy lets this reviewer decide alone, applied at once."""
    if choice not in CHOICES:
        raise InvalidInput({"choice": "choose what becomes of the two"})
    if choice == Choice.WRITE_NEW and is_blank(content):
        raise InvalidInput({"content": "write what is to stand instead of the two"})
    with locked(project):
        access = access_to(project, by, Role.REVIEWER)
        conflict = (
            Conflict.objects.select_related("older", "newer")
            .filter(project=project, pk=conflict_pk)
            .first()
        )
        if conflict is None:
            raise NotFound("The conflict")
        if conflict.resolved_at is not None:
            raise CameTooLate("This conflict is resolved already. Nothing was changed.")
        if conflict.proposal is not None and conflict.proposal.is_open:
            raise CameTooLate(f"{conflict.proposal.label} is to resolve this and waits for review.")
        reason = (
            f"Resolves a conflict between {conflict.older.label} and {conflict.newer.label}:"
            f" {Choice(choice).label.lower()}."
        )
        proposed = propose_batch(
            project, changes_of(conflict, choice, content), actor=human(by), reason=reason
        )
        proposal = proposed.proposal
        conflict.choice, conflict.proposal = choice, proposal
        conflict.save(update_fields=["choice", "proposal"])
        policy = Policy.objects.get(project=project)
        if proposed.duplicate or not decides_at_once(access, policy):
            return Said(proposal, [], is_repeat=proposed.duplicate)
        approve(proposal, by=by, revision=proposal.revision, password=password)
        outcome = require_applied(apply(proposal, actor=human(by)))
        return Said(outcome.proposal, outcome.memories, is_repeat=False)


def changes_of(conflict: Conflict, choice: str, content: str) -> list[Asked]:
    older, newer = str(conflict.older.public_id), str(conflict.newer.public_id)
    match choice:
        case Choice.KEEP_OLD:
            return [_asked(operation="retire", memory_id=newer)]
        case Choice.KEEP_NEW:
            return [_asked(operation="retire", memory_id=older)]
        case Choice.KEEP_BOTH:
            bond = {"type": EdgeType.RELATES_TO, "memory_id": older}
            if bond not in conflict.newer.links:
                return [_linked(conflict.newer, bond)]
            return [_linked(conflict.older, {**bond, "memory_id": newer})]
    return [
        _asked(operation="update", memory_id=older, content=content),
        _asked(operation="retire", memory_id=newer),
    ]


def _linked(memory: Memory, bond: dict[str, str]) -> Asked:
    return _asked(
        operation="update",
        memory_id=str(memory.public_id),
        content=memory.content,
        links=[*memory.links, bond],
    )


def _asked(**given: object) -> Asked:
    return parse_asked(given)

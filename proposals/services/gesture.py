"""What a person says of their own accord: proposed, and where policy lets them, decided at once."""

from __future__ import annotations

from dataclasses import dataclass

from memory.access import Access, access_to
from memory.actors import human
from memory.canonical import digest
from memory.head import locked
from memory.models import Memory, Policy, Project, User
from memory.roles import Confirmation, Role
from proposals.changes import Asked
from proposals.models import Proposal
from proposals.policy import in_one_gesture
from proposals.services.apply import apply, require_applied
from proposals.services.propose import propose
from proposals.services.retries import Retry
from proposals.services.review import approve
from proposals.states import Status

FORM = "form"


@dataclass(frozen=True, slots=True)
class Said:
    """`memories` is empty where the proposal waits for a reviewer, or retired something."""

    proposal: Proposal
    memories: list[Memory]
    is_repeat: bool

    @property
    def is_applied(self) -> bool:
        return self.proposal.status == Status.APPLIED


def decides_at_once(access: Access, policy: Policy) -> bool:
    return access.may(Role.REVIEWER) and in_one_gesture(
        policy, proposer_id=access.user.pk, reviewer_id=access.user.pk
    )


def decides_with_a_click(access: Access, policy: Policy) -> bool:
    """Where nobody is there to be asked for a password."""
    return policy.confirm_with == Confirmation.CLICK and decides_at_once(access, policy)


def say(
    project: Project,
    asked: Asked,
    *,
    by: User,
    key: str = "",
    password: str | None = None,
    again_of: Proposal | None = None,
) -> Said:
    """`key` names one opened form: sent twice, it is one effect. A Problem raised keeps nothing."""
    with locked(project):
        access = access_to(project, by, Role.CONTRIBUTOR)
        proposed = propose(
            project, asked, actor=human(by), retry=_retry(asked, key), again_of=again_of
        )
        proposal = proposed.proposal
        policy = Policy.objects.get(project=project)
        if proposed.duplicate or not decides_at_once(access, policy):
            made = [proposal.result] if proposal.result else []
            return Said(proposal, made, is_repeat=proposed.duplicate)
        approve(proposal, by=by, revision=proposal.revision, password=password)
        outcome = require_applied(apply(proposal, actor=human(by)))
        return Said(outcome.proposal, outcome.memories, is_repeat=False)


def _retry(asked: Asked, key: str) -> Retry | None:
    if not key:
        return None
    body = digest(asked.model_dump(mode="json"))
    # Other words from the same form, after a step back, are another proposal.
    return Retry(tool=FORM, key=f"{key}:{body}", body_digest=body)

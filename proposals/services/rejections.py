"""A no is remembered by value: for its lineage, and for new memories of the project."""

from collections.abc import Sequence
from functools import cache

from memory import audit
from memory.access import access_to
from memory.actors import human
from memory.errors import PreviouslyRejected
from memory.head import Head, locked
from memory.models import Memory, User
from memory.prepared import Given, Prepared, fitting_lists, given_list
from memory.roles import Role
from memory.times import iso
from proposals.access import held
from proposals.models import Proposal, RejectedValue
from proposals.services.drafts import Draft
from proposals.states import Operation

MANY = 10
"""Before so many are looked up, it pays to look whether there is any."""


def remember(
    head: Head, proposal: Proposal, drafts: Sequence[Draft], *, reason: str, role: Role
) -> None:
    RejectedValue.objects.bulk_create(
        [
            RejectedValue(
                project=head.project,
                proposal=proposal,
                lineage=draft.target.lineage if draft.target else None,
                value=draft.value,
                reason=reason,
                by_role=role,
                at=head.at,
            )
            for draft in drafts
        ]
    )


def refuse_rejected(head: Head, drafts: Sequence[Draft]) -> None:
    """Raises PreviouslyRejected if a no that was not lifted covers any of the drafts."""
    if len(drafts) > MANY and not _ANY_STANDING.rows(project=head.project.pk):
        return
    standing: dict[str, list[RejectedValue]] = {}
    for size, values in fitting_lists("value", list({draft.value for draft in drafts})):
        for row in _standing(size).models(project=head.project.pk, **values):
            standing.setdefault(row.value, []).append(row)
    for draft in drafts:
        for row in standing.get(draft.value, ()):
            if draft.operation is Operation.CREATE or (
                draft.target and row.lineage == draft.target.lineage
            ):
                raise _refusal(row)


_ANY_STANDING: Prepared[RejectedValue] = Prepared(
    lambda: RejectedValue.objects.filter(project=Given("project"), lifted_at=None).values_list(
        "pk"
    )[:1]
)


@cache
def _standing(size: int) -> Prepared[RejectedValue]:
    values = given_list("value", size)
    return Prepared(
        lambda: (
            RejectedValue.objects.filter(project=Given("project"), value__in=values, lifted_at=None)
            .select_related("proposal")
            .order_by("at")
        )
    )


def is_rejected(target: Memory, draft: Draft) -> bool:
    """Whether a no that was not lifted covers this change of the target."""
    rows = RejectedValue.objects.filter(project=target.project_id, value=draft.value)
    return rows.filter(lineage=target.lineage, lifted_at=None).exists()


def _refusal(row: RejectedValue) -> PreviouslyRejected:
    return PreviouslyRejected(
        "A reviewer rejected this before. Read the reason and propose something else, or ask a"
        " reviewer to lift the rejection.",
        rejected={
            "at": iso(row.at),
            "reason": row.reason,
            "by_role": row.by_role,
            "proposal_id": str(row.proposal.public_id),
        },
    )


def lift(proposal: Proposal, *, by: User) -> int:
    """Let what this proposal asked for be proposed again. Returns how many values that frees."""
    with locked(proposal.project) as head:
        access_to(proposal.project, by, Role.REVIEWER)
        proposal = held(proposal.project, proposal)
        lifted = RejectedValue.objects.filter(proposal=proposal, lifted_at=None).update(
            lifted_at=head.at
        )
        if lifted:
            audit.record(
                head,
                "rejection.lifted",
                actor=human(by),
                about=("proposal", proposal.public_id),
                details={"values": lifted},
            )
        return lifted

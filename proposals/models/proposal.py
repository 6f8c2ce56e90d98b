from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models
from django.utils.functional import cached_property

from memory.actors import Actor
from memory.ids import new_id
from memory.kinds import Kind
from memory.models import Memory, Project
from proposals.states import OPEN, Operation, Status

if TYPE_CHECKING:
    from proposals.models.addition import Addition
    from proposals.models.revision import Revision


class ProposalQuerySet(models.QuerySet["Proposal"]):
    def in_project(self, project: Project) -> ProposalQuerySet:
        return self.filter(project=project)

    def open(self) -> ProposalQuerySet:
        return self.filter(status__in=OPEN)

    def pending(self) -> ProposalQuerySet:
        return self.filter(status=Status.PENDING)


class Proposal(models.Model):
    """A suggested change and where it stands. Its words are in its revisions."""

    public_id = models.UUIDField(default=new_id, unique=True, editable=False)
    project = models.ForeignKey(Project, models.CASCADE, related_name="proposals")
    number = models.PositiveBigIntegerField()

    operation = models.CharField(max_length=10, choices=Operation)
    status = models.CharField(max_length=10, choices=Status, default=Status.PENDING)
    revision = models.PositiveIntegerField(default=1)
    kind = models.CharField(max_length=12, choices=Kind, blank=True)
    target = models.ForeignKey(
        Memory, models.SET_NULL, null=True, blank=True, related_name="proposals"
    )
    target_fingerprint = models.CharField(max_length=71, blank=True)
    same_as = models.CharField(max_length=64)
    """HMAC of what is asked for: two open proposals of a project never share one."""

    imported_from = models.CharField(max_length=64, blank=True, default="")
    """Digest of the file that this is a batch of."""
    again_of = models.ForeignKey(
        "self", models.SET_NULL, null=True, blank=True, related_name="proposed_again"
    )
    """The overtaken proposal that this one carries over to the version of then."""
    proposed_by = models.JSONField()
    proposer = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="proposals",
    )
    """The person who proposed, or who is behind the proposing agent."""
    credential = models.CharField(max_length=300)
    created_at = models.DateTimeField()
    decided_at = models.DateTimeField(null=True, blank=True)
    applied_at = models.DateTimeField(null=True, blank=True)
    expires_at = models.DateTimeField(null=True, blank=True)
    """The end of an approval's wait."""
    approvals_needed = models.PositiveSmallIntegerField(default=1)
    asked_at = models.DateTimeField(null=True, blank=True)
    """Since when its proposer is asked to change or explain it. Whoever may decide still may."""
    result = models.ForeignKey(
        Memory, models.SET_NULL, null=True, blank=True, related_name="made_by"
    )
    overtaken_by = models.ForeignKey(
        Memory, models.SET_NULL, null=True, blank=True, related_name="overtook"
    )

    objects = ProposalQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["project", "number"], name="one_number_a_proposal"),
            models.UniqueConstraint(
                fields=["project", "same_as"],
                condition=models.Q(status__in=OPEN),
                name="one_open_proposal_of_a_kind",
            ),
            models.CheckConstraint(
                condition=models.Q(status__in=Status.values), name="known_status"
            ),
        ]
        indexes = [
            models.Index(fields=["project", "status", "-created_at", "-id"], name="inbox_order"),
            models.Index(fields=["project", "credential", "-created_at"], name="proposal_rate"),
        ]

    def __str__(self) -> str:
        return self.label

    @property
    def label(self) -> str:
        return label_of(self.number)

    @property
    def actor(self) -> Actor:
        return Actor.load(self.proposed_by)

    @property
    def current(self) -> Revision:
        """The revision in force."""
        return self._revision(self.revision)

    @property
    def first(self) -> Revision:
        """What it began with: the reason, the evidence and the target's words of then."""
        return self._revision(1)

    def _revision(self, number: int) -> Revision:
        """Read once: a revision never changes, and one made since is read when it is asked for."""
        if number not in self._revisions:
            del self._revisions
        return self._revisions[number]

    def know(self, revision: Revision) -> None:
        """For who has just stored it."""
        self._revisions = {revision.number: revision}

    @cached_property
    def _revisions(self) -> dict[int, Revision]:
        return {one.number: one for one in self.revisions.all()}

    @property
    def evidence_ids(self) -> list[str]:
        """All that is cited for it, by the first proposer and by repeats, each once."""
        return self._cited(list(self.additions.all()))

    @property
    def evidence_decided_on(self) -> list[str]:
        """What the reviewers could see when the last of them approved."""
        at = self.decided_at
        return self._cited([one for one in self.additions.all() if at is None or one.at <= at])

    def _cited(self, additions: list[Addition]) -> list[str]:
        added = sorted(additions, key=lambda one: one.at)
        cited = [self.first.evidence_ids, *(one.evidence_ids for one in added)]
        return list(dict.fromkeys(chain(*cited)))

    @property
    def is_erased(self) -> bool:
        return self.current.erased_at is not None

    @property
    def is_open(self) -> bool:
        return self.status in OPEN


def label_of(number: int) -> str:
    return f"P-{number:04d}"


class ProposalTarget(models.Model):
    """What a proposal touches and the state it was made against: how rivals find each other."""

    proposal = models.ForeignKey(Proposal, models.CASCADE, related_name="targets")
    memory = models.ForeignKey(Memory, models.CASCADE, related_name="targeted_by")
    fingerprint = models.CharField(max_length=71)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["proposal", "memory"], name="a_proposal_touches_a_memory_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.proposal_id} on {self.memory_id}"

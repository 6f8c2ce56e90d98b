from __future__ import annotations

from datetime import timedelta

from django.db import models

from companion.models.entry import Entry
from memory.ids import new_id


class State(models.TextChoices):
    PENDING = "pending", "Waiting to be read"
    RUNNING = "running", "Being read"
    RETRY = "retry", "To be tried again"
    READY = "ready", "Read"
    PREVIEW = "preview", "Read anew, not served"
    FAILED = "failed", "Not read"
    SUPERSEDED = "superseded", "Overtaken by a later reading"


WAITING = (State.PENDING, State.RETRY)
OPEN = (*WAITING, State.RUNNING)
LEASE = timedelta(seconds=120)


class ConstructionRun(models.Model):
    """One reading of one entry: the truth of its state, whatever becomes of the task that carries
    it. Who holds the lease may publish, and nobody else.
    """

    public_id = models.UUIDField(default=new_id, unique=True, editable=False)
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="runs")
    state = models.CharField(max_length=10, choices=State, default=State.PENDING)
    is_preview = models.BooleanField(default=False)
    """It says what it would change, and changes nothing until a person wants it to."""
    asked_by = models.JSONField()
    created_at = models.DateTimeField()

    attempts = models.PositiveSmallIntegerField(default=0)
    codes = models.JSONField(default=list)
    """The code of each attempt that failed, in order."""
    holder = models.UUIDField(null=True, blank=True)
    """Made anew with each attempt: who still has it may publish."""
    lease_until = models.DateTimeField(null=True, blank=True)
    due_at = models.DateTimeField()
    """No attempt begins before."""
    sent_at = models.DateTimeField(null=True, blank=True)
    """When the last task was sent for it."""
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    builder = models.CharField(max_length=60, blank=True)
    model = models.CharField(max_length=200, blank=True)
    fingerprint = models.CharField(max_length=200, blank=True)
    stage_a = models.JSONField(null=True, blank=True)
    """What was discovered, kept to be looked at and never served; so is `stage_b`."""
    stage_b = models.JSONField(null=True, blank=True)
    report = models.JSONField(default=dict)
    """Counts, limitations and notes; what publishing kept, added and retired."""

    patience = LEASE
    """How long this attempt is waited for at a time; the builder may ask for more."""

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["entry"],
                condition=models.Q(state__in=["pending", "retry", "running"]),
                name="one_open_run_an_entry",
            ),
            models.CheckConstraint(
                condition=models.Q(state__in=State.values), name="known_state_of_a_run"
            ),
        ]
        indexes = [
            models.Index(
                fields=["due_at"],
                condition=models.Q(state__in=["pending", "retry"]),
                name="runs_that_are_due",
            ),
            models.Index(
                fields=["lease_until"],
                condition=models.Q(state="running"),
                name="runs_under_way",
            ),
        ]

    def __str__(self) -> str:
        return f"run {self.public_id}: {self.state}"

    @property
    def last_code(self) -> str:
        return self.codes[-1] if self.codes else ""

    @property
    def is_open(self) -> bool:
        return self.state in OPEN

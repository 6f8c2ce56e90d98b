import secrets
import uuid

from django.core.validators import MaxValueValidator, MinValueValidator, RegexValidator
from django.db import models
from django.db.models.functions import Lower

from memory import limits
from memory.roles import Confirmation

GENESIS = "0" * 64


def _new_key() -> bytes:
    return secrets.token_bytes(32)


class Project(models.Model):
    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    slug = models.CharField(
        max_length=limits.SLUG,
        unique=True,
        validators=[
            RegexValidator(
                r"\A[a-z0-9]+(-[a-z0-9]+)*\Z", "Use small letters, digits and single hyphens."
            )
        ],
    )
    name = models.CharField(max_length=limits.PROJECT_NAME)
    purpose = models.TextField(blank=True, max_length=limits.PROJECT_PURPOSE)
    is_demo = models.BooleanField(default=False)
    created_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)
    dropped_at = models.DateTimeField(null=True, blank=True)
    """Set on an expired demo just before all of it goes: the guards look here."""
    value_key = models.BinaryField(max_length=32, default=_new_key, editable=False)
    """Keys the HMACs of texts, so that nobody finds an erased text by guessing."""

    policy: "Policy"
    head: "ProjectHead"

    class Meta:
        constraints = [
            models.UniqueConstraint(Lower("slug"), name="project_slug_whatever_its_case"),
            models.CheckConstraint(
                condition=models.Q(dropped_at=None) | models.Q(is_demo=True),
                name="only_a_demo_is_dropped",
            ),
        ]

    def __str__(self) -> str:
        return self.slug


class Policy(models.Model):
    """What a project asks before a proposal counts. The defaults suit one person alone."""

    project = models.OneToOneField(Project, models.CASCADE, primary_key=True)
    four_eyes = models.BooleanField(default=False)
    """The first proposer, and the person behind a proposing agent, do not count as reviewers."""
    confirm_with = models.CharField(max_length=10, choices=Confirmation, default=Confirmation.CLICK)
    approvals_needed = models.PositiveSmallIntegerField(
        default=1, validators=[MinValueValidator(1), MaxValueValidator(limits.APPROVALS)]
    )
    approval_days = models.PositiveSmallIntegerField(
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(limits.APPROVAL_DAYS)],
    )
    """How long an approval waits to be applied; none: for ever."""

    class Meta:
        verbose_name_plural = "policies"
        constraints = [
            models.CheckConstraint(
                condition=models.Q(approvals_needed__gte=1), name="someone_approves"
            )
        ]

    def __str__(self) -> str:
        return f"policy of {self.project_id}"


class ProjectHead(models.Model):
    """The row that every write of a project takes first: its counters and the end of its chain."""

    project = models.OneToOneField(Project, models.PROTECT, primary_key=True, related_name="head")
    moment = models.DateTimeField()
    """The last write's instant; the next is later, whatever the machine's clock does."""
    event_seq = models.PositiveBigIntegerField(default=0)
    event_digest = models.CharField(max_length=64, default=GENESIS)
    memory_number = models.PositiveBigIntegerField(default=0)
    proposal_number = models.PositiveBigIntegerField(default=0)
    entry_number = models.PositiveBigIntegerField(default=0)

    def __str__(self) -> str:
        return f"head of {self.project_id} at {self.event_seq}"

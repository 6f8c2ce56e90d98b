"""The one definition of what is true: a condition in the query and a function that agree."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from django.db.models import (
    Case,
    CharField,
    Exists,
    F,
    OuterRef,
    Q,
    QuerySet,
    TextChoices,
    Value,
    When,
)
from django.utils import timezone

if TYPE_CHECKING:
    from memory.models import Memory


class Authority(TextChoices):
    AUTHORITATIVE = "authoritative", "Authoritative"
    SUPERSEDED = "superseded", "Superseded"
    RETIRED = "retired", "Retired"
    EXPIRED = "expired", "Expired"
    SCHEDULED = "scheduled", "Scheduled"


@dataclass(frozen=True, slots=True)
class Instant:
    """World time `as_of`, as believed at `known_at`."""

    as_of: datetime
    known_at: datetime
    is_now: bool = False
    """Nobody named an instant: what is current is all there is to look through."""

    @classmethod
    def now(cls) -> Instant:
        moment = timezone.now()
        return cls(moment, moment, is_now=True)

    @classmethod
    def at(cls, as_of: datetime | None, known_at: datetime | None) -> Instant:
        moment = timezone.now()
        return cls(as_of or moment, known_at or moment, is_now=not (as_of or known_at))


@dataclass(frozen=True, slots=True)
class Span:
    """What authority depends on: when something was recorded and when it begins."""

    recorded_at: datetime
    valid_from: datetime


def authority_of(
    memory: Memory, successors: Iterable[Memory | Span], instant: Instant
) -> Authority | None:
    """None: not there yet. `successors` are all later versions of its lineage."""
    if memory.recorded_at > instant.known_at:
        return None
    if memory.retired_at is not None and memory.retired_at <= instant.known_at:
        return Authority.RETIRED
    if any(
        later.recorded_at <= instant.known_at and later.valid_from <= instant.as_of
        for later in successors
    ):
        return Authority.SUPERSEDED
    if memory.valid_from > instant.as_of:
        return Authority.SCHEDULED
    if memory.valid_until is not None and memory.valid_until <= instant.as_of:
        return Authority.EXPIRED
    return Authority.AUTHORITATIVE


def _retired(instant: Instant) -> Q:
    return Q(retired_at__isnull=False, retired_at__lte=instant.known_at)


def _superseded(instant: Instant, memories: QuerySet[Memory]) -> Q:
    # Every later version counts, not only the next: one that begins now ends a lineage whose next
    # version was still scheduled, so that never two of a lineage are true at once. Where no next
    # one was known, which is nearly everywhere, none is looked for.
    return Q(succeeded_at__isnull=False, succeeded_at__lte=instant.known_at) & Q(
        Exists(
            memories.filter(
                lineage=OuterRef("lineage"),
                version__gt=OuterRef("version"),
                recorded_at__lte=instant.known_at,
                valid_from__lte=instant.as_of,
            )
        )
    )


def _within(instant: Instant) -> Q:
    return Q(valid_from__lte=instant.as_of) & (
        Q(valid_until=None) | Q(valid_until__gt=instant.as_of)
    )


def may_differ() -> Q:
    """All but those that are true from when they are recorded on, as far as is known."""
    return (
        Q(erased_at__isnull=False)
        | Q(retired_at__isnull=False)
        | Q(succeeded_at__isnull=False)
        | Q(valid_until__isnull=False)
        | Q(valid_from__gt=F("recorded_at"))
    )


def authority_case(instant: Instant, memories: QuerySet[Memory]) -> Case:
    """The authority of each row that is there; null, and so withheld, for anything unforeseen."""
    return Case(
        When(_retired(instant), then=Value(Authority.RETIRED)),
        When(_superseded(instant, memories), then=Value(Authority.SUPERSEDED)),
        When(valid_from__gt=instant.as_of, then=Value(Authority.SCHEDULED)),
        When(valid_until__lte=instant.as_of, then=Value(Authority.EXPIRED)),
        When(_within(instant), then=Value(Authority.AUTHORITATIVE)),
        default=None,
        output_field=CharField(null=True),
    )


def is_authoritative(instant: Instant, memories: QuerySet[Memory]) -> Q:
    """The same, as a condition. `memories` are all there are, to look for later versions in."""
    return (
        Q(recorded_at__lte=instant.known_at)
        & (Q(retired_at=None) | Q(retired_at__gt=instant.known_at))
        & _within(instant)
        & ~_superseded(instant, memories)
    )

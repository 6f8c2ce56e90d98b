"""What proposals cite, as the picture and the list name it: entries and memories, by number."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any

from django.db.models import Q

from companion.models import Entry
from companion.models.entry import label_of
from memory.authority import Instant
from memory.models import Memory, Project
from proposals.models import Addition, Citation, Revision
from proposals.services.evidence import RELATION, uuids

Cited = str
"""M-031 or E-007."""


def cited_ids(project: Project, proposals: Sequence[int] | None = None) -> dict[int, list[str]]:
    """Of all proposals or of these. A fact as the entry it stands in, for that has a mark."""
    of = Q(proposal__project=project)
    if proposals is not None:
        of &= Q(proposal__in=proposals)
    first = Revision.objects.filter(of, number=1)
    later = Addition.objects.filter(of).order_by("at")
    whole = (
        (pk, one)
        for rows in (first, later)
        for pk, ids in rows.exclude(evidence_ids=[]).values_list("proposal_id", "evidence_ids")
        for one in ids
        if not one.startswith(RELATION)
    )
    facts = Citation.objects.filter(of).exclude(relation_id="").order_by("pk")
    by_fact = facts.values_list("proposal_id", "entry__public_id")
    found = gathered(chain(whole, ((pk, str(entry)) for pk, entry in by_fact)))
    return {pk: list(dict.fromkeys(ids)) for pk, ids in found.items()}


def cited_by(
    project: Project, proposals: Sequence[int], instant: Instant
) -> dict[int, list[Cited]]:
    """What was known by then and is not erased."""
    cites = cited_ids(project, proposals)
    ids = uuids(chain(*cites.values()))
    there = {"project": project, "public_id__in": ids, "erased_at": None}
    entries = Entry.objects.filter(**there, confirmed_at__lte=instant.known_at)
    memories = Memory.objects.filter(**there, recorded_at__lte=instant.known_at)
    labels = {str(ref): label_of(number) for ref, number in _numbers(entries)}
    labels |= {str(ref): f"M-{number:03d}" for ref, number in _numbers(memories)}
    return {pk: [labels[one] for one in ids if one in labels] for pk, ids in cites.items()}


def _numbers(rows: Any) -> Iterable[tuple[Any, int]]:
    found: Iterable[tuple[Any, int]] = rows.values_list("public_id", "number")
    return found


def gathered(pairs: Iterable[tuple[int, Any]]) -> dict[int, list[Any]]:
    found: dict[int, list[Any]] = defaultdict(list)
    for pk, one in pairs:
        found[pk].append(one)
    return found

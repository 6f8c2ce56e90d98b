"""From a proposal to the entries it cites, and from an entry back to its proposals."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import Prefetch

from companion.models import Entry, Relation
from companion.services.citing import CITERS, CitedBy, Citing
from proposals.models import Citation, Proposal
from proposals.services.evidence import RELATION, uuids
from proposals.shown import shown
from proposals.states import Status

SHOWN = 20


def cite(proposal: Proposal, ids: Sequence[str]) -> None:
    """`ids` as `resolve_evidence` gives them; memories among them are passed over."""
    if not ids:
        return
    entries = Entry.objects.in_project(proposal.project).filter(public_id__in=uuids(ids))
    facts = Relation.objects.in_project(proposal.project).filter(
        relation_id__in=[one for one in ids if one.startswith(RELATION)]
    )
    named = [(pk, "") for pk in entries.values_list("pk", flat=True)]
    named += facts.values_list("entry_id", "relation_id")
    Citation.objects.bulk_create(
        [
            Citation(proposal=proposal, entry_id=entry, relation_id=relation)
            for entry, relation in named
        ],
        ignore_conflicts=True,
    )


def citing(entry: Entry) -> CitedBy:
    """Newest first, each with the memory that came of it where that cites the entry too."""
    rows = Proposal.objects.filter(project=entry.project_id, citations__entry=entry).distinct()
    own = Prefetch("citations", Citation.objects.filter(entry=entry))
    newest = rows.select_related("result").prefetch_related(own, "revisions")
    found = list(newest.order_by("-number")[:SHOWN])
    total = len(found) if len(found) < SHOWN else rows.count()
    return CitedBy([_told(proposal, entry) for proposal in found], total)


def _told(proposal: Proposal, entry: Entry) -> Citing:
    facts = [one.relation_id for one in proposal.citations.all() if one.relation_id]
    return Citing(
        page="proposals:detail",
        label=proposal.label,
        heading=shown(proposal).heading,
        state=Status(proposal.status).label,
        facts=len(facts),
        led_to=_led_to(proposal, {str(entry.public_id), *facts}),
    )


def _led_to(proposal: Proposal, refs: set[str]) -> tuple[str, str] | None:
    """What was cited after the decision is none of what the memory stands on."""
    made = proposal.result if proposal.status == Status.APPLIED else None
    if made is None or refs.isdisjoint(made.evidence_ids):
        return None
    return "memory:detail", made.label


CITERS.append(citing)

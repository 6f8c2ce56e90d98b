"""What the picture draws beside memories: proposals, who decided on them, and what they cite."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Any

from django.http import JsonResponse

from companion.models import Entry
from companion.models.entry import label_of
from memory.actors import Actor
from memory.http import ProjectRequest, project_page
from memory.models import Project
from memory.times import iso
from proposals.models import Proposal, ProposalTarget, Review, Revision
from proposals.services.evidence import uuids
from proposals.states import Operation, Status
from waggle_site.studio.citing import cited_ids, gathered
from waggle_site.studio.data import plain

Row = dict[str, Any]
FIELDS = (
    "pk",
    "public_id",
    "number",
    "operation",
    "status",
    "kind",
    "revision",
    "proposed_by",
    "created_at",
    "decided_at",
    "applied_at",
)


@project_page()
def marks(request: ProjectRequest) -> JsonResponse:
    project = request.access.project
    found = proposals(project)
    ids = {one for proposal in found for one in proposal["cites"]}
    return JsonResponse({"proposals": found, "evidence": evidence(project, ids)})


def proposals(project: Project) -> list[Row]:
    """Oldest first, in a number of queries that does not grow with them."""
    rows = Proposal.objects.in_project(project).order_by("number").values(*FIELDS)
    targets, cited = _targets(project), cited_ids(project)
    reviews, headings = _reviews(project), _headings(project)
    return [
        {
            "id": str(row["public_id"]),
            "number": f"P-{row['number']:04d}",
            "operation": row["operation"],
            "status": row["status"],
            "kind": row["kind"],
            "label": headings.get((row["pk"], row["revision"]), ""),
            "created_at": iso(row["created_at"]),
            "decided_at": _iso(row["decided_at"]),
            "applied_at": _iso(row["applied_at"]),
            "by": Actor.load(row["proposed_by"]).public(),
            "targets": targets[row["pk"]],
            "reviews": reviews[row["pk"]],
            "cites": cited.get(row["pk"], []),
        }
        for row in rows
    ]


def evidence(project: Project, ids: Collection[str]) -> list[Row]:
    """The entries among what is cited. Their words stay with their own page."""
    rows = Entry.objects.in_project(project).filter(public_id__in=uuids(ids), erased_at=None)
    found = rows.order_by("number").values_list("public_id", "number", "confirmed_at")
    return [
        {"id": str(public_id), "number": label_of(number), "at": iso(at)}
        for public_id, number, at in found
    ]


def _iso(moment: datetime | None) -> str | None:
    return iso(moment) if moment else None


def _targets(project: Project) -> dict[int, list[str]]:
    rows = ProposalTarget.objects.filter(
        proposal__project=project, memory__project=project, memory__erased_at=None
    ).order_by("pk")
    return gathered(
        (pk, str(memory)) for pk, memory in rows.values_list("proposal_id", "memory__public_id")
    )


def _reviews(project: Project) -> dict[int, list[Row]]:
    rows = Review.objects.standing().filter(proposal__project=project).order_by("at")
    found = rows.values_list("proposal_id", "reviewed_by", "decision", "edited", "at")
    return gathered(
        (pk, {"by": Actor.load(by).public(), "decision": said, "edited": edited, "at": iso(at)})
        for pk, by, said, edited, at in found
    )


def _headings(project: Project) -> dict[tuple[int, int], str]:
    """Of what would be new and is not there yet; anything else is named by its memory."""
    rows = Revision.objects.filter(
        proposal__project=project, proposal__operation=Operation.CREATE, erased_at=None
    ).exclude(proposal__status=Status.APPLIED)
    return {
        (pk, number): plain(_heading(changes))
        for pk, number, changes in rows.values_list("proposal_id", "number", "changes")
    }


def _heading(changes: list[Row]) -> str:
    words = (changes[0].get("words") if changes else None) or {}
    return str(words.get("title") or words.get("content") or "")

"""How a notification reads, wherever it is read: a number, a kind of event, a place. Never words
of a memory, a proposal or a comment.
"""

from __future__ import annotations

from django.urls import reverse

from proposals.models import Notification

SAYS = {
    "proposal.created": "was proposed",
    "proposal.revised": "has other words now",
    "proposal.approved": "was approved",
    "proposal.reopened": "waits for a decision once more",
    "proposal.rejected": "was rejected",
    "proposal.withdrawn": "was taken out",
    "proposal.stale": "was overtaken",
    "proposal.applied": "was applied",
    "proposal.assigned": "was assigned",
    "proposal.commented": "has a new comment",
    "rejection.lifted": "may be proposed again",
    "conflict.found": "Two memories in force speak against each other",
    "conflict.resolved": "A conflict is resolved",
    "policy.changed": "The project asks something else before a proposal counts",
    "member.added": "The project has a new member",
    "member.changed": "A member has another role",
    "member.removed": "A member left",
    "project.closed": "The project is closed",
}
NEEDED = {
    "proposal.created": "waits for your decision",
    "proposal.revised": "has other words now and waits for your decision",
    "proposal.assigned": "is assigned to you",
    "proposal.commented": "has a comment for you",
    "member.added": "You are a member now",
    "member.changed": "You have another role now",
}


def sentence(one: Notification) -> str:
    said = (NEEDED if one.is_needed else {}).get(one.kind) or SAYS.get(one.kind, "changed")
    return f"{one.proposal.label} {said}" if one.proposal else said


def path_of(one: Notification) -> str:
    """A page that only shows: to open it decides and marks nothing."""
    slug = one.project.slug
    if one.proposal is not None:
        page = reverse("proposals:detail", args=[slug, one.proposal.label])
        return f"{page}#comments" if one.kind == "proposal.commented" else page
    if one.kind.startswith("conflict."):
        return reverse("proposals:conflicts", args=[slug])
    return reverse("workspace:activity", args=[slug])

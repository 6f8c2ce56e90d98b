"""A visitor who has an account now keeps their demo: it becomes an ordinary project of theirs.

It reaches every app's rows that hang on the guest, and so stands here. The record stays as it is:
what the guest and the demo's made-up people did goes on under their names.
"""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from companion.models import Draft
from memory.actors import human
from memory.errors import Forbidden, NotFound
from memory.head import locked
from memory.models import DemoLease, Project, User
from memory.services.keep import make_ordinary
from proposals.models import Assignment, Comment, Proposal, Review, SavedView, Upload


def lease_of(guest: User) -> DemoLease | None:
    """The demo that this visitor is in, while it lasts."""
    live = DemoLease.objects.filter(expires_at__gt=timezone.now(), project__closed_at=None)
    return live.filter(guest=guest).select_related("project").order_by("-started_at").first()


@transaction.atomic
def keep_demo(guest: User, *, by: User, slug: str, name: str) -> Project:
    """Under a name of its own, without an end. `by` is who the guest turned out to be."""
    if by.is_guest:
        raise Forbidden("Sign up or sign in first: a demo is kept by a person with an account.")
    lease = lease_of(guest)
    if lease is None:
        raise NotFound("The demo")
    project = lease.project
    with locked(project) as head:
        if not DemoLease.objects.filter(pk=lease.pk).exists():  # two at once
            raise NotFound("The demo")
        _hand_over(project, guest, by)
        make_ordinary(head, guest=guest, owner=by, slug=slug, name=name, actor=human(by))
    if not guest.memberships.exists():
        guest.delete()
    return project


def _hand_over(project: Project, guest: User, to: User) -> None:
    """Four eyes, approvals counted and what one may take back go by the person, who is the same."""
    Proposal.objects.filter(project=project, proposer=guest).update(proposer=to)
    Review.objects.filter(proposal__project=project, reviewer=guest).update(reviewer=to)
    Comment.objects.filter(proposal__project=project, author=guest).update(author=to)
    Assignment.objects.filter(proposal__project=project, assignee=guest).update(assignee=to)
    Upload.objects.filter(project=project, user=guest).update(user=to)
    SavedView.objects.filter(project=project, owner=guest).update(owner=to)
    Draft.objects.filter(project=project, author=guest).update(author=to)

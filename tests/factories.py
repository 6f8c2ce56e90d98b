"""Rows for tests, made through the services so that each leaves its events."""

from __future__ import annotations

import itertools
from datetime import datetime
from typing import Any

from companion.models import Entry
from companion.services.confirm import confirm
from companion.services.drafts import draft
from companion.services.subjects import Chosen
from memory.actors import human, page_agent
from memory.models import Membership, Memory, Project, User
from memory.roles import Role
from memory.services.projects import create_project
from proposals.changes import Asked
from proposals.models import Proposal
from proposals.services.apply import apply
from proposals.services.propose import propose
from proposals.services.review import approve, reject
from proposals.services.withdraw import withdraw
from proposals.states import Operation, Status

_count = itertools.count(1)


def make_user(username: str = "", **fields: Any) -> User:
    name = username or f"person{next(_count)}"
    user: User = User.objects.create_user(name, password="a long password", **fields)
    return user


def make_project(slug: str = "", *, owner: User | None = None, **fields: Any) -> Project:
    slug = slug or f"project-{next(_count)}"
    owner = owner or make_user()
    return create_project(
        slug, name=fields.pop("name", slug.title()), owner=owner, actor=human(owner), **fields
    )


def join(project: Project, user: User, role: Role) -> User:
    Membership.objects.create(project=project, user=user, role=role)
    return user


def owner_of(project: Project) -> User:
    return User.objects.filter(memberships__project=project, memberships__role=Role.OWNER)[0]


def make_proposal(
    project: Project,
    content: str = "",
    *,
    target: Memory | None = None,
    operation: Operation | None = None,
    status: Status = Status.PENDING,
    by: User | None = None,
    **asked: Any,
) -> Proposal:
    """A proposal in the wanted status, brought there as people would."""
    owner = owner_of(project)
    operation = operation or (Operation.UPDATE if target else Operation.CREATE)
    fields: dict[str, Any] = {"operation": operation, **asked}
    if operation is not Operation.RETIRE:
        fields["content"] = content or f"Statement {next(_count)}."
    if operation is Operation.CREATE:
        fields.setdefault("kind", "fact")
    if target:
        fields["memory_id"] = str(target.public_id)
    proposal = propose(project, Asked(**fields), actor=page_agent(by or owner)).proposal
    return _bring(proposal, status, owner)


def _bring(proposal: Proposal, status: Status, owner: User) -> Proposal:
    if status in (Status.APPROVED, Status.APPLIED):
        proposal = approve(proposal, by=owner, revision=proposal.revision)
    if status is Status.APPLIED:
        proposal = apply(proposal, actor=human(owner)).proposal
    if status is Status.REJECTED:
        proposal = reject(proposal, by=owner, revision=proposal.revision, reason="Not so.")
    if status is Status.WITHDRAWN:
        proposal = withdraw(proposal, by=proposal.proposer, revision=proposal.revision)
    if status is Status.STALE:
        assert proposal.target
        make_proposal(proposal.project, target=proposal.target, status=Status.APPLIED)
        proposal.refresh_from_db()
    return proposal


def make_memory(
    project: Project,
    content: str = "",
    *,
    supersedes: Memory | None = None,
    valid_from: datetime | None = None,
    valid_until: datetime | None = None,
    **asked: Any,
) -> Memory:
    """An applied memory, proposed and reviewed on the way."""
    proposal = make_proposal(
        project,
        content,
        target=supersedes,
        status=Status.APPLIED,
        valid_from=valid_from,
        valid_until=valid_until,
        **asked,
    )
    assert proposal.result
    return Memory.objects.get(pk=proposal.result.pk)


def retire(memory: Memory) -> Memory:
    make_proposal(memory.project, target=memory, operation=Operation.RETIRE, status=Status.APPLIED)
    return Memory.objects.get(pk=memory.pk)


def make_entry(
    project: Project,
    text: str = "",
    *,
    about: str = "Pump 7",
    by: User | None = None,
    provenance: str = "",
) -> Entry:
    """Confirmed by its author, and waiting to be read."""
    person = by or owner_of(project)
    text = text or f"The pump ran {next(_count)} hours."
    words = draft(project, text, by=person, provenance=provenance)
    confirmed = confirm(
        words,
        by=person,
        token=words.token,
        text=text,
        subject=Chosen(label=about),
        provenance=provenance,
    )
    return confirmed.entry

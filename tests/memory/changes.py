"""Every service that changes a project, ready to be called, with the events it leaves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.utils import timezone

from companion.services import bring as bringing
from companion.services import confirm as confirming
from companion.services import ending, publish
from companion.services.drafts import draft
from companion.services.subjects import Chosen
from memory.actors import human, page_agent, system
from memory.ids import new_id
from memory.models import DemoLease, Memory, Project, User
from memory.roles import Role
from memory.services import close as closing
from memory.services import keys, projects
from proposals.changes import Asked, Edited
from proposals.models import Conflict, Proposal
from proposals.services import (
    again,
    apply,
    assign,
    comment,
    expire,
    gesture,
    propose,
    rejections,
    review,
    revise,
    withdraw,
)
from proposals.services import erase_entry as erasing_entries
from proposals.services import erase_memory as erasing
from proposals.services import erase_person as erasing_persons
from proposals.services import erase_proposal as erasing_proposals
from proposals.services import keep_demo as keeping
from proposals.services import resolve as resolving
from proposals.states import Operation, Status
from tests.companion.reading import claimed, judged
from tests.companion.scripted import TEXT
from tests.factories import make_entry, make_memory, make_project, make_proposal, make_user
from waggle_site.guide import begin as beginning


@dataclass(frozen=True, slots=True)
class Scene:
    project: Project
    owner: User
    contributor: User
    outsider: User

    def pending(self, **fields: Any) -> Proposal:
        return make_proposal(self.project, by=self.contributor, **fields)

    def create(self, content: str = "Ships are blue.") -> Asked:
        return Asked(operation=Operation.CREATE, kind="fact", content=content)


Act = Callable[[], object]
CHANGES: dict[str, tuple[Callable[[Scene], Act], list[str]]] = {}


def leaves(*events: str) -> Callable[[Callable[[Scene], Act]], Callable[[Scene], Act]]:
    """The prepared call, by the name of its service."""

    def keep(prepare: Callable[[Scene], Act]) -> Callable[[Scene], Act]:
        CHANGES[prepare.__name__] = (prepare, list(events))
        return prepare

    return keep


@leaves("project.created", "member.added")
def create_project(s: Scene) -> Act:
    return lambda: projects.create_project(
        "fresh", name="Fresh", owner=s.owner, actor=human(s.owner)
    )


@leaves("member.added")
def add_member(s: Scene) -> Act:
    return lambda: projects.add_member(s.project, s.outsider, Role.VIEWER, by=s.owner)


@leaves("member.changed")
def change_role(s: Scene) -> Act:
    return lambda: projects.change_role(s.project, s.contributor, Role.REVIEWER, by=s.owner)


@leaves("member.removed")
def remove_member(s: Scene) -> Act:
    return lambda: projects.remove_member(s.project, s.contributor, by=s.owner)


@leaves("policy.changed")
def change_policy(s: Scene) -> Act:
    return lambda: projects.change_policy(s.project, by=s.owner, four_eyes=True)


@leaves("policy.changed")
def describe(s: Scene) -> Act:
    return lambda: projects.describe(s.project, by=s.owner, name="Renamed", purpose="Ships.")


@leaves("project.kept", "member.added", "member.removed")
def keep_demo(s: Scene) -> Act:
    guest, now = make_user(is_guest=True), timezone.now()
    DemoLease.objects.create(
        project=make_project(owner=guest, is_demo=True),
        guest=guest,
        address="a",
        started_at=now,
        expires_at=now + timedelta(days=1),
    )
    return lambda: keeping.keep_demo(guest, by=s.outsider, slug="kept", name="Kept")


@leaves("project.closed")
def close_project(s: Scene) -> Act:
    return lambda: projects.close_project(s.project, actor=human(s.owner))


@leaves("key.created")
def create_key(s: Scene) -> Act:
    return lambda: keys.create_key(
        s.project, name="Robot", scopes=["read"], made_for=s.contributor, actor=human(s.owner)
    )


@leaves("key.revoked")
def revoke_key(s: Scene) -> Act:
    key, _ = keys.create_key(
        s.project, name="Robot", scopes=["read"], made_for=s.contributor, actor=human(s.owner)
    )
    return lambda: keys.revoke_key(key, by=s.owner)


@leaves("proposal.created")
def propose_one(s: Scene) -> Act:
    return lambda: propose.propose(s.project, s.create(), actor=page_agent(s.contributor))


@leaves("proposal.created", "proposal.approved", "memory.recorded", "proposal.applied")
def say_it(s: Scene) -> Act:
    return lambda: gesture.say(s.project, s.create(), by=s.owner)


@leaves("proposal.created")
def propose_batch(s: Scene) -> Act:
    items = [s.create("Ships are blue."), s.create("Ships are red.")]
    return lambda: propose.propose_batch(s.project, items, actor=page_agent(s.contributor))


@leaves("proposal.approved")
def approve(s: Scene) -> Act:
    proposal = s.pending()
    return lambda: review.approve(proposal, by=s.owner, revision=1)


@leaves("proposal.approved")
def approve_seed(s: Scene) -> Act:
    demo = make_project("demo", owner=s.owner, is_demo=True)
    seed = system("demo seed")
    proposal = propose.propose(demo, s.create(), actor=seed).proposal
    return lambda: review.approve_seed(proposal, actor=seed)


@leaves("proposal.rejected")
def reject(s: Scene) -> Act:
    proposal = s.pending()
    return lambda: review.reject(proposal, by=s.owner, revision=1, reason="Not so.")


@leaves("rejection.lifted")
def lift(s: Scene) -> Act:
    proposal = s.pending(status=Status.REJECTED)
    return lambda: rejections.lift(proposal, by=s.owner)


@leaves("proposal.assigned")
def ask_to_decide(s: Scene) -> Act:
    proposal = s.pending()
    return lambda: assign.assign(proposal, to=s.owner, by=s.owner)


@leaves("proposal.commented")
def comment_on(s: Scene) -> Act:
    proposal = s.pending()
    return lambda: comment.comment(proposal, by=s.contributor, text="Why blue?")


@leaves("proposal.commented")
def remove_comment(s: Scene) -> Act:
    proposal = s.pending()
    said = comment.comment(proposal, by=s.contributor, text="Why blue?")
    return lambda: comment.remove_comment(proposal, said.public_id, by=s.contributor)


@leaves("proposal.created")
def propose_again(s: Scene) -> Act:
    target = make_memory(s.project, "Ships are blue.")
    overtaken = s.pending(content="Ships are blue or green.", target=target)
    make_memory(s.project, "All ships are blue.", supersedes=target)
    return lambda: again.propose_again(overtaken, by=s.contributor)


@leaves("proposal.reopened")
def revoke(s: Scene) -> Act:
    proposal = s.pending(status=Status.APPROVED)
    return lambda: review.revoke(proposal, by=s.owner, revision=1)


@leaves("proposal.revised")
def revise_words(s: Scene) -> Act:
    proposal, edited = s.pending(), Edited(content="Ships are green.")
    return lambda: revise.revise(proposal, by=s.contributor, revision=1, edited=edited)


@leaves("proposal.withdrawn")
def withdraw_it(s: Scene) -> Act:
    proposal = s.pending()
    return lambda: withdraw.withdraw(proposal, by=s.contributor, revision=1)


@leaves("proposal.reopened")
def reopen_expired(s: Scene) -> Act:
    waiting = s.pending(status=Status.APPROVED)
    Proposal.objects.filter(pk=waiting.pk).update(expires_at=timezone.now() - timedelta(days=1))
    return expire.reopen_expired


@leaves("memory.recorded", "proposal.applied")
def apply_creation(s: Scene) -> Act:
    proposal = s.pending(status=Status.APPROVED)
    return lambda: apply.apply(proposal, actor=page_agent(s.contributor))


@leaves("memory.recorded", "memory.superseded", "proposal.applied", "proposal.stale")
def apply_update(s: Scene) -> Act:
    target: Memory = make_memory(s.project)
    s.pending(target=target, content="The rival.")
    proposal = s.pending(target=target, status=Status.APPROVED)
    return lambda: apply.apply(proposal, actor=page_agent(s.contributor))


@leaves("memory.retired", "proposal.applied")
def apply_retirement(s: Scene) -> Act:
    proposal = s.pending(
        target=make_memory(s.project), operation=Operation.RETIRE, status=Status.APPROVED
    )
    return lambda: apply.apply(proposal, actor=human(s.owner))


@leaves("project.closed")
def close(s: Scene) -> Act:
    return lambda: closing.close(s.project, by=s.owner, slug=s.project.slug)


@leaves("memory.erased", "memory.erased")
def erase_memory(s: Scene) -> Act:
    memory = make_memory(s.project)
    return lambda: erasing.erase_memory(memory, by=s.owner, reason="Asked for.")


@leaves("proposal.withdrawn", "memory.erased")
def erase_proposal(s: Scene) -> Act:
    proposal = s.pending()
    return lambda: erasing_proposals.erase_proposal(proposal, by=s.owner, reason="Asked for.")


@leaves("evidence.erased")
def erase_entry(s: Scene) -> Act:
    entry = make_entry(s.project, by=s.contributor)
    return lambda: erasing_entries.erase_entry(entry, by=s.owner, reason="Asked for.")


@leaves("proposal.withdrawn", "memory.erased", "evidence.erased", "memory.erased")
def erase_person(s: Scene) -> Act:
    s.pending()
    make_entry(s.project, by=s.contributor)
    person = s.contributor
    return lambda: erasing_persons.erase_person(
        s.project, person.pk, name=person.name, by=s.owner, reason="Asked for."
    )


@leaves(
    "proposal.created",
    "proposal.approved",
    "memory.retired",
    "proposal.applied",
    "conflict.resolved",
)
def resolve(s: Scene) -> Act:
    for store in ("Neo4j", "SQLite"):
        make_memory(s.project, f"Use {store} as the primary store.", kind="decision")
    conflict = Conflict.objects.get(project=s.project)
    return lambda: resolving.resolve(s.project, conflict.pk, "keep_new", by=s.owner)


@leaves("evidence.confirmed")
def confirm(s: Scene) -> Act:
    words = draft(s.project, "The pump leaks.", by=s.contributor)
    return lambda: confirming.confirm(
        words,
        by=s.contributor,
        token=words.token,
        text="The pump leaks oil.",
        subject=Chosen(label="Pump 7"),
    )


@leaves("evidence.confirmed", "evidence.confirmed")
def bring_entries(s: Scene) -> Act:
    found = [
        bringing.FromFile(new_id(), "pump-7", "Pump 7", text, "", None, {"id": "1"})
        for text in ("The pump leaks.", "It leaks oil.")
    ]
    return lambda: bringing.bring_entries(
        s.project, found, by=s.contributor, imported_from="a" * 64
    )


@leaves("guide.started")
def begin_guide(s: Scene) -> Act:
    demo = make_project("demo", owner=s.owner, is_demo=True)
    make_memory(demo, "Use Neo4j.", kind="decision", tags=["storage"])
    return lambda: beginning.begin_guide(demo, by=s.owner)


@leaves("evidence.constructed")
def publish_reading(s: Scene) -> Act:
    run = claimed(make_entry(s.project, TEXT))
    accepted = judged(run)
    return lambda: publish.publish(run, accepted)


@leaves("evidence.failed")
def fail_reading(s: Scene) -> Act:
    run = claimed(make_entry(s.project, TEXT))
    return lambda: ending.fail(run, "BUILDER_BROKE", again=False)

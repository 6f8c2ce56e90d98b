"""Whoever applies it, by whatever door: the same rows, edges and events, but for the actor."""

import re
from collections.abc import Iterable
from typing import Any

from memory.actors import Actor, human, key_agent, page_agent
from memory.models import AuditEvent, Edge, Memory, Project, User
from memory.services.keys import create_key
from proposals.models import Proposal
from proposals.services.apply import apply
from proposals.states import Operation, Status
from tests.factories import make_memory, make_project, make_proposal

_ID = re.compile(r"[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{64}")
# What differs between any two rows, however they came about; and the actor, who may.
_OWN = ("id", "_id", "at", "_at", "valid_from", "salt", "reviewers", "approved_by")
_ACTOR = ("actor", "applied_by")


def _bare(rows: Iterable[dict[str, Any]]) -> list[str]:
    return [
        _ID.sub("id", repr({name: row[name] for name in row if not name.endswith(_OWN + _ACTOR)}))
        for row in rows
    ]


def _left_by(owner: User, actor_of: Any) -> dict[str, list[str]]:
    project = make_project(owner=owner)
    actor: Actor = actor_of(project)
    old = make_memory(project, "Use Neo4j.", kind="decision", title="Storage", tags=["store"])
    rival = make_proposal(project, "Use files.", target=old)
    change = make_proposal(project, "Use SQLite.", target=old, status=Status.APPROVED)
    gone = make_memory(project, "Boats.")
    retirement = make_proposal(
        project, target=gone, operation=Operation.RETIRE, status=Status.APPROVED
    )
    seen = AuditEvent.objects.filter(project=project).count()

    apply(change, actor=actor)
    apply(retirement, actor=actor)

    events = AuditEvent.objects.filter(project=project, seq__gt=seen).order_by("seq")
    assert {event.actor["name"] for event in events} == {actor.name}
    assert Proposal.objects.get(pk=rival.pk).status == Status.STALE
    return {
        "memories": _bare(Memory.objects.filter(project=project).order_by("pk").values()),
        "edges": _bare(Edge.objects.filter(project=project).values()),
        "events": _bare(events.values()),
        "proposals": _bare(Proposal.objects.filter(project=project).order_by("pk").values()),
    }


def test_a_person_an_agent_in_the_page_and_a_key_leave_the_same(alice: User) -> None:
    def by_key(project: Project) -> Actor:
        key, _ = create_key(
            project, name="ci", scopes=["apply"], made_for=alice, actor=human(alice)
        )
        return key_agent(key)

    def by_hand(project: Project) -> Actor:
        by_key(project)
        return human(alice)

    def by_page(project: Project) -> Actor:
        by_key(project)
        return page_agent(alice)

    by_person, by_agent, by_token = (
        _left_by(alice, actor_of) for actor_of in (by_hand, by_page, by_key)
    )

    assert by_person == by_agent == by_token
    assert len(by_person["events"]) == 6

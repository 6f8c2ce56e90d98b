"""The record holds ids, states and digests. What people wrote is nowhere in it."""

import json
from typing import Any

from django.core import serializers
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memory.actors import human, page_agent
from memory.models import AuditEvent, Memory, Project, User
from memory.roles import Role
from memory.services.keys import create_key
from memory.services.projects import add_member, change_policy, describe
from proposals.changes import Asked, Edited
from proposals.services.apply import apply
from proposals.services.comment import comment
from proposals.services.erase_entry import erase_entry
from proposals.services.erase_memory import erase_memory
from proposals.services.erase_person import erase_person
from proposals.services.erase_proposal import erase_proposal
from proposals.services.propose import propose, propose_batch
from proposals.services.rejections import lift
from proposals.services.review import approve, reject, revoke
from proposals.services.revise import revise
from proposals.services.withdraw import withdraw
from proposals.states import Operation, Status
from tests.companion.reading import read
from tests.companion.scripted import Said, Scripted
from tests.factories import make_entry, make_proposal, make_user
from waggle_site.live import shown

# Letters that no id, name, state or digest of ours is made of.
markers = st.text(alphabet="гджлфшщяЖЮ", min_size=6, max_size=12)
few = settings(
    max_examples=4, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


def said(mark: str, **more: Any) -> dict[str, Any]:
    return {
        "content": f"{mark} content",
        "title": f"{mark} title",
        "tags": [mark],
        "reason": f"{mark} reason",
        **more,
    }


def whole_loop(project: Project, owner: User, proposer: User, mark: str) -> None:
    """Everything that takes words, with the mark in each of them."""
    describe(project, by=owner, name=f"{mark} name", purpose=f"{mark} purpose")
    add_member(project, make_user(), Role.VIEWER, by=owner)
    change_policy(project, by=owner, approval_days=len(mark))
    create_key(project, name="Robot", scopes=["read"], made_for=owner, actor=human(owner))
    agent = page_agent(proposer)
    asked = Asked(operation=Operation.CREATE, kind="note", **said(mark))
    one = propose(project, asked, actor=agent).proposal
    propose(project, asked, actor=agent)
    comment(one, by=proposer, text=f"{mark} comment")
    revise(one, by=proposer, revision=1, edited=Edited(content=f"{mark} revised"))
    edited = Edited(content=f"{mark} edited", title=mark)
    approve(one, by=owner, revision=2, edited=edited, note=f"{mark} note")
    revoke(one, by=owner, revision=3)
    approve(one, by=owner, revision=3, note=f"{mark} again")
    apply(one, actor=agent)

    for subject in (f"{mark} subject", f"{mark} other"):
        entry = make_entry(project, f"The {mark} is worn.", about=subject, by=proposer)
        read(entry, Scripted((Said(f"The {mark}", "is", "worn"),)))
    erase_entry(entry, by=owner, reason=f"{mark} gone")

    target = Memory.objects.filter(project=project).latest("pk")
    change = Asked(memory_id=str(target.public_id), operation=Operation.UPDATE, **said(mark * 2))
    other = propose(project, change, actor=agent).proposal
    reject(other, by=owner, revision=1, reason=f"{mark} no")
    lift(other, by=owner)
    third = propose(project, change, actor=agent).proposal
    withdraw(third, by=proposer, revision=1)
    items = [Asked(operation=Operation.CREATE, kind="fact", **said(mark * n)) for n in (3, 4)]
    batch = propose_batch(project, items, actor=agent, reason=mark).proposal
    approve(batch, by=owner, revision=1, note=mark)
    apply(batch, actor=agent)
    erase_memory(target, by=owner, reason=f"{mark} gone")
    erase_proposal(other, by=owner, reason=f"{mark} gone")
    erase_person(project, proposer.pk + 1, name="nobody", by=owner, reason=f"{mark} gone")
    early = Memory.objects.filter(project=project, erased_at=None).earliest("pk")
    erase_memory(early, by=owner, reason=f"{mark} gone", all_versions=True)


@few
@given(mark=markers)
def test_no_word_of_anything_said_is_in_any_event(
    acme: Project, alice: User, bob: User, mark: str
) -> None:
    whole_loop(acme, alice, bob, mark)

    events = AuditEvent.objects.filter(project=acme)
    stored = json.dumps(json.loads(serializers.serialize("json", events)), ensure_ascii=False)
    assert mark in Memory.objects.filter(project=acme).latest("pk").content
    assert events.count() > 15
    assert mark not in stored


def test_no_word_is_in_what_the_socket_tells(acme: Project, alice: User, bob: User) -> None:
    mark = "ЖУК"
    whole_loop(acme, alice, bob, mark)

    told = [shown(event) for event in AuditEvent.objects.filter(project=acme)]

    assert mark not in json.dumps(told, ensure_ascii=False)
    assert {tuple(one) for one in told} == {("seq", "type", "at", "actor", "object")}


def test_the_same_words_twice_have_two_digests(acme: Project) -> None:
    one = make_proposal(acme, "Ships are blue.", status=Status.WITHDRAWN)
    other = make_proposal(acme, "Ships are blue.")

    created = AuditEvent.objects.filter(type="proposal.created").order_by("-seq")[:2]

    assert one.current.digest != other.current.digest
    assert len({event.details["digest"] for event in created}) == 2

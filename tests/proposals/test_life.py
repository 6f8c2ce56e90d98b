"""Anybody does anything in any order: the laws hold after every step."""

from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from typing import Any, TypeVar

import pytest
from django.db import transaction
from django.utils import timezone
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from memory.actors import human, page_agent
from memory.authority import Instant
from memory.errors import Problem
from memory.models import AuditEvent, Memory, User
from memory.roles import Role
from memory.services.projects import change_policy
from proposals.changes import Asked, Edited, parse_asked
from proposals.models import Proposal
from proposals.services.apply import apply
from proposals.services.expire import reopen_expired
from proposals.services.propose import propose, propose_batch
from proposals.services.rejections import lift
from proposals.services.review import approve, reject, revoke
from proposals.services.revise import revise
from proposals.services.withdraw import withdraw
from proposals.states import OPEN, Status
from tests.factories import join, make_memory, make_project, make_user
from tests.proposals import invariants
from tests.proposals.invariants import Seen, events_between

CONTENTS = st.sampled_from(["Use a.", "use A", *(f"Use {letter}." for letter in "bcdefghij")])
MOSTLY_WORDS = st.sampled_from([None, *(f"Use {letter}." for letter in "bcdefghij")])
BEGINS = st.sampled_from([None, None, None, "2020-01-01", "2100-01-01"])
WHICH = st.integers(0, 40)
PEOPLE = st.sampled_from(["bob", "bob", "bob", "bob", "alice", "alice", "dora", "vera", "charlie"])
REVIEWERS = st.sampled_from(["alice", "alice", "alice", "dora", "dora", "dora", "bob"])
OWN = st.sampled_from([True, True, True, True, False])
PAGES = st.sampled_from([0] * 9 + [-1])
EDITS = st.none() | CONTENTS


Row = TypeVar("Row")


class Life(RuleBasedStateMachine):
    @initialize()
    def begin(self) -> None:
        self.undone = transaction.atomic()
        self.undone.__enter__()
        self.people = {
            name: make_user(name) for name in ("alice", "bob", "dora", "vera", "charlie")
        }
        self.project = make_project("life", owner=self.people["alice"])
        join(self.project, self.people["bob"], Role.CONTRIBUTOR)
        join(self.project, self.people["dora"], Role.REVIEWER)
        join(self.project, self.people["vera"], Role.VIEWER)
        for content in ("Use nothing.", "Use more.", "Use less."):
            make_memory(self.project, content)

    def teardown(self) -> None:
        Ahead.days = 0
        if hasattr(self, "undone"):
            transaction.set_rollback(True)
            self.undone.__exit__(None, None, None)

    @invariant()
    def the_laws_hold(self) -> None:
        if hasattr(self, "project"):
            invariants.hold(self.project, "use")

    @rule(content=CONTENTS, kind=st.sampled_from(["fact", "note"]), begins=BEGINS, by=PEOPLE)
    def propose_a_new_one(self, content: str, kind: str, begins: str | None, by: str) -> None:
        self._propose(by, operation="create", kind=kind, content=content, valid_from=begins)

    @rule(at=WHICH, content=CONTENTS, begins=BEGINS, by=PEOPLE)
    def propose_a_change(self, at: int, content: str, begins: str | None, by: str) -> None:
        ref = self._memory(at)
        self._propose(by, operation="update", memory_id=ref, content=content, valid_from=begins)

    @rule(at=WHICH, by=PEOPLE)
    def propose_a_retirement(self, at: int, by: str) -> None:
        self._propose(by, operation="retire", memory_id=self._memory(at))

    @rule(contents=st.lists(CONTENTS, min_size=1, max_size=3), at=WHICH, by=PEOPLE)
    def propose_several(self, contents: list[str], at: int, by: str) -> None:
        items = [_asked(operation="create", kind="fact", content=one) for one in contents[1:]]
        ref = self._memory(at)
        items.append(_asked(operation="update", memory_id=ref, content=contents[0]))
        self._step(lambda: propose_batch(self.project, items, actor=human(self.people[by])))

    @precondition(lambda self: self._open())
    @rule(at=WHICH, own=OWN, old=PAGES, content=CONTENTS)
    def revise_one(self, at: int, own: bool, old: int, content: str) -> None:
        rows = self._open(Status.APPROVED) or self._open()
        by = _of(rows, at).proposer.username if own else "bob"
        self._decide(revise, rows, at, by, old, edited=Edited(content=content))

    @precondition(lambda self: self._open(Status.PENDING))
    @rule(at=WHICH, by=REVIEWERS, old=PAGES, content=EDITS)
    def approve_one(self, at: int, by: str, old: int, content: str | None) -> None:
        edited = Edited(content=content) if content else None
        self._decide(approve, self._open(Status.PENDING), at, by, old, edited=edited)

    @precondition(lambda self: self._open())
    @rule(at=WHICH, by=REVIEWERS, old=PAGES)
    def reject_one(self, at: int, by: str, old: int) -> None:
        self._decide(reject, self._open(), at, by, old, reason="No.")

    @precondition(lambda self: self._open())
    @rule(at=WHICH, own=OWN, old=PAGES)
    def withdraw_one(self, at: int, own: bool, old: int) -> None:
        rows = self._open()
        by = _of(rows, at).proposer.username if own else "alice"
        self._decide(withdraw, rows, at, by, old)

    @precondition(lambda self: self._open(Status.APPROVED))
    @rule(at=WHICH, by=REVIEWERS, old=PAGES)
    def revoke_one(self, at: int, by: str, old: int) -> None:
        self._decide(revoke, self._open(Status.APPROVED), at, by, old)

    @precondition(lambda self: self._all())
    @rule(at=WHICH, by=REVIEWERS)
    def lift_one(self, at: int, by: str) -> None:
        proposal = _of(self._all(), at)
        self._step(lambda: lift(proposal, by=self.people[by]))

    @precondition(lambda self: self._open())
    @rule(at=WHICH, by=PEOPLE, agent=st.booleans())
    def apply_one(self, at: int, by: str, agent: bool) -> None:
        actor = (page_agent if agent else human)(self.people[by])
        proposal = _of(self._open(), at)
        self._step(lambda: apply(proposal, actor=actor))

    @rule(content=MOSTLY_WORDS, at=WHICH, rival=CONTENTS, begins=BEGINS)
    def change_one_that_others_would_change(
        self, content: str | None, at: int, rival: str, begins: str | None
    ) -> None:
        self.propose_a_change(at, rival, None, "bob")
        if content:
            self.propose_a_change(at, content, begins, "bob")
        else:
            self.propose_a_retirement(at, "bob")
        for by in ("alice", "dora"):
            if self._open(Status.PENDING):
                self.approve_one(0, by, 0, None)
        if self._open(Status.APPROVED):
            self.apply_one(0, "bob", agent=True)

    @precondition(lambda self: self._open())
    @rule(days=st.sampled_from([1, 5]), sweep=st.booleans())
    def wait(self, days: int, sweep: bool) -> None:
        Ahead.days += days
        if sweep:
            self._step(reopen_expired)

    @precondition(lambda self: self._all() and not self._open())
    @rule(
        needed=st.sampled_from([1, 1, 2]),
        four_eyes=st.booleans(),
        days=st.sampled_from([None, 3]),
    )
    def ask_for_more_or_less(self, needed: int, four_eyes: bool, days: int | None) -> None:
        changes = {"approvals_needed": needed, "four_eyes": four_eyes, "approval_days": days}
        self._step(lambda: change_policy(self.project, by=self.people["alice"], **changes))

    def _propose(self, by: str, **fields: object) -> None:
        asked = _asked(**fields)
        actor = page_agent(self.people[by])
        self._step(lambda: propose(self.project, asked, actor=actor))

    def _decide(
        self, decision: Any, rows: list[Proposal], at: int, by: str, old: int, **words: Any
    ) -> None:
        proposal = _of(rows, at)
        person: User = self.people[by]
        seen = proposal.revision + old
        self._step(lambda: decision(proposal, by=person, revision=seen, **words))

    def _step(self, act: Callable[[], object]) -> None:
        """What a step changes and what it tells agree; a refused one does neither."""
        before = Seen.of(self.project)
        try:
            act()
            refused = False
        except Problem:
            refused = True
        after = Seen.of(self.project)
        assert not refused or after == before
        told = AuditEvent.objects.filter(project=self.project, seq__gt=before.events)
        # Conflicts follow from the words alone, and end nothing: they have tests of their own.
        told = told.exclude(type__startswith="conflict.")
        assert Counter(one.type for one in told) == events_between(before, after)

    def _memory(self, at: int) -> str:
        """Mostly one that may be changed: the newest of a lineage, or one still true."""
        rows = list(Memory.objects.in_project(self.project).order_by("-pk"))
        newest = {row.lineage: row for row in reversed(rows)}.values()
        true = Memory.objects.in_project(self.project).authoritative(Instant.now())
        choice = [rows, list(true), *[list(newest)] * 2][at % 4] or rows
        return str(_of(choice, at // 4).public_id)

    def _all(self) -> list[Proposal]:
        return list(
            Proposal.objects.in_project(self.project).select_related("proposer").order_by("-pk")
        )

    def _open(self, *statuses: Status) -> list[Proposal]:
        """The newest first."""
        return [one for one in self._all() if one.status in (statuses or OPEN)]


class Ahead:
    """How far the machine's clock is put forward."""

    days = 0


def _of(rows: list[Row], at: int) -> Row:
    return rows[at % len(rows)]


def _asked(**fields: object) -> Asked:
    return parse_asked({name: value for name, value in fields.items() if value is not None})


def test_the_laws_hold_whoever_does_what_in_any_order(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = timezone.now
    monkeypatch.setattr(timezone, "now", lambda: real() + timedelta(days=Ahead.days))

    run_state_machine_as_test(
        Life,
        settings=settings(
            max_examples=10,
            stateful_step_count=30,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )

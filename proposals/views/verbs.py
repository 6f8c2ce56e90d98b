"""What each form of a proposal's page does: who may, what it sends, the service it calls."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from memory.actors import human
from memory.errors import CameTooLate, InvalidInput, NoChange
from memory.models import User
from memory.roles import Role
from proposals.forms import WORDS, Decision, Rewording, Step
from proposals.models import Proposal
from proposals.services import apply as applying
from proposals.services import rejections, review
from proposals.services.revise import revise as revise_proposal
from proposals.services.standing import refuse_old_page
from proposals.services.withdraw import withdraw as withdraw_proposal
from proposals.states import Status


@dataclass(frozen=True, slots=True)
class Verb:
    needed: Role
    form: type[Step]
    act: Callable[[User, Proposal, Any], Proposal]
    said: str
    did: str
    panel: str = ""

    def panel_for(self, form: Step) -> str:
        """The panel that the form was sent from."""
        if self.panel == "approve" and any(name in form.data for name in WORDS):
            return "edit"
        return self.panel


def _approve(by: User, proposal: Proposal, form: Rewording) -> Proposal:
    return review.approve(
        proposal,
        by=by,
        revision=form.cleaned_data["revision"],
        edited=form.edited(proposal.current.words),
        note=form.cleaned_data["note"],
        password=form.cleaned_data["password"],
    )


def _reject(by: User, proposal: Proposal, form: Decision) -> Proposal:
    typed = form.cleaned_data
    return review.reject(proposal, by=by, revision=typed["revision"], reason=typed["note"])


def _revise(by: User, proposal: Proposal, form: Rewording) -> Proposal:
    edited = form.edited(proposal.current.words)
    if edited is None:
        raise InvalidInput({"content": "write the words it should have"})
    return revise_proposal(proposal, by=by, revision=form.cleaned_data["revision"], edited=edited)


def _withdraw(by: User, proposal: Proposal, form: Step) -> Proposal:
    return withdraw_proposal(proposal, by=by, revision=form.cleaned_data["revision"])


def _revoke(by: User, proposal: Proposal, form: Step) -> Proposal:
    return review.revoke(proposal, by=by, revision=form.cleaned_data["revision"])


def _apply(by: User, proposal: Proposal, form: Step) -> Proposal:
    if proposal.status == Status.APPROVED:
        refuse_old_page(proposal, form.cleaned_data["revision"])
    outcome = applying.apply(proposal, actor=human(by))
    if outcome.proposal.status in (Status.REJECTED, Status.WITHDRAWN):
        raise CameTooLate("This was decided otherwise meanwhile. Nothing was applied.")
    return outcome.proposal


def _lift(by: User, proposal: Proposal, form: Step) -> Proposal:
    if not rejections.lift(proposal, by=by):
        raise NoChange("No rejection stands on this proposal. There is nothing to lift.")
    return proposal


APPROVE = Verb(
    Role.REVIEWER,
    Rewording,
    _approve,
    "You approved exactly these words. Nothing else can be applied.",
    "approved",
    panel="approve",
)
REJECT = Verb(
    Role.REVIEWER,
    Decision,
    _reject,
    "Rejected. The reason goes back to who proposed it.",
    "rejected",
    panel="reject",
)
REVISE = Verb(
    Role.CONTRIBUTOR,
    Rewording,
    _revise,
    "The words are changed. It waits for a reviewer to read them.",
    "changed",
    panel="revise",
)
WITHDRAW = Verb(
    Role.CONTRIBUTOR, Step, _withdraw, "Withdrawn. Nothing in the memory changed.", "withdrawn"
)
REVOKE = Verb(
    Role.REVIEWER, Step, _revoke, "Taken back. It waits for a reviewer once more.", "revoked"
)
APPLY = Verb(Role.CONTRIBUTOR, Step, _apply, "Applied. What agents are told changed.", "applied")
LIFT = Verb(Role.REVIEWER, Step, _lift, "Lifted. The same words may be proposed again.", "lifted")

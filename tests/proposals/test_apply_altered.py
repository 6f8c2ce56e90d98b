"""Rows altered by hand after an approval do not pass for what was approved."""

import pytest

from memory.actors import human
from memory.models import Memory, Project, User
from proposals.models import Proposal
from proposals.services.apply import apply
from proposals.states import Status
from tests.factories import make_proposal


def test_words_altered_after_their_approval_are_not_applied(acme: Project, alice: User) -> None:
    proposal = make_proposal(acme, "Ships are blue.", status=Status.APPROVED)
    revision = proposal.current
    other = make_proposal(acme, "Ships are red.").current
    revision.changes[0] |= {name: other.changes[0][name] for name in ("words", "salt", "digest")}
    revision.digest = other.digest
    revision.save()

    with pytest.raises(RuntimeError):
        apply(proposal, actor=human(alice))

    assert not Memory.objects.exists()


@pytest.mark.parametrize("part", ["words", "salt", "digest"])
def test_a_part_altered_after_its_approval_is_not_applied(
    acme: Project, alice: User, part: str
) -> None:
    proposal = make_proposal(acme, "Ships are blue.", status=Status.APPROVED)
    revision = proposal.current
    revision.changes[0][part] = make_proposal(acme, "Ships are red.").current.changes[0][part]
    revision.save()

    with pytest.raises(RuntimeError):
        apply(proposal, actor=human(alice))

    assert not Memory.objects.exists()


def test_a_status_without_an_approval_applies_nothing(acme: Project, alice: User) -> None:
    proposal = make_proposal(acme, "Ships are blue.")
    Proposal.objects.filter(pk=proposal.pk).update(status=Status.APPROVED)

    with pytest.raises(RuntimeError):
        apply(proposal, actor=human(alice))

    assert not Memory.objects.exists()

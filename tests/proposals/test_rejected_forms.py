"""A rejected text does not come back in disguise; another text is another text."""

import pytest

from memory.actors import human, page_agent
from memory.errors import PreviouslyRejected
from memory.models import Memory, Project, User
from proposals.models import Proposal
from proposals.states import Status
from tests.factories import make_proposal
from tests.proposals.asking import ask_to_create, ask_to_update
from tests.proposals.traces import nothing_changes

FORMS = {
    "another case": "USE mongodb AS THE primary STORE.",
    "spaces": "  Use   MongoDB\nas\tthe primary store. ",
    "a hard space": "Use\u00a0MongoDB as the primary store.",
    "no full stop": "Use MongoDB as the primary store",
    "a dot and a space": "Use MongoDB as the primary store. . ",
    "quotation marks": "\u201cUse MongoDB as the primary store!\u201d",
    "full width": "\uff35\uff53\uff45 MongoDB as the primary store.",
    "a ligature": "Use MongoDB as the primary \ufb06ore.",
    "a leader for a full stop": "Use MongoDB as the primary store\u2024",
    "a zero width space": "Use Mongo\u200bDB as the primary store.",
    "a soft hyphen": "Use Mongo\u00adDB as the primary store.",
    "a word joiner": "\u2060Use MongoDB as the primary store.\ufeff",
    "directions": "\u202eUse MongoDB as the primary store.\u202c",
    "tag characters": "Use MongoDB\U000e0041 as the primary store.",
    "a variation selector": "Use MongoDB as the primary store.\ufe0f",
    "an empty letter": "Use MongoDB\u3164 as the primary store.",
    "line ends": "Use MongoDB\r\nas the primary store.",
}
OTHERS = {
    "a paraphrase": "MongoDB should hold the data.",
    "another word": "Use MongoDB as the secondary store.",
    "a negation": "Do not use MongoDB as the primary store.",
    "a word joined": "Use MongoDB as theprimary store.",
}


@pytest.mark.parametrize("content", FORMS.values(), ids=FORMS)
def test_a_rejected_text_does_not_come_back_in_another_form(
    acme: Project, alice: User, bob: User, storage: Memory, rejected: Proposal, content: str
) -> None:
    with nothing_changes(), pytest.raises(PreviouslyRejected):
        ask_to_update(acme, storage, content, page_agent(bob))
    with nothing_changes(), pytest.raises(PreviouslyRejected):
        ask_to_create(acme, content, human(alice), kind="note")


def test_an_accent_composed_or_not_is_the_same_text(acme: Project, bob: User) -> None:
    make_proposal(acme, "The caf\u00e9 is closed.", status=Status.REJECTED)

    with nothing_changes(), pytest.raises(PreviouslyRejected):
        ask_to_create(acme, "The cafe\u0301 is closed.", page_agent(bob))


@pytest.mark.parametrize("content", OTHERS.values(), ids=OTHERS)
def test_another_text_may_be_proposed(
    acme: Project, bob: User, storage: Memory, rejected: Proposal, content: str
) -> None:
    assert ask_to_update(acme, storage, content, page_agent(bob)).status == Status.PENDING
    assert ask_to_create(acme, content, page_agent(bob)).status == Status.PENDING

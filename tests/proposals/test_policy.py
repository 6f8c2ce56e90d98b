"""Who may approve: pure, from a policy and two people."""

import pytest

from memory.models import Policy
from proposals.policy import in_one_gesture, why_not_review

PROPOSER, ANOTHER = 1, 2


@pytest.mark.parametrize("reviewer", [PROPOSER, ANOTHER])
def test_a_person_alone_may_review_what_they_proposed(reviewer: int) -> None:
    assert not why_not_review(Policy(), proposer_id=PROPOSER, reviewer_id=reviewer)


def test_four_eyes_do_not_count_the_proposers_own() -> None:
    policy = Policy(four_eyes=True)

    assert "four eyes" in why_not_review(policy, proposer_id=PROPOSER, reviewer_id=PROPOSER)
    assert not why_not_review(policy, proposer_id=PROPOSER, reviewer_id=ANOTHER)


def test_what_nobody_proposed_any_more_is_open_to_every_reviewer() -> None:
    policy = Policy(four_eyes=True)

    assert not why_not_review(policy, proposer_id=None, reviewer_id=ANOTHER)


@pytest.mark.parametrize(
    ("policy", "possible"),
    [
        (Policy(), True),
        (Policy(four_eyes=True), False),
        (Policy(approvals_needed=2), False),
        (Policy(confirm_with="password"), True),
    ],
)
def test_ones_own_words_go_through_in_one_gesture_only_where_one_approval_is_enough(
    policy: Policy, possible: bool
) -> None:
    assert in_one_gesture(policy, proposer_id=PROPOSER, reviewer_id=PROPOSER) is possible

"""The guide moves on what it waits for, and on nothing that looks like it."""

import random
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.site.guide_log import MADE, ME, OTHER, PROPOSAL, STEPS, SUBJECT, Log, up_to
from waggle_site.guide.progress import AGAIN, APPLY, APPROVE, BRIEF, DONE, PROPOSE, RECALL
from waggle_site.guide.progress import progress_of as progress_for


def step(log, person=ME):
    return progress_for(person, log.rows).step


@pytest.mark.parametrize("done", range(7))
def test_each_step_follows_the_one_before(done):
    assert step(up_to(done)) == done


def test_nobody_who_began_none_has_one():
    assert progress_for(OTHER, up_to(3).rows) is None
    assert progress_for(ME, Log().briefed().recalled().rows) is None


LOOK_ALIKES = {
    "another tool": (BRIEF, lambda log: log.recalled()),
    "a refused call": (BRIEF, lambda log: log.briefed(ok="RATE_LIMITED")),
    "the page's self-test": (BRIEF, lambda log: log.briefed(origin="self_test")),
    "somebody else's agent": (BRIEF, lambda log: log.briefed(by=OTHER)),
    "a recall that misses": (RECALL, lambda log: log.recalled("memory-9")),
    "a recall of nothing": (RECALL, lambda log: log.call("recall_memory")),
    "a self-test that finds it": (RECALL, lambda log: log.recalled(origin="self_test")),
    "another agent's recall": (RECALL, lambda log: log.recalled(by=OTHER)),
    "a brief that names it": (RECALL, lambda log: log.briefed()),
    "a change of another memory": (PROPOSE, lambda log: log.created(target="memory-9")),
    "a retirement of it": (PROPOSE, lambda log: log.created(operation="retire")),
    "a new memory": (PROPOSE, lambda log: log.created(target="", operation="create")),
    "a person's own proposal": (PROPOSE, lambda log: log.created(kind="human")),
    "another agent's proposal": (PROPOSE, lambda log: log.created(by=OTHER)),
    "a repeat of what was there before": (PROPOSE, lambda log: log.repeated("proposal-0")),
    "a refused proposal": (PROPOSE, lambda log: log.repeated(ok="NO_CHANGE")),
    "a plain approval": (APPROVE, lambda log: log.approved(edited=False)),
    "an approval of another": (APPROVE, lambda log: log.created("p-2").approved("p-2")),
    "somebody else's approval": (APPROVE, lambda log: log.approved(by=OTHER)),
    "an approval by an agent": (APPROVE, lambda log: log.approved(kind="agent")),
    "an edit without approval": (APPROVE, lambda log: log.event("proposal.revised", digest="d")),
    "another one applied": (APPLY, lambda log: log.applied("p-2", "memory-8", "memory-9")),
    "a refused application": (
        APPLY,
        lambda log: log.call("apply_approved_memory_change", PROPOSAL, ok="PROPOSAL_NOT_APPROVED"),
    ),
    "a recall of the old": (AGAIN, lambda log: log.recalled(SUBJECT)),
    "a self-test of the new": (AGAIN, lambda log: log.recalled(MADE, origin="self_test")),
    "a brief of the new": (AGAIN, lambda log: log.call("get_project_brief", MADE)),
    "another agent's recall of it": (AGAIN, lambda log: log.recalled(MADE, by=OTHER)),
}


@pytest.mark.parametrize(("at", "looks_alike"), LOOK_ALIKES.values(), ids=LOOK_ALIKES)
def test_a_look_alike_moves_nothing_and_the_real_thing_still_does(at, looks_alike):
    log = up_to(at)

    looks_alike(log)

    assert step(log) == at
    STEPS[at](log)
    assert step(log) == at + 1


def test_what_happened_before_it_began_does_not_count():
    log = Log().briefed().recalled().created("proposal-0").began()
    assert step(log) == BRIEF

    log.briefed().recalled()

    assert step(log) == PROPOSE
    assert step(log.repeated("proposal-0")) == PROPOSE


def test_a_call_out_of_turn_is_asked_for_again():
    log = Log().began().recalled().briefed()

    assert step(log) == RECALL
    assert step(log.recalled()) == PROPOSE


def test_who_proposed_too_early_only_proposes_the_same_again():
    log = Log().began().created().briefed().recalled()
    assert step(log) == PROPOSE

    log.repeated()

    assert step(log) == APPROVE
    assert progress_for(ME, log.rows).proposal == PROPOSAL


BACK = {
    "rejected": (APPROVE, "proposal.rejected", {}, PROPOSE),
    "withdrawn": (APPROVE, "proposal.withdrawn", {}, PROPOSE),
    "stale": (APPROVE, "proposal.stale", {}, PROPOSE),
    "approved, then stale": (APPLY, "proposal.stale", {}, PROPOSE),
    "approval taken back": (APPLY, "proposal.reopened", {"was": "approved"}, APPROVE),
    "words changed": (APPLY, "proposal.revised", {"digest": "d"}, APPROVE),
    "evidence added": (APPLY, "proposal.revised", {"added": ["evidence"]}, APPLY),
}


@pytest.mark.parametrize(("at", "event", "details", "then"), BACK.values(), ids=BACK)
def test_it_goes_back_to_what_is_to_be_done_again(at, event, details, then):
    log = up_to(at).event(event, **details)

    assert step(log) == then

    log = log.created("p-2").approved("p-2") if then == PROPOSE else log.approved()
    assert step(log) == APPLY


TOOK_IT_BACK = ("proposal.rejected", "proposal.withdrawn", "proposal.stale")


@pytest.mark.parametrize("event", TOOK_IT_BACK)
def test_it_says_what_took_it_back_until_that_is_done_again(event):
    log = up_to(APPROVE).event(event)
    assert progress_for(ME, log.rows).back == log.rows[-1]

    log.created("p-2")

    assert progress_for(ME, log.rows).back is None


def test_it_says_that_another_change_came_first_where_something_was_done_already():
    assert progress_for(ME, up_to(BRIEF).applied("elsewhere", new="m-3").rows).back is None

    back = progress_for(ME, up_to(PROPOSE).applied("elsewhere", new="m-3").rows).back

    assert (back.what, back.first) == ("memory.superseded", SUBJECT)


def test_who_approved_too_early_is_told_to_take_that_back():
    log = Log().began().briefed().created().approved(edited=False).recalled()
    assert step(log) == PROPOSE

    log.repeated()

    assert step(log) == APPROVE
    assert progress_for(ME, log.rows).is_approved_otherwise
    assert step(log.event("proposal.reopened", was="approved").approved()) == APPLY


def test_an_early_approval_that_was_taken_back_leaves_a_proposal_to_go_on_with():
    log = Log().began().briefed().created().approved(edited=False)
    log.event("proposal.reopened", was="approved").recalled().repeated()

    assert step(log) == APPROVE
    assert not progress_for(ME, log.rows).is_approved_otherwise


def test_the_first_of_two_approvals_that_are_needed_is_nothing_to_take_back():
    log = up_to(APPROVE).event("proposal.approved", by=OTHER, edited=False, given=1, needed=2)
    assert not progress_for(ME, log.rows).is_approved_otherwise

    log.event("proposal.approved", by=OTHER, edited=False, given=2, needed=2)

    assert progress_for(ME, log.rows).is_approved_otherwise


def test_another_reviewer_who_thinks_again_leaves_this_persons_approval():
    log = up_to(APPLY).event("proposal.reopened", by=OTHER, was="pending")

    assert step(log) == APPLY


def test_a_plain_approval_is_said_until_it_is_taken_back():
    log = up_to(APPROVE).approved(edited=False)
    assert progress_for(ME, log.rows).is_approved_otherwise

    log.event("proposal.reopened", was="approved")

    assert not progress_for(ME, log.rows).is_approved_otherwise
    assert step(log.approved()) == APPLY


def test_applied_as_proposed_it_asks_for_another_change_of_what_is_true_now():
    log = up_to(APPROVE).approved(edited=False).applied()
    assert step(log) == PROPOSE
    assert progress_for(ME, log.rows).subject == MADE

    log.created("p-2", MADE).approved("p-2").applied("p-2", MADE, "memory-3").recalled("memory-3")

    assert step(log) == DONE


def test_it_follows_the_lineage_when_another_change_comes_first():
    log = up_to(RECALL).applied("elsewhere", SUBJECT, "memory-3")

    assert step(log.recalled(SUBJECT)) == RECALL
    assert step(log.recalled("memory-3")) == PROPOSE


def test_what_it_made_may_be_changed_before_it_is_recalled():
    log = up_to(AGAIN).applied("elsewhere", MADE, "memory-3")

    assert step(log.recalled("memory-3")) == DONE


@pytest.mark.parametrize(
    ("at", "ended"), [(BRIEF, SUBJECT), (PROPOSE, SUBJECT), (APPLY, SUBJECT), (AGAIN, MADE)]
)
@pytest.mark.parametrize("event", ["memory.retired", "memory.erased"])
def test_without_its_memory_only_another_beginning_helps(at, ended, event):
    log = up_to(at).event(event, ended)
    assert progress_for(ME, log.rows).is_lost

    STEPS[at](log)
    assert step(log) == at

    log.began(memory="memory-5")
    assert progress_for(ME, log.rows) == replace(
        progress_for(ME, Log().began(memory="memory-5").rows), person=ME
    )


def test_done_is_done():
    log = up_to(DONE)
    done = progress_for(ME, log.rows)

    log.event("memory.retired", MADE).event("proposal.reopened").began(by=OTHER).briefed()

    assert progress_for(ME, log.rows) == done


def test_a_restart_counts_from_itself():
    log = up_to(DONE).began(memory=MADE)

    assert step(log) == BRIEF
    assert step(log.briefed().recalled(SUBJECT)) == RECALL


def test_two_people_have_guides_of_their_own():
    log = Log().began().began(by=OTHER).briefed(by=OTHER)

    assert (step(log), step(log, OTHER)) == (BRIEF, RECALL)


ids = st.sampled_from([SUBJECT, MADE, "memory-9", PROPOSAL, "p-2"])
anybody = st.sampled_from([ME, OTHER])
acts = st.one_of(
    st.builds(lambda **call: ("briefed", call), by=anybody),
    st.builds(lambda *found, **call: ("recalled", call, *found), ids, ids, by=anybody),
    st.builds(
        lambda proposal, target, **more: ("created", more, proposal, target), ids, ids, by=anybody
    ),
    st.builds(lambda one, **call: ("repeated", call, one), ids, by=anybody),
    st.builds(lambda one, **how: ("approved", how, one), ids, edited=st.booleans(), by=anybody),
    st.builds(lambda *which: ("applied", {}, *which), ids, ids, ids),
    st.builds(
        lambda what, one: ("event", {}, what, one),
        st.sampled_from(
            [
                "proposal.rejected",
                "proposal.stale",
                "proposal.reopened",
                "proposal.withdrawn",
                "memory.retired",
                "memory.erased",
            ]
        ),
        ids,
    ),
    st.just(("began", {})),
)


def written(done, story):
    log = up_to(done)
    for verb, named, *given_ids in story:
        if verb == "go on":
            STEPS[step(log) % DONE](log)
        else:
            getattr(log, verb)(*given_ids, **named)
    return log.rows


# The guide goes on in between: stories of accidents alone would not get far.
story = st.lists(st.one_of(st.just(("go on", {})), acts), max_size=20)
stories = st.builds(written, st.integers(0, DONE), story)


@given(stories, st.randoms(use_true_random=False))
def test_only_what_is_on_record_counts_not_the_order_it_is_read_in(rows, chance: random.Random):
    shuffled = chance.sample(rows, len(rows))

    assert progress_for(ME, shuffled) == progress_for(ME, rows)


@given(stories)
def test_one_thing_that_happens_is_at_most_one_step(rows):
    steps = [progress_for(ME, rows[:end]).step for end in range(1, len(rows) + 1)]

    assert all(after - before <= 1 for before, after in pairwise(steps))


@given(stories)
def test_what_stands_on_record_for_a_step_is_of_its_kind(rows):
    progress = progress_for(ME, rows)

    kinds = [
        {"get_project_brief"},
        {"recall_memory"},
        {"proposal.created", "propose_memory_change"},
        {"proposal.approved"},
        {"proposal.applied"},
        {"recall_memory"},
    ]
    for receipt, kind in zip(progress.receipts, kinds, strict=False):
        assert receipt.what in kind
        assert receipt.origin != "self_test"


@given(stories)
def test_forgetting_other_calls_takes_nothing_away(rows):
    progress = progress_for(ME, rows)

    kept = [one for one in rows if not one.origin or one in progress.receipts]

    assert progress_for(ME, kept) == progress


@given(stories, st.data())
def test_the_self_test_and_strangers_change_nothing_wherever_they_stand(rows, data):
    before = progress_for(ME, rows)
    noise = [replace(one, origin="self_test") for one in rows if one.origin]
    noise += [
        replace(one, actor={**one.actor, "user_id": OTHER})
        for one in rows
        if one.origin or one.what == "guide.started"
    ]
    if noise:
        noise = data.draw(st.lists(st.sampled_from(noise)))

    assert progress_for(ME, [*rows, *noise]) == before

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from memory.actors import human, page_agent
from memory.models import AuditEvent, Memory
from memory.services.projects import change_policy
from proposals.changes import Asked, Edited
from proposals.models import Proposal
from proposals.services.apply import apply
from proposals.services.propose import propose_batch
from proposals.services.review import approve
from proposals.services.revise import revise
from proposals.states import Status
from tests.factories import make_memory, make_proposal
from tests.pages.sent import decide, forms_for, page_of

VERBS = ("approve", "reject", "withdraw", "revise", "revoke", "apply", "lift")
HTMX = {"HX-Request": "true"}


@pytest.fixture
def proposal(acme, bob, storage):
    return make_proposal(
        acme, "Use SQLite and remove Neo4j.", target=storage, by=bob, reason="It needs no server."
    )


@pytest.fixture
def as_alice(browse, alice):
    return browse(alice)


def shown(answer):
    return re.sub(r"\s+", " ", answer.content.decode())


def status_of(proposal):
    return Proposal.objects.get(pk=proposal.pk).status


def words_of(proposal):
    return Proposal.objects.get(pk=proposal.pk).current.words


def events(proposal):
    rows = AuditEvent.objects.filter(object_id=str(proposal.public_id)).order_by("seq")
    return [event.type for event in rows]


def test_a_plain_approval_takes_the_words_as_proposed(as_alice, proposal):
    form = forms_for(as_alice.get(page_of(proposal)), "approve")[0]

    answer = as_alice.post(f"{page_of(proposal)}approve/", form)

    assert (answer.status_code, answer["Location"]) == (303, page_of(proposal))
    assert status_of(proposal) == Status.APPROVED
    assert words_of(proposal).content == "Use SQLite and remove Neo4j."


def test_content_alone_is_an_edit(as_alice, proposal):
    form = forms_for(as_alice.get(page_of(proposal)), "approve")[0]
    final = "Use SQLite by default; Neo4j remains optional."

    answer = as_alice.post(
        f"{page_of(proposal)}approve/", form | {"content": final, "note": "Keep it possible."}
    )

    assert answer.status_code == 303
    words = words_of(proposal)
    assert (words.content, words.title, words.tags) == (final, "Storage", ["storage"])
    review = proposal.reviews.get()
    assert (review.edited, review.note) == (True, "Keep it possible.")


def test_the_edit_form_as_it_stands_is_no_edit(as_alice, proposal):
    form = forms_for(as_alice.get(page_of(proposal)), "approve")[1]
    form["content"] = form["content"].removeprefix("\n")

    as_alice.post(f"{page_of(proposal)}approve/", form | {"kind": "decision"})

    assert status_of(proposal) == Status.APPROVED
    assert not proposal.reviews.get().edited


def test_windows_line_ends_are_no_edit(as_alice, acme, bob):
    proposal = make_proposal(acme, "One.\nTwo.", by=bob)

    decide(as_alice, proposal, "approve", content="One.\r\nTwo.")

    assert not proposal.reviews.get().edited


def test_tags_come_by_comma_or_line_and_untouched_ones_stay(as_alice, acme, bob):
    proposal = make_proposal(acme, "A text.", by=bob, tags=["one, two", "three"])
    decide(as_alice, proposal, "approve", content="A better text.", tags="one, two, three")
    other = make_proposal(acme, "Another text.", by=bob, tags=["old"])

    decide(as_alice, other, "approve", tags="new,  newer\nnewest,")

    assert words_of(proposal).tags == ["one, two", "three"]
    assert words_of(other).tags == ["new", "newer", "newest"]


@pytest.mark.parametrize(
    ("field", "typed", "reason"),
    [
        ("content", "", "Is blank"),
        ("content", " \u200b\n", "Is blank"),
        ("content", "x" * 20_001, "more than 20,000 characters"),
        ("content", "a\x00b", "U+0000"),
        ("title", "two\nlines", "Is one line"),
        ("title", "x" * 201, "more than 200 characters"),
        ("kind", "nonsense", "Input should be"),
        ("tags", ",".join(f"t{n}" for n in range(21)), "more than 20 entries"),
    ],
)
def test_a_field_that_cannot_be_is_refused_beside_it(as_alice, proposal, field, typed, reason):
    edit = {"content": "My careful words.", "title": "My title", "note": "My note"}

    answer = decide(as_alice, proposal, "approve", **(edit | {field: typed}))

    assert answer.status_code == 422
    page = shown(answer)
    assert reason in page
    for name, kept in edit.items():
        assert name == field or kept in page
    assert status_of(proposal) == Status.PENDING
    assert events(proposal) == ["proposal.created"]


def test_twenty_thousand_code_points_are_the_bound(as_alice, acme, bob):
    longest = "🐝" * 10_000 + "\r\n" + "x" * 9_999
    proposal = make_proposal(acme, by=bob)

    answer = decide(as_alice, proposal, "approve", content=longest)

    assert answer.status_code == 303
    assert len(words_of(proposal).content) == 20_000


def test_a_megabyte_is_refused_and_given_back(as_alice, proposal):
    answer = decide(as_alice, proposal, "approve", content="long " * 200_000)

    assert answer.status_code == 422
    assert "long " * 200_000 in answer.content.decode()


def test_an_old_page_is_told_what_changed(as_alice, bob, proposal):
    revise(proposal, by=bob, revision=1, edited=Edited(content="Use SQLite and keep Neo4j."))

    answer = decide(as_alice, proposal, "approve", note="Looks fine.")

    assert answer.status_code == 409
    page = shown(answer)
    assert "The words changed since you opened this page" in page
    assert "<del>remove</del><ins>keep</ins>" in page
    assert "Looks fine." in page
    assert status_of(proposal) == Status.PENDING


def test_an_old_page_keeps_the_edit_for_the_words_of_now(as_alice, bob, proposal):
    revise(proposal, by=bob, revision=1, edited=Edited(content="Use SQLite and keep Neo4j."))

    answer = decide(as_alice, proposal, "approve", content="My own words.", title="Mine")
    form = forms_for(answer, "approve")[0]

    assert answer.status_code == 409
    assert form["content"].strip("\n") == "My own words."
    assert (form["revision"], form["title"]) == ("2", "Mine")


def test_a_second_click_is_one_decision(as_alice, proposal):
    decide(as_alice, proposal, "approve")

    again = decide(as_alice, proposal, "approve", note="Again.")

    assert again.status_code == 409
    assert "You approved this already, today" in shown(again)
    assert "Again." in shown(again)
    assert events(proposal) == ["proposal.created", "proposal.approved"]


def test_who_comes_too_late_reads_who_was_faster(browse, alice, dora, proposal):
    approve(proposal, by=dora, revision=1)

    answer = decide(browse(alice), proposal, "reject", note="No, because.")

    assert answer.status_code == 409
    assert "dora approved this already, today" in shown(answer)
    assert "No, because." in shown(answer)
    assert status_of(proposal) == Status.APPROVED


def test_a_rejection_gives_its_reason(as_alice, proposal):
    answer = decide(as_alice, proposal, "reject", note="Goes too far.\r\nKeep Neo4j.")

    assert answer.status_code == 303
    assert proposal.reviews.get().note == "Goes too far.\nKeep Neo4j."


def test_a_rejection_without_a_reason_is_asked_for_one(as_alice, proposal):
    answer = decide(as_alice, proposal, "reject", note="  ")

    assert answer.status_code == 422
    assert "Say why" in shown(answer)
    assert re.search(r'<dialog[^>]* id="reject"[^>]* open', shown(answer))


def test_words_rejected_before_are_refused_with_the_reason(as_alice, acme, alice, bob, storage):
    make_proposal(acme, "Use files.", target=storage, status=Status.REJECTED)
    proposal = make_proposal(acme, "Use SQLite.", target=storage, by=bob)

    answer = decide(as_alice, proposal, "approve", content="use FILES!")

    assert answer.status_code == 409
    assert "These words were rejected before" in shown(answer)
    assert "Not so." in shown(answer)
    assert "use FILES!" in shown(answer)


def test_an_edit_back_to_the_record_is_no_change(as_alice, proposal):
    answer = decide(as_alice, proposal, "approve", content="Use Neo4j as the primary store.")

    assert answer.status_code == 409
    assert "exactly the memory&#x27;s current words" in shown(answer)


def test_a_lifted_rejection_may_be_proposed_again(as_alice, acme, storage):
    proposal = make_proposal(acme, "Use files.", target=storage, status=Status.REJECTED)

    assert decide(as_alice, proposal, "lift").status_code == 303
    assert make_proposal(acme, "Use files.", target=storage).status == Status.PENDING
    assert "lifted" in shown(as_alice.get(page_of(proposal)))


def test_a_target_that_changed_makes_it_stale_and_says_so(as_alice, acme, proposal, storage):
    # As if the change came from outside: the rivals were not told.
    proposal.targets.update(fingerprint="sha256:" + "0" * 64)

    answer = decide(as_alice, proposal, "approve", content="My words.")

    assert answer.status_code == 409
    assert "Nothing was approved" in shown(answer)
    assert "My words." in shown(answer)
    assert status_of(proposal) == Status.STALE


def test_an_overtaken_proposal_cannot_be_approved(as_alice, acme, proposal, storage):
    winner = make_memory(acme, "Use files.", supersedes=storage)

    answer = decide(as_alice, proposal, "approve")

    assert answer.status_code == 409
    assert "This was overtaken" in shown(answer)
    assert winner.label in shown(answer)


def test_apply_now_records_exactly_what_was_approved(browse, bob, alice, acme, proposal):
    approve(proposal, by=alice, revision=1)

    answer = decide(browse(bob), proposal, "apply")

    assert answer.status_code == 303
    assert status_of(proposal) == Status.APPLIED
    assert Memory.objects.filter(content="Use SQLite and remove Neo4j.").count() == 1


def test_applying_twice_is_one_effect(browse, bob, alice, proposal):
    approve(proposal, by=alice, revision=1)
    client = browse(bob)

    answers = [decide(client, proposal, "apply").status_code for _ in range(2)]

    assert answers == [303, 303]
    assert events(proposal).count("proposal.applied") == 1


def test_apply_from_an_old_page_applies_nothing(browse, bob, alice, proposal):
    approve(proposal, by=alice, revision=1, edited=Edited(content="Other words."))

    answer = decide(browse(bob), proposal, "apply", revision=1)

    assert answer.status_code == 409
    assert status_of(proposal) == Status.APPROVED


def test_an_approval_that_waited_too_long_waits_once_more(browse, bob, alice, acme, proposal):
    change_policy(acme, by=alice, approval_days=1)
    approve(proposal, by=alice, revision=1)
    Proposal.objects.update(expires_at=timezone.now() - timedelta(minutes=1))

    answer = decide(browse(bob), proposal, "apply")

    assert answer.status_code == 409
    assert "Nothing was applied" in shown(answer)
    assert status_of(proposal) == Status.PENDING


def test_an_approval_can_be_taken_back(as_alice, alice, proposal):
    approve(proposal, by=alice, revision=1)

    assert decide(as_alice, proposal, "revoke").status_code == 303
    assert status_of(proposal) == Status.PENDING


def test_its_proposer_rewords_and_withdraws(browse, bob, proposal):
    client = browse(bob)

    reworded = decide(client, proposal, "revise", content="Use SQLite; Neo4j stays.")
    proposal.refresh_from_db()
    withdrawn = decide(client, proposal, "withdraw")

    assert (reworded.status_code, withdrawn.status_code) == (303, 303)
    assert words_of(proposal).content == "Use SQLite; Neo4j stays."
    assert status_of(proposal) == Status.WITHDRAWN


def test_rewording_needs_words(browse, bob, proposal):
    assert decide(browse(bob), proposal, "revise").status_code == 422
    assert decide(browse(bob), proposal, "revise", content="").status_code == 422


def test_the_password_is_asked_where_policy_says_so(as_alice, alice, acme, proposal):
    change_policy(acme, by=alice, confirm_with="password")

    without = decide(as_alice, proposal, "approve", content="My words.", note="My note.")
    wrong = decide(as_alice, proposal, "approve", password="wrong")
    right = decide(as_alice, proposal, "approve", password="a long password")

    assert (without.status_code, wrong.status_code, right.status_code) == (422, 422, 303)
    assert "Type your password" in shown(without)
    assert "My words." in shown(without)
    assert "wrong" not in shown(wrong)
    assert proposal.reviews.get().confirmed_with == "password"


def test_four_eyes_refuses_ones_own_and_ones_agents(browse, alice, dora, acme, storage):
    change_policy(acme, by=alice, four_eyes=True)
    own = make_proposal(acme, "Use SQLite.", target=storage, by=alice)

    refused = decide(browse(alice), own, "approve", note="Mine.")

    assert refused.status_code == 403
    assert "four eyes" in shown(refused)
    assert "Mine." in shown(refused)
    assert decide(browse(dora), own, "approve").status_code == 303


def test_a_single_person_may_decide_alone_by_default(as_alice, alice, acme):
    own = make_proposal(acme, by=alice)

    assert decide(as_alice, own, "approve").status_code == 303


@pytest.mark.parametrize("verb", VERBS)
def test_asking_for_a_decision_decides_nothing(as_alice, proposal, verb):
    for method in (as_alice.get, as_alice.head):
        answer = method(f"{page_of(proposal)}{verb}/")
        assert (answer.status_code, answer["Location"]) == (302, page_of(proposal))
    assert as_alice.put(f"{page_of(proposal)}{verb}/").status_code == 405
    assert events(proposal) == ["proposal.created"]


@pytest.mark.parametrize("verb", ["approve", "reject", "revoke", "lift"])
def test_contributors_do_not_review(browse, bob, proposal, verb):
    answer = decide(browse(bob), proposal, verb, note="x", content="y")

    assert answer.status_code == 403
    assert events(proposal) == ["proposal.created"]


@pytest.mark.parametrize("verb", VERBS)
def test_viewers_outsiders_and_strangers_decide_nothing(browse, vera, charlie, proposal, verb):
    answers = [decide(browse(one), proposal, verb, note="x") for one in (vera, charlie, None)]

    assert [answer.status_code for answer in answers] == [403, 404, 302]
    assert events(proposal) == ["proposal.created"]


@pytest.mark.parametrize("verb", ["revise", "withdraw"])
def test_only_its_proposer_rewords_or_withdraws(as_alice, proposal, verb):
    answer = decide(as_alice, proposal, verb, content="Mine now.")

    assert answer.status_code == 403
    assert events(proposal) == ["proposal.created"]


def test_without_the_token_of_the_form_nothing_is_decided(browse, alice, proposal):
    client = browse(alice, enforce_csrf_checks=True)

    assert decide(client, proposal, "approve").status_code == 403
    assert status_of(proposal) == Status.PENDING


def test_forged_names_in_a_form_change_nobody(as_alice, alice, proposal):
    decide(as_alice, proposal, "approve", reviewer="dora", actor="system", by="dora")

    assert proposal.reviews.get().reviewer == alice


@pytest.mark.parametrize("revision", ["", "x", "0", "-1", "1.5"])
def test_a_form_without_its_revision_is_sent_back(as_alice, proposal, revision):
    answer = decide(as_alice, proposal, "approve", revision=revision, content="My words.")

    assert answer.status_code == 422
    assert "My words." in shown(answer)
    assert status_of(proposal) == Status.PENDING


def test_htmx_gets_fragments(as_alice, alice, acme, proposal):
    refused = decide(as_alice, proposal, "reject", note="", headers=HTMX)
    accepted = decide(as_alice, proposal, "approve", headers=HTMX)
    late = decide(as_alice, proposal, "approve", headers=HTMX)

    assert [one.status_code for one in (refused, accepted, late)] == [422, 200, 409]
    for answer in (refused, accepted, late):
        assert "<html" not in shown(answer)
        assert 'id="proposal"' in shown(answer)
    assert "data-accepted" in shown(accepted)
    assert "pane--frozen" in shown(accepted)


def test_a_boosted_form_gets_pages_and_keeps_its_address(as_alice, proposal):
    boosted = HTMX | {"HX-Boosted": "true"}

    refused = decide(as_alice, proposal, "reject", note="", headers=boosted)
    accepted = decide(as_alice, proposal, "approve", headers=boosted)

    assert (refused.status_code, accepted.status_code) == (422, 303)
    assert refused["HX-Push-Url"] == "false"
    assert "<html" in shown(refused)


def test_what_would_change_is_told_while_one_writes(as_alice, proposal):
    answer = as_alice.post(f"{page_of(proposal)}compare/", {"content": "Use SQLite, keep Neo4j."})

    assert "Against the proposal" in shown(answer)
    assert "Against the record" in shown(answer)
    assert events(proposal) == ["proposal.created"]


def test_a_batch_is_decided_whole(as_alice, acme, alice, bob):
    asked = [Asked(operation="create", kind="fact", content=f"Fact {n}.") for n in range(3)]
    batch = propose_batch(acme, asked, actor=human(bob)).proposal

    edited = decide(as_alice, batch, "approve", content="One text.")
    approved = decide(as_alice, batch, "approve")
    outcome = apply(batch, actor=page_agent(bob))

    assert (edited.status_code, approved.status_code) == (422, 303)
    assert len(outcome.memories) == 3

import pytest

from memory.actors import human, page_agent
from memory.services.projects import change_policy
from proposals.changes import Asked
from proposals.services.apply import apply
from proposals.services.propose import propose_batch
from proposals.states import Status
from tests.factories import make_proposal
from tests.pages.seen import events, shown, status_of, words_of
from tests.pages.sent import decide, forms_for, page_of


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


def test_a_batch_is_decided_whole(as_alice, acme, alice, bob):
    asked = [Asked(operation="create", kind="fact", content=f"Fact {n}.") for n in range(3)]
    batch = propose_batch(acme, asked, actor=human(bob)).proposal

    edited = decide(as_alice, batch, "approve", content="One text.")
    approved = decide(as_alice, batch, "approve")
    outcome = apply(batch, actor=page_agent(bob))

    assert (edited.status_code, approved.status_code) == (422, 303)
    assert len(outcome.memories) == 3


def test_what_would_change_is_told_while_one_writes(as_alice, proposal):
    answer = as_alice.post(f"{page_of(proposal)}compare/", {"content": "Use SQLite, keep Neo4j."})

    assert "Against the proposal" in shown(answer)
    assert "Against the record" in shown(answer)
    assert events(proposal) == ["proposal.created"]

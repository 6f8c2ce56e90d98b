"""Members talk about a proposal: no decision covers it, and its words are in one place only."""

import pytest

from memory.actors import human
from memory.errors import RateLimited
from memory.models import AuditEvent
from memory.services.projects import close_project, remove_member
from proposals.models import Comment, Proposal
from proposals.services.comment import comment, talk_about
from proposals.services.review import approve, revoke
from tests.factories import make_proposal
from tests.pages.seen import events, shown
from tests.pages.sent import forms_for, page_of
from tests.proposals.everywhere import tables_with

WORD = "zanzibarquokka"


def say(client, proposal, text, **fields):
    return client.post(f"{page_of(proposal)}comments/", {"text": text, **fields})


def test_what_a_member_says_stands_on_the_page_and_in_one_table(browse, bob, proposal, read):
    answer = say(browse(bob), proposal, f"Why not both?\n{WORD}")

    said = Comment.objects.get()
    assert answer["Location"] == f"{page_of(proposal)}#comment-{said.public_id}"
    assert WORD in shown(read(proposal))
    assert tables_with(WORD) == {"proposals_comment"}
    assert events(proposal)[-1] == "proposal.commented"
    assert set(AuditEvent.objects.latest("pk").details) == {"comment", "digest"}


def test_no_decision_covers_it(alice, bob, proposal):
    digest, revision = proposal.current.digest, proposal.revision
    comment(proposal, by=bob, text="A remark.")

    approved = approve(proposal, by=alice, revision=revision)
    comment(approved, by=alice, text="Another.")

    kept = Proposal.objects.get(pk=proposal.pk)
    assert (kept.revision, kept.current.digest, kept.status) == (revision, digest, "approved")
    assert kept.reviews.get().digest == digest


def test_only_members_are_named(browse, bob, acme, alice, proposal, read):
    say(browse(bob), proposal, "@alice, @Alice. @charlie a@alice @alicea @nobody <b>@alice</b>")

    page = shown(read(proposal))
    assert Comment.objects.get().mentions == {"alice": alice.pk}
    assert page.count('<strong class="mention">@alice</strong>') == 2
    assert '<strong class="mention">@Alice</strong>.' in page
    assert "@charlie a@alice @alicea @nobody &lt;b&gt;" in page


def test_hidden_characters_in_it_are_shown(bob, proposal, read):
    comment(proposal, by=bob, text="Trust\u200bme.")

    page = shown(read(proposal))

    assert "1 hidden character." in page
    assert "zero width space U+200B" in page


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (" \u200b\n", "Write something first."),
        ("🐝" * 4_001, "at most 4000 characters"),
        ("a\x01b", "U+0001"),
    ],
)
def test_what_can_not_be_kept_is_refused_with_all_that_was_typed(browse, bob, proposal, text, told):
    answer = say(browse(bob), proposal, text)

    assert answer.status_code == 422
    assert told in shown(answer)
    assert not Comment.objects.exists()


def test_the_longest_is_counted_in_code_points(browse, bob, proposal):
    assert say(browse(bob), proposal, "🐝" * 4_000).status_code == 303


def test_the_same_form_twice_is_one_comment(browse, bob, proposal):
    client = browse(bob)
    [form] = forms_for(client.get(page_of(proposal)), "comments")

    first, second = (say(client, proposal, "Once.", key=form["key"]) for _ in range(2))

    assert first["Location"] == second["Location"]
    assert Comment.objects.count() == 1


def test_its_author_or_an_owner_takes_it_away_and_nobody_else(browse, alice, bob, dora, proposal):
    mine, other = (comment(proposal, by=bob, text=f"{WORD} {at}.") for at in range(2))

    def take(person, one):
        return browse(person).post(f"{page_of(proposal)}comments/{one.public_id}/remove/")

    assert take(dora, mine).status_code == 403
    assert (
        browse(bob).get(f"{page_of(proposal)}comments/{mine.public_id}/remove/").status_code == 302
    )
    assert tables_with(WORD)
    assert take(bob, mine).status_code == take(alice, other).status_code == 303
    assert tables_with(WORD) == set()
    page = shown(browse(dora).get(page_of(proposal)))
    assert "Taken away by who wrote it." in page
    assert "took a comment away" in page


def test_another_proposals_comment_is_not_here(browse, alice, acme, bob, proposal):
    elsewhere = comment(make_proposal(acme), by=bob, text="There.")

    answer = browse(alice).post(f"{page_of(proposal)}comments/{elsewhere.public_id}/remove/")

    assert answer.status_code == 404
    assert Comment.objects.get().text == "There."


def test_a_viewer_reads_and_an_outsider_sees_nothing(browse, vera, charlie, bob, proposal):
    comment(proposal, by=bob, text="Read me.")

    page = browse(vera).get(page_of(proposal))
    assert "Read me." in shown(page)
    assert not forms_for(page, "comments")
    assert say(browse(vera), proposal, "Me too.").status_code == 403
    assert say(browse(charlie), proposal, "And I.").status_code == 404
    assert Comment.objects.count() == 1


def test_a_reviewer_asks_for_a_change_and_nobody_else_is_offered_to(browse, acme, alice, bob, dora):
    proposal = make_proposal(acme, by=bob)
    assert "Ask for a change" in shown(browse(alice).get(page_of(proposal)))
    assert "Ask for a change" not in shown(browse(bob).get(page_of(proposal)))

    answer = say(browse(alice), proposal, "Which bees?", asks="1")

    assert answer.status_code == 303
    page = shown(browse(dora).get(page_of(proposal)))
    assert "Waiting for a change" in page
    assert "asks for a change" in page
    assert "asked for a change" in page
    refused = say(browse(bob), proposal, "Me too?", asks="1")
    assert refused.status_code == 403
    assert "Me too?" in shown(refused)


def test_nobody_is_asked_who_can_not_answer(browse, acme, alice, bob):
    proposal = make_proposal(acme, by=bob)
    say(browse(alice), proposal, "Which bees?", asks="1")
    page = browse(alice).get(page_of(proposal)).content.decode()
    assert "Waiting for a change" in page
    assert 'name="asks"' in page

    remove_member(acme, bob, by=alice)

    page = browse(alice).get(page_of(proposal)).content.decode()
    assert "Waiting for you" in page
    assert "Waiting for a change" not in page
    assert 'name="asks"' not in page


def test_who_is_asked_comes_upon_it_first(browse, acme, alice, bob):
    waits = make_proposal(acme, by=bob)
    asked = make_proposal(acme, "Use SQLite.", by=bob)
    inbox = "/p/acme/proposals/"
    assert 'aria-current="page">Waits on others' in shown(browse(bob).get(inbox))

    comment(asked, by=alice, text="For what?", asks=True)

    page = shown(browse(bob).get(inbox))
    assert 'aria-current="page">Needs you <span class="num">1</span>' in page
    assert f'id="row-{asked.label}"' in page
    assert f'id="row-{waits.label}"' not in page
    assert f'id="row-{waits.label}"' in shown(browse(bob).get(f"{inbox}?queue=others"))


def test_a_closed_project_takes_none(browse, alice, acme, bob, proposal):
    close_project(acme, actor=human(alice))

    answer = say(browse(bob), proposal, "Too late.")

    assert answer.status_code == 403
    assert "Too late." in shown(answer)


def test_a_flood_is_told_to_wait(acme, bob, proposal):
    for at in range(20):
        comment(proposal, by=bob, text=f"{at}")

    with pytest.raises(RateLimited):
        comment(proposal, by=bob, text="One more.")


def test_it_is_no_reason_why_a_proposal_waits_once_more(read, alice, bob, proposal):
    approve(proposal, by=alice, revision=1)
    revoke(proposal, by=alice, revision=1)
    comment(proposal, by=bob, text="Hm.")

    assert "The approval was taken back" in shown(read(proposal))


def test_of_many_the_newest_are_shown_in_as_many_queries(
    read, acme, alice, bob, proposal, django_assert_num_queries
):
    comments = [
        Comment(
            proposal=proposal,
            author=bob,
            by={"kind": "human", "name": "bob"},
            text=f"No. {at}.",
            at=proposal.created_at,
        )
        for at in range(60)
    ]
    Comment.objects.bulk_create(comments)

    assert "Show 10 earlier" in shown(read(proposal))
    assert "No. 9." not in shown(read(proposal))
    assert "No. 9." in shown(read(proposal, "?comments=all"))
    access = type("Seen", (), {"project": acme, "user": alice})()
    with django_assert_num_queries(3):
        talk_about(access, proposal)

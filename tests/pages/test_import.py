"""An owner's file: looked at before anything of it is recorded, then brought in once."""

import json
from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

from companion.models import Entry
from memory import limits
from memory.actors import human
from memory.models import Memory
from memory.roles import Role
from memory.services.projects import change_policy, close_project
from proposals.models import Proposal, Upload
from proposals.services.review import reject
from proposals.services.uploads import forget_old_uploads
from proposals.states import Status
from tests.factories import join, make_memory, make_project, make_user
from tests.pages.seen import shown
from tests.proposals.peers import abhi, node

SENDING = "/p/acme/import/"


def lines(*found):
    return "\n".join(json.dumps(one) for one in found).encode()


def fact(content, **more):
    return {"kind": "fact", "content": content, **more}


TWO = lines(fact("Ships are blue."), fact("Boats are red.", title="Boats", tags=["a"]))


def send(browser, content=TWO, name="notes.jsonl", to=SENDING):
    return browser.post(to, {"file": SimpleUploadedFile(name, content)})


@pytest.fixture
def sent(as_alice, acme):
    """The page of a file that alice sent."""

    def run(content=TWO, name="notes.jsonl"):
        answer = send(as_alice, content, name)
        assert answer.status_code == 303
        return answer["Location"]

    return run


def bring(browser, page, **more):
    return browser.post(page, {"do": "bring", **more})


def test_a_file_is_shown_and_nothing_is_recorded(as_alice, acme, sent):
    before = acme.events.count()

    page = shown(as_alice.get(sent()))

    assert "<dd>2 facts</dd>" in page
    assert "Ships are blue." in page
    assert "Bring in 2 memories" in page
    assert acme.events.count() == before
    assert not Proposal.objects.exists()


def test_brought_in_it_went_through_a_reviewed_batch_and_its_words_are_kept_no_longer(
    as_alice, sent
):
    answer = bring(as_alice, page := sent())

    told = shown(as_alice.get(page))
    assert (answer.status_code, answer["Location"]) == (303, page)
    assert "2 memories" in told
    assert "P-0001" in told
    assert {one.content for one in Memory.objects.all()} == {"Ships are blue.", "Boats are red."}
    assert Proposal.objects.get().status == Status.APPLIED
    assert bytes(Upload.objects.get().content) == b""


EVIDENCE = lines(
    {"type": "subject", "subject_id": "pump-7", "label": "Pump 7"},
    {"type": "entry", "subject_id": "pump-7", "text": "It leaks.", "confirmed_at": "2020-01-01"},
    {"type": "entry", "subject_id": "pump-7", "text": "Its key is AKIAIOSFODNN7EXAMPLE\u200b."},
)


def test_evidence_is_counted_looked_through_and_confirmed_once(as_alice, acme, sent):
    page = sent(EVIDENCE + b"\n" + TWO)
    looked = shown(as_alice.get(page))
    assert not Entry.objects.exists()
    bring(as_alice, page)
    told = shown(as_alice.get(page))
    again = sent(EVIDENCE + b"\n" + TWO)

    assert "2 entries about 1 subject, kept word for word" in looked
    assert "Who confirmed it elsewhere is kept as the file" in looked
    assert "Bring in 2 memories and confirm 2 entries" in looked
    assert "(line 3)" in looked
    assert "zero width space U+200B" in looked
    assert "2 entries" in told
    assert Entry.objects.count() == 2
    assert "2 entries of the same file came in before" in shown(as_alice.get(again))
    bring(as_alice, again)
    assert "2 entries, from an earlier time" in shown(as_alice.get(again))
    assert Entry.objects.count() == 2


def test_a_file_of_evidence_alone_leaves_no_batch(as_alice, sent):
    page = sent(EVIDENCE)

    assert "Confirm 2 entries" in shown(as_alice.get(page))
    bring(as_alice, page)
    told = shown(as_alice.get(page))
    assert "2 entries" in told
    assert "Batches" not in told
    assert not Proposal.objects.exists()


def test_a_second_click_brings_nothing_in_again(as_alice, acme, sent):
    bring(as_alice, page := sent())
    events = acme.events.count()

    assert bring(as_alice, page).status_code == 303
    bring(as_alice, sent())

    assert acme.events.count() == events
    assert Memory.objects.count() == 2


def test_the_same_file_again_says_that_it_is_here(as_alice, sent):
    bring(as_alice, sent())
    again = sent()

    looked = shown(as_alice.get(again))
    bring(as_alice, again)

    assert "The same file was brought in before" in looked
    assert "2, from an earlier time" in shown(as_alice.get(again))


def test_where_somebody_else_must_review_it_waits_for_them(as_alice, alice, acme, sent):
    change_policy(acme, by=alice, four_eyes=True)
    page = sent()

    offered = shown(as_alice.get(page))
    bring(as_alice, page)

    assert "Propose 2 memories" in offered
    assert "waits for a reviewer" in offered
    assert Proposal.objects.get().status == Status.PENDING
    assert not Memory.objects.exists()
    assert "Waiting for review" in shown(as_alice.get(page))


def test_every_refused_line_is_told_with_its_number_and_nothing_comes_in(as_alice, sent):
    bad = {"kind": "fact", "content": "x", "status": "approved"}
    page = sent(lines(fact("Good."), bad, fact("Fine."), bad, bad, bad, fact(" ")))

    told = shown(as_alice.get(page))
    answer = bring(as_alice, page)

    assert "5 of 7 lines" in told
    assert "lines 2, 4 to 6" in told
    assert "is not a field of a line" in told
    assert "line 7" in told
    assert "Bring in" not in told.replace("Bring in a file", "")
    assert answer.status_code == 422
    assert not Proposal.objects.exists()


def test_every_line_with_hidden_characters_is_told_with_its_number(as_alice, sent):
    hidden = [fact(f"{number}. Pay\u200b the invoice\u202e now.") for number in range(60)]

    told = shown(as_alice.get(sent(lines(fact("Plain."), *hidden))))

    assert "in 60 lines" in told
    assert "zero width space U+200B" in told
    assert "right-to-left override U+202E" in told
    assert "\u202e" not in told
    assert ">line 2<" in told
    assert "lines 52 to 61" in told


def test_what_looks_like_a_key_is_pointed_out_with_its_line(as_alice, sent):
    key = "AKIA" + "ABCDEFGHIJKLMNOP"

    told = shown(as_alice.get(sent(lines(fact("Plain."), fact(f"The key is {key}.")))))

    assert "This seems to hold" in told
    assert "(line 2)" in told
    assert "Bring in 2 memories" in told


def test_what_a_file_made_up_is_text_on_the_page(as_alice, sent):
    evil = "<img src=x onerror=alert(1)>"
    page = sent(
        lines(
            fact("=HYPERLINK(1)", title=evil, tags=["@SUM(1)"]),
            fact("+1+1", kind=evil, claimed_approval={"by": evil}),
            fact("Plain - and safe."),
        ),
        name="a\u3164b<b>.jsonl",
    )

    told = shown(as_alice.get(page))

    assert evil not in told
    assert "&lt;img src=x onerror=alert(1)&gt;" in told
    assert "hangul filler U+3164" in told
    assert "2 begin as a formula of a spreadsheet would: lines 1, 2." in told
    assert "1 of a kind that Waggle does not have" in told
    assert "approves nothing here" in told


@pytest.mark.parametrize("content", [b"", None])
def test_no_file_and_an_empty_one_are_refused_in_words(as_alice, acme, content):
    fields = {} if content is None else {"file": SimpleUploadedFile("a", content)}

    answer = as_alice.post(SENDING, fields)

    assert answer.status_code == 422
    assert "The file is" in shown(answer)
    assert not Upload.objects.exists()


def test_a_file_that_is_too_large_is_refused_in_words(as_alice, acme):
    answer = send(as_alice, b"x" * (limits.UPLOAD_BYTES + 1))

    assert answer.status_code == 413
    assert "16 MB" in shown(answer)
    assert "manage.py import_memories" in shown(answer)
    assert not Upload.objects.exists()


def test_a_file_that_is_nothing_known_says_so(as_alice, sent):
    answer = as_alice.get(sent(b"\0\1\2" * 400))

    assert answer.status_code == 422
    assert "nothing that can be brought in" in shown(answer)


def test_more_lines_than_anybody_waits_for_are_refused_in_words(as_alice, sent, monkeypatch):
    monkeypatch.setattr(limits, "UPLOAD_LINES", 1)
    page = sent()

    answers = as_alice.get(page), bring(as_alice, page)

    assert [answer.status_code for answer in answers] == [422, 422]
    assert all("manage.py import_memories" in shown(answer) for answer in answers)
    assert not Proposal.objects.exists()


def test_of_a_file_of_several_projects_one_is_chosen(as_alice, acme, sent):
    nodes = [node("a", "Ships are blue."), node("b", "Boats are red.", project="harbour")]
    page = sent(abhi(nodes, []), "both.abhi")

    both = shown(as_alice.get(page))
    one = shown(as_alice.get(f"{page}?only=harbour"))
    bring(as_alice, page, only="harbour")

    assert '<option value="harbour">harbour (1)</option>' in both
    assert "Boats are red." in one
    assert "Ships are blue." not in one
    assert [memory.content for memory in Memory.objects.all()] == ["Boats are red."]


def test_a_file_is_there_for_who_sent_it_and_where_it_was_sent_alone(
    browse, alice, acme, elsewhere, charlie, sent
):
    page = sent()
    dora = join(acme, make_user(), Role.OWNER)
    other = make_project("other", owner=alice)
    join(elsewhere, alice, Role.OWNER)

    assert browse(dora).get(page).status_code == 404
    assert bring(browse(dora), page).status_code == 404
    assert browse(alice).get(page.replace("acme", other.slug)).status_code == 404
    assert browse(charlie).get(page).status_code == 404
    assert not Proposal.objects.exists()


def test_only_owners_come_in(browse, bob, dora, vera, charlie, acme):
    for person, status in ((bob, 403), (dora, 403), (vera, 403), (charlie, 404), (None, 302)):
        assert browse(person).get(SENDING).status_code == status
        assert send(browse(person)).status_code == status
    assert not Upload.objects.exists()


def test_put_away_it_is_gone(as_alice, sent):
    page = sent()

    answer = as_alice.post(page, {"do": "discard"})

    assert (answer.status_code, answer["Location"]) == (303, SENDING)
    assert as_alice.get(page).status_code == 404
    assert not Upload.objects.exists()


def test_an_abandoned_file_is_found_no_more_and_removed(as_alice, sent):
    page = sent()
    Upload.objects.update(at=timezone.now() - limits.UPLOAD_KEPT - timedelta(seconds=1))

    assert as_alice.get(page).status_code == 404
    assert forget_old_uploads() == 1
    assert not Upload.objects.exists()


def test_another_file_takes_the_place_of_one_that_waits(as_alice, sent):
    first, second = sent(), sent(lines(fact("Another.")))

    assert as_alice.get(first).status_code == 404
    assert "Another." in shown(as_alice.get(second))
    assert second in shown(as_alice.get(SENDING))


def test_what_became_true_since_it_was_looked_at_is_refused_then(as_alice, acme, sent):
    page = sent()
    as_alice.get(page)
    make_memory(acme, "Ships are blue.")

    answer = bring(as_alice, page)

    assert answer.status_code == 422
    assert "M-001 says this already" in shown(answer)
    assert Memory.objects.count() == 1
    assert as_alice.get(page).status_code == 200


def test_a_rejected_batch_is_not_proposed_again_and_the_page_says_so(
    as_alice, alice, acme, dora, sent
):
    change_policy(acme, by=alice, four_eyes=True)
    bring(as_alice, sent())
    proposal = Proposal.objects.get()
    reject(proposal, by=dora, revision=proposal.revision, reason="No.")

    page = sent()
    told = shown(as_alice.get(page))
    answer = bring(as_alice, page)

    assert "P-0001" in told
    assert answer.status_code == 422
    assert "rejected before" in shown(answer)
    assert Proposal.objects.count() == 1


def test_a_closed_project_takes_nothing(as_alice, alice, acme, sent):
    page = sent()
    close_project(acme, actor=human(alice))

    assert send(as_alice).status_code == 403
    assert bring(as_alice, page).status_code == 403
    assert "This project is closed" in shown(as_alice.get(SENDING))
    assert not Proposal.objects.exists()


def test_all_of_it_needs_no_script_and_is_a_plain_form(as_alice, sent):
    form = shown(as_alice.get(SENDING))

    assert 'enctype="multipart/form-data"' in form
    assert 'type="file"' in form

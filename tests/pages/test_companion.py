"""Companion's pages: a person's words first, what was read out of them, and inferences apart."""

import re
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.utils import timezone

from companion.models import Candidate, ConstructionRun, Draft, Entry, Outcome, Relation
from companion.services.drafts import draft
from companion.services.vocabulary import vocabulary
from memory.canonical import first_digits
from memory.models import Project, User
from memory.roles import Role
from tests.companion.reading import read
from tests.companion.scripted import GUESS, INVENTED, LEAK, PRESSURE, SEAL, TEXT, Scripted
from tests.factories import join, make_entry, make_user

HOME = "/p/acme/companion/"
WORDS = "Pump 7 leaked again. <b>The seal</b> is worn."


@pytest.fixture
def bobs(browse: Any, acme: Project, bob: User) -> Any:
    return browse(bob)


@pytest.fixture
def words(acme: Project, bob: User) -> Draft:
    return draft(acme, WORDS, by=bob)


@pytest.fixture
def entry(acme: Project) -> Entry:
    made = make_entry(acme, TEXT)
    read(made, Scripted((PRESSURE, SEAL, LEAK, GUESS, INVENTED)))
    return made


def at(words: Draft) -> str:
    return f"{HOME}drafts/{words.public_id}/"


def page(answer: Any) -> str:
    return unescape(answer.content.decode())


def text_of(html: str) -> str:
    return unescape(re.sub(r"<[^>]+>", "", html))


def marked(html: str) -> list[str]:
    return [text_of(one) for one in re.findall(r"<mark[^>]*>(.*?)</mark>", html, re.DOTALL)]


def sent(words: Draft, **given: str) -> dict[str, str]:
    return {"token": words.token, "text": WORDS, "subject": "Pump 7", "provenance": ""} | given


def test_what_is_written_is_read_back_before_anything_is_kept(bobs: Any) -> None:
    answer = bobs.post(HOME, {"text": WORDS})

    assert answer.status_code == 303
    shown = page(bobs.get(answer["Location"]))
    assert "Is this what you mean?" in shown
    assert 'value="Pump 7"' in shown
    assert "not that they are true" in shown
    assert not Entry.objects.exists()


@pytest.mark.parametrize(("text", "reason"), [("  \n ", "is empty"), ("x" * 100_001, "100,000")])
def test_what_cannot_be_kept_stays_in_the_box(bobs: Any, text: str, reason: str) -> None:
    answer = bobs.post(HOME, {"text": text})

    assert answer.status_code == 422
    assert reason in page(answer)
    assert text.strip() in page(answer)
    assert not Draft.objects.exists()


def test_confirming_keeps_the_corrected_words_under_the_corrected_subject(
    bobs: Any, words: Draft
) -> None:
    answer = bobs.post(
        at(words), sent(words, text="The seal\r\nis worn.", subject="Seal 3", provenance="observed")
    )

    entry = Entry.objects.get()
    assert (answer.status_code, answer["Location"]) == (303, f"{HOME}entries/E-001/")
    assert (entry.text, entry.subject.label) == ("The seal\nis worn.", "Seal 3")
    assert (entry.corrected, entry.provenance) == (["text", "subject"], "observed")


def test_a_double_click_is_one_entry(bobs: Any, words: Draft) -> None:
    answers = [bobs.post(at(words), sent(words)) for _ in range(2)]

    assert {answer["Location"] for answer in answers} == {f"{HOME}entries/E-001/"}
    assert Entry.objects.count() == 1


def test_another_suggestion_is_taken_without_losing_what_was_typed(bobs: Any, words: Draft) -> None:
    answer = bobs.post(at(words), sent(words, text="Typed since.", pick="Seal"))

    assert 'value="Seal"' in page(answer)
    assert "Typed since." in page(answer)
    assert not Entry.objects.exists()


def test_an_expired_draft_is_refused_with_its_words_and_can_be_read_back_again(
    bobs: Any, words: Draft
) -> None:
    Draft.objects.update(expires_at=timezone.now() - timedelta(minutes=1))

    refused = bobs.post(at(words), sent(words, text="Typed since."))
    again = bobs.post(at(words), sent(words, text="Typed since.", again="1"))
    words.refresh_from_db()
    kept = bobs.post(again["Location"], sent(words, text="Typed since."))

    assert refused.status_code == 409
    assert "Typed since." in page(refused)
    assert kept["Location"] == f"{HOME}entries/E-001/"


def test_a_subject_that_is_missing_is_asked_for_beside_its_field(bobs: Any, words: Draft) -> None:
    answer = bobs.post(at(words), sent(words, subject=" "))

    assert answer.status_code == 422
    assert "say what it is about" in page(answer)
    assert WORDS in page(answer)


def test_a_draft_is_its_authors_alone(
    browse: Any, acme: Project, alice: User, words: Draft
) -> None:
    for answer in (browse(alice).get(at(words)), browse(alice).post(at(words), sent(words))):
        assert answer.status_code == 404
    assert WORDS not in page(browse(alice).get(HOME))


def test_discarding_leaves_nothing(bobs: Any, words: Draft) -> None:
    bobs.post(at(words), sent(words, discard="1"))

    assert not Draft.objects.exists()
    assert not Entry.objects.exists()


def test_a_viewer_reads_and_writes_nothing(browse: Any, acme: Project, entry: Entry) -> None:
    viewer = make_user("vera")
    join(acme, viewer, Role.VIEWER)
    them = browse(viewer)

    assert them.post(HOME, {"text": WORDS}).status_code == 403
    assert them.post(f"{HOME}entries/E-001/again/", {"do": "preview"}).status_code == 403
    shown = page(them.get(f"{HOME}entries/E-001/"))
    assert "What the source says" in shown
    assert "Say it in my own words" not in shown


def test_an_entry_shows_its_words_first_and_whole(bobs: Any, acme: Project) -> None:
    make_entry(acme, WORDS)

    shown = page(bobs.get(f"{HOME}entries/E-001/"))

    raw = re.search(r'<blockquote class="raw words">(.*?)</blockquote>', shown, re.DOTALL)
    assert raw is not None
    assert WORDS in raw[1]
    assert "being read" in shown


def test_each_fact_has_its_passage_marked_and_inferences_stand_apart(
    bobs: Any, entry: Entry
) -> None:
    html = bobs.get(f"{HOME}entries/E-001/").content.decode()
    facts, _, rest = html.partition('<section class="inferred"')
    inferences, _, report = rest.partition("</section>")

    assert [re.sub(r"[a-z]$", "", one) for one in marked(facts)] == [
        "The oil pressure was 35 psi at idle",
        "The seal is worn",
        "Pump 7 leaks water",
    ]
    assert "The seal stated cause of water" in text_of(inferences)
    assert "The seal stated cause of water" not in text_of(facts)
    assert "The boiler is cold" in text_of(report)
    assert "The boiler" not in text_of(facts + inferences)


def test_every_cited_passage_is_marked_as_exactly_its_slice(bobs: Any, entry: Entry) -> None:
    for relation in Relation.objects.filter(entry=entry):
        span = f"{relation.start}-{relation.end}"
        html = bobs.get(f"{HOME}entries/E-001/?passage={span}").content.decode()
        assert marked(html) == [entry.canonical[relation.start : relation.end]]


@pytest.mark.parametrize("asked", ["9-3", "0-100000", "a-b", "0-0", "-1-4"])
def test_a_slice_that_is_not_there_marks_what_is(bobs: Any, entry: Entry, asked: str) -> None:
    answer = bobs.get(f"{HOME}entries/E-001/?passage={asked}")

    assert answer.status_code == 200
    assert len(marked(answer.content.decode())) == 3


def test_an_inference_is_adopted_in_words_of_ones_own(bobs: Any, entry: Entry, bob: User) -> None:
    inference = Candidate.objects.get(outcome=Outcome.INFERRED)
    box = page(bobs.get(f"{HOME}?adopt={inference.public_id}"))
    assert "The seal stated cause of water" in box
    assert re.search(r"<textarea[^>]*></textarea>", box)  # never the machine's words

    answer = bobs.post(HOME, {"text": "It leaks by the seal.", "adopt": inference.public_id})
    made = Draft.objects.get(author=bob, entry=None)
    assert made.provenance == "speaker_inference"
    bobs.post(
        answer["Location"],
        sent(made, text="It leaks by the seal.", provenance="speaker_inference"),
    )

    adopted = Entry.objects.latest("pk")
    assert adopted.text == "It leaks by the seal."
    assert adopted.suggested_by == {"type": "candidate", "id": str(inference.public_id)}
    assert adopted.provenance == "speaker_inference"


def test_an_inference_of_another_project_cannot_be_named(
    browse: Any, entry: Entry, elsewhere: Project, charlie: User
) -> None:
    inference = Candidate.objects.get(outcome=Outcome.INFERRED)

    answer = browse(charlie).get(f"/p/elsewhere/companion/?adopt={inference.public_id}")

    assert answer.status_code == 404


def test_a_reading_that_failed_says_why_and_offers_another(bobs: Any, acme: Project) -> None:
    made = make_entry(acme, TEXT)
    ConstructionRun.objects.update(state="failed", codes=["ENTRY_BOUNDARY"])
    where = f"{HOME}entries/{made.label}/"

    shown = page(bobs.get(where))
    assert "The answer is about another entry or subject." in shown
    assert TEXT in text_of(shown)

    bobs.post(f"{where}again/", {"do": "try"})
    assert made.runs.latest("pk").is_open


def test_reading_anew_shows_what_would_change_before_it_does(bobs: Any, entry: Entry) -> None:
    where = f"{HOME}entries/{entry.label}/"
    bobs.post(f"{where}again/", {"do": "preview"})
    read(entry, Scripted((PRESSURE,), fingerprint="scripted/2"))

    shown = text_of(page(bobs.get(where)))

    assert "Read anew it would keep 1, add 0 and retire 2." in shown
    assert len(marked(bobs.get(where).content.decode())) == 3


def test_entries_come_in_pages_at_one_cost(
    bobs: Any, acme: Project, django_assert_max_num_queries: Any
) -> None:
    for _ in range(32):
        make_entry(acme)

    with django_assert_max_num_queries(14):
        first = page(bobs.get(f"{HOME}entries/"))
    second = page(bobs.get(f"{HOME}entries/?before=3"))

    assert re.findall(r"E-0\d\d", first)[0] == "E-032"
    assert "Older entries" in first
    assert re.findall(r'class="id">(E-0\d\d)', second) == ["E-002", "E-001"]


def test_a_subjects_page_has_its_entries_and_no_others(bobs: Any, acme: Project) -> None:
    make_entry(acme, "The pump hums.", about="Pump 7")
    make_entry(acme, "The mill stands.", about="Mill")

    shown = page(bobs.get(f"{HOME}subjects/pump-7/"))

    assert "The pump hums." in shown
    assert "The mill stands." not in shown
    assert bobs.get(f"{HOME}subjects/nothing/").status_code == 404


PLACES = ["", "entries/", "entries/E-001/", "subjects/", "subjects/pump-7/", "vocabulary/"]


@pytest.mark.parametrize("where", PLACES)
def test_every_id_on_a_page_is_one_elements_alone(bobs: Any, entry: Entry, where: str) -> None:
    ids = re.findall(r'\sid="([^"]+)"', page(bobs.get(HOME + where)))

    assert len(ids) > 3
    assert [one for one in set(ids) if ids.count(one) > 1] == []


@pytest.mark.parametrize("where", PLACES)
def test_to_outsiders_nothing_is_there(
    browse: Any, entry: Entry, charlie: User, where: str
) -> None:
    assert browse(charlie).get(HOME + where).status_code == 404


def test_the_vocabulary_lists_what_may_be_served_and_no_inference(bobs: Any, entry: Entry) -> None:
    shown = page(bobs.get(f"{HOME}vocabulary/?subject=pump-7"))

    ids = set(re.findall(r"v1_[a-z2-7]{26}", shown))
    served = Relation.objects.factual().values_list("vocabulary_id", flat=True)
    assert ids == set(served)
    assert "stated cause of" not in text_of(shown)
    assert 'entries/E-001/">E-001' in shown


def test_the_vocabulary_names_the_version_that_agents_are_told(bobs: Any, entry: Entry) -> None:
    shown = page(bobs.get(f"{HOME}vocabulary/?subject=pump-7"))

    told = first_digits(vocabulary(entry.subject, limit=1).version)
    assert f"<code>{told}</code>" in shown.split('id="vocabulary-version"')[1]


def test_evidence_goes_into_a_new_proposal(bobs: Any, entry: Entry) -> None:
    shown = page(bobs.get("/p/acme/proposals/new/?evidence=E-001"))

    assert re.search(r'name="evidence"[^>]*value="E-001"|>\s*E-001\s*</textarea>', shown)

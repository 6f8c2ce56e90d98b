"""A person says that these are their words; they are stored before anything reads them."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from companion.models import ConstructionRun, Draft, Entry, Subject
from companion.services.confirm import Confirmed, confirm
from companion.services.drafts import draft, redraft
from companion.services.subjects import Chosen
from memory import limits
from memory.canonical import digest
from memory.errors import CameTooLate, Forbidden, InvalidInput, NotFound, Problem
from memory.models import AuditEvent, Project, User
from memory.roles import Role
from memory.services.close import close
from tests.companion.race import at_once, committed_team
from tests.factories import join, make_entry, make_user

WORDS = "Pump 7 leaked again.\nThe seal is worn."


def say(words: Draft, by: User, **given: Any) -> Confirmed:
    known = {"token": words.token, "text": WORDS, "subject": Chosen(label="Pump 7")}
    return confirm(words, by=by, **(known | given))


@pytest.fixture
def words(acme: Project, bob: User) -> Draft:
    return draft(acme, WORDS, by=bob, provenance="observed")


def test_the_words_are_stored_exactly_with_who_and_when(words: Draft, bob: User) -> None:
    text = "  Pump\t7: e\u0301 \ufb01  \r\nnext\rlast \u200b "

    entry = say(words, bob, text=text, provenance="measured").entry

    entry.refresh_from_db()
    assert entry.text == text.replace("\r\n", "\n").replace("\r", "\n")
    assert entry.digest == digest(entry.words, salt=bytes(entry.salt))
    assert (entry.label, entry.provenance) == ("E-001", "measured")
    assert entry.confirmed_by["user_id"] == bob.pk
    assert entry.captured_at == words.created_at < entry.confirmed_at


def test_entry_run_task_and_event_come_together(words: Draft, bob: User) -> None:
    entry = say(words, bob).entry

    run = ConstructionRun.objects.get(entry=entry)
    task = DBTaskResult.objects.get()
    event = AuditEvent.objects.latest("seq")
    assert (run.state, run.attempts) == ("pending", 0)
    assert task.args_kwargs == {"args": [str(run.public_id)], "kwargs": {}}
    assert (event.type, event.object_id) == ("evidence.confirmed", str(entry.public_id))
    assert event.details["digest"] == entry.digest


def test_of_a_confirmation_that_is_rolled_back_nothing_stays(words: Draft, bob: User) -> None:
    with transaction.atomic():
        say(words, bob)
        transaction.set_rollback(True)

    assert not Entry.objects.exists()
    assert not ConstructionRun.objects.exists()
    assert not DBTaskResult.objects.exists()
    assert Draft.objects.get().text == WORDS


def test_a_double_click_is_one_entry(words: Draft, bob: User) -> None:
    first = say(words, bob)
    events = AuditEvent.objects.count()

    again = say(words, bob, text="Other words, of a button pressed twice.")

    assert (first.repeated, again.repeated) == (False, True)
    assert again.entry == first.entry
    assert (Entry.objects.get().text, AuditEvent.objects.count()) == (WORDS, events)


@pytest.mark.race
def test_two_clicks_at_once_are_one_entry(committed_db: None) -> None:
    project, person = committed_team()
    words = draft(project, WORDS, by=person)

    outcomes = at_once(*[lambda: say(words, person)] * 3)

    assert sorted(one.answer.repeated for one in outcomes) == [False, True, True]
    assert Entry.objects.count() == ConstructionRun.objects.count() == 1


def test_what_was_suggested_and_what_was_corrected_is_kept(acme: Project, bob: User) -> None:
    make_entry(acme, about="Pump 7")
    words = draft(acme, WORDS, by=bob)
    plain = say(words, bob).entry
    words = draft(acme, WORDS, by=bob)
    corrected = say(words, bob, text="Boiler, I mean.", subject=Chosen(label="Boiler")).entry

    assert plain.proposed["resolution"] == corrected.proposed["resolution"] == "resolved"
    assert plain.corrected == []
    assert corrected.corrected == ["text", "subject"]
    assert corrected.proposed["choice"] == {"label": "Pump 7", "subject_id": "pump-7"}


def test_a_choice_where_nothing_was_suggested_is_no_correction(acme: Project, bob: User) -> None:
    words = draft(acme, "Yes.", by=bob)

    assert say(words, bob, text="Yes.").entry.corrected == []


def test_a_subject_under_another_spelling_is_the_same(acme: Project, bob: User) -> None:
    first = make_entry(acme, about="Pump 7")

    for name in (Chosen(label="pump-7"), Chosen(label=" PUMP  7 "), Chosen(subject_id="pump-7")):
        assert say(draft(acme, WORDS, by=bob), bob, subject=name).entry.subject == first.subject

    assert Subject.objects.count() == 1


def test_two_labels_never_share_a_name(acme: Project) -> None:
    names = [
        make_entry(acme, about=label).subject.subject_id
        for label in ("C", "C#", "C++ (old)", "???", "!?", "Ж 7", "x" * limits.LABEL)
    ]

    assert names[:6] == ["c", "c", "c-old", "subject", "subject-2", "ж-7"]
    assert len(names[6]) <= limits.SUBJECT_ID


def test_the_same_name_in_another_project_is_another_subject(
    acme: Project, elsewhere: Project
) -> None:
    here, there = make_entry(acme), make_entry(elsewhere)

    assert here.subject.subject_id == there.subject.subject_id
    assert here.subject != there.subject
    assert (here.label, there.label) == ("E-001", "E-001")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "is empty"),
        (" \n\u200b", "is empty"),
        ("a\x00b", "control character U\\+0000"),
        ("a\ud800b", "half of a character"),
        ("x" * (limits.ENTRY + 1), "100,001 characters; at most 100,000"),
    ],
)
def test_words_that_cannot_be_stored_are_refused_and_lose_nothing(
    words: Draft, bob: User, text: str, why: str
) -> None:
    with pytest.raises(InvalidInput) as refused:
        say(words, bob, text=text)
    with pytest.raises(InvalidInput):
        draft(words.project, text, by=bob)

    assert re.search(why, refused.value.fields["text"])
    assert Draft.objects.get().text == WORDS
    assert not Entry.objects.exists()


def test_a_hundred_thousand_characters_are_not_too_many(words: Draft, bob: User) -> None:
    long = "🙂" * limits.ENTRY

    assert say(words, bob, text=long).entry.text == long


@pytest.mark.parametrize("label", ["", "  ", "a\x00", "x" * (limits.LABEL + 1)])
def test_a_subject_needs_a_label(words: Draft, bob: User, label: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        say(words, bob, subject=Chosen(label=label))

    assert list(refused.value.fields) == ["subject"]
    assert say(words, bob).entry


@pytest.mark.parametrize("name", ["pump-8", "PUMP 7", "nonsense"])
def test_a_subject_that_is_not_there_is_refused(words: Draft, bob: User, name: str) -> None:
    make_entry(words.project)

    with pytest.raises(InvalidInput):
        say(words, bob, subject=Chosen(subject_id=name))


def test_a_subject_of_another_project_is_not_there(
    words: Draft, bob: User, elsewhere: Project
) -> None:
    make_entry(elsewhere)

    with pytest.raises(InvalidInput):
        say(words, bob, subject=Chosen(subject_id="pump-7"))


def refuse(act: Any, error: type[Problem]) -> None:
    before = Entry.objects.count()
    with pytest.raises(error):
        act()
    assert Entry.objects.count() == before


def test_without_its_token_a_draft_is_not_confirmed(words: Draft, bob: User) -> None:
    for token in ("", "x" * 64, "не то", draft(words.project, "Other.", by=bob).token):
        refuse(lambda token=token: say(words, bob, token=token), CameTooLate)

    assert say(words, bob).entry


def test_a_token_counts_for_the_words_it_was_made_with(words: Draft, bob: User) -> None:
    old = words.token
    redraft(words, "Pump 8 leaked.", by=bob)

    refuse(lambda: say(words, bob, token=old), CameTooLate)
    assert say(words, bob).entry


def test_the_token_is_stored_nowhere(words: Draft) -> None:
    assert words.token not in repr(Draft.objects.values().get())


def test_an_expired_draft_is_refused_and_its_words_can_be_taken_up(words: Draft, bob: User) -> None:
    Draft.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    refuse(lambda: say(words, bob), CameTooLate)

    assert Draft.objects.get().text == WORDS
    redraft(words, WORDS, by=bob)
    assert say(words, bob).entry


def test_nobody_confirms_the_words_of_another(words: Draft, alice: User) -> None:
    refuse(lambda: say(words, alice), NotFound)


def test_a_viewer_neither_drafts_nor_confirms(acme: Project, words: Draft, bob: User) -> None:
    viewer = join(acme, make_user(), Role.VIEWER)
    refuse(lambda: draft(acme, WORDS, by=viewer), Forbidden)

    bob.memberships.update(role=Role.VIEWER)
    refuse(lambda: say(words, bob), Forbidden)


def test_outsiders_find_nothing(words: Draft, acme: Project, charlie: User) -> None:
    refuse(lambda: say(words, charlie), NotFound)
    refuse(lambda: draft(acme, WORDS, by=charlie), NotFound)


def test_a_closed_project_takes_no_more(words: Draft, alice: User, bob: User) -> None:
    close(words.project, by=alice, slug="acme")

    refuse(lambda: say(words, bob), Forbidden)
    refuse(lambda: draft(words.project, WORDS, by=bob), Forbidden)


def test_what_gave_the_occasion_is_kept_and_told(acme: Project, bob: User) -> None:
    source = {"type": "candidate", "id": "0193"}
    words = draft(acme, WORDS, by=bob, suggested_by=source)

    entry = say(words, bob, provenance="speaker_inference").entry

    event = AuditEvent.objects.latest("seq")
    assert entry.suggested_by == source
    assert (event.type, event.details) == ("inference.adopted", {"from": source})

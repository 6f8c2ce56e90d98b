"""Words on their way: for their author alone, and kept for a while."""

from datetime import timedelta

import pytest
from django.utils import timezone

from companion.access import get_draft, get_entry, get_subject
from companion.models import Draft
from companion.services.confirm import confirm
from companion.services.drafts import discard, draft, forget_old_drafts, redraft, waiting
from companion.services.subjects import Chosen
from memory import limits
from memory.errors import CameTooLate, InvalidInput, NotFound
from memory.models import AuditEvent, Project, User
from tests.factories import make_entry


def test_a_draft_is_there_for_its_author_alone(acme: Project, alice: User, bob: User) -> None:
    words = draft(acme, "Mine.", by=bob)

    assert get_draft(acme, bob, str(words.public_id)) == words
    for person, ref in ((alice, str(words.public_id)), (bob, "1"), (bob, "")):
        with pytest.raises(NotFound):
            get_draft(acme, person, ref)
    assert (waiting(acme, alice), waiting(acme, bob)) == ([], [words])


def test_it_leaves_no_event(acme: Project, bob: User) -> None:
    before = AuditEvent.objects.count()

    redraft(draft(acme, "One.", by=bob), "Two.", by=bob)

    assert AuditEvent.objects.count() == before


def test_once_confirmed_its_words_stand_in_the_entry_alone(acme: Project, bob: User) -> None:
    words = draft(acme, "The boiler hums.", by=bob)
    confirm(
        words, by=bob, token=words.token, text="The boiler hums.", subject=Chosen(label="Boiler")
    )

    left = Draft.objects.get()
    assert (left.text, left.proposed, waiting(acme, bob)) == ("", {}, [])
    with pytest.raises(CameTooLate):
        redraft(left, "More.", by=bob)
    discard(left, by=bob)
    assert Draft.objects.exists()


def test_it_can_be_discarded(acme: Project, alice: User, bob: User) -> None:
    words = draft(acme, "Never mind.", by=bob)

    discard(words, by=alice)
    assert Draft.objects.exists()
    discard(words, by=bob)
    assert not Draft.objects.exists()


def test_it_is_kept_for_a_week_after_it_expired(acme: Project, bob: User) -> None:
    now = timezone.now()
    kept, gone = draft(acme, "Kept.", by=bob), draft(acme, "Gone.", by=bob)
    Draft.objects.filter(pk=kept.pk).update(expires_at=now - timedelta(days=6))
    Draft.objects.filter(pk=gone.pk).update(expires_at=now - timedelta(days=8))

    assert forget_old_drafts() == 1
    assert waiting(acme, bob) == [kept]


def test_they_do_not_pile_up(acme: Project, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "DRAFTS", 2)
    first = draft(acme, "One.", by=bob)
    draft(acme, "Two.", by=bob)

    with pytest.raises(InvalidInput):
        draft(acme, "Three.", by=bob)
    discard(first, by=bob)
    assert draft(acme, "Three.", by=bob)


def test_entries_and_subjects_are_found_in_their_project_alone(
    acme: Project, elsewhere: Project
) -> None:
    entry = make_entry(acme)

    assert get_entry(acme, "e-1") == get_entry(acme, str(entry.public_id)) == entry
    assert get_subject(acme, "Pump-7") == get_subject(acme, str(entry.subject.public_id))
    for find, ref in ((get_entry, "E-001"), (get_entry, str(entry.public_id))):
        with pytest.raises(NotFound):
            find(elsewhere, ref)
    for ref in ("pump-7", str(entry.subject.public_id), "", "x y"):
        with pytest.raises(NotFound):
            get_subject(elsewhere, ref)

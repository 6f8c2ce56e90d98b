"""An owner has words erased: of an entry, or of all that a person confirmed."""

from __future__ import annotations

import pytest

from companion.access import get_subject
from companion.models import ConstructionRun, Draft, Entry, Relation, RelationEvent
from companion.services.drafts import draft
from companion.services.rebuild import preview, try_again
from companion.services.sweep import sweep
from companion.services.vocabulary import vocabulary
from memory.errors import Forbidden, InvalidInput, NotFound
from memory.models import AuditEvent, Erasure, Project, User
from memory.proof import prove
from memory.services.close import close
from proposals.services.erase_entry import erase_entry
from proposals.services.erase_person import Written, erase_person, people_of, written_by
from tests.companion.reading import let_pass, read, run_of
from tests.companion.scripted import Said, Scripted
from tests.factories import make_entry
from tests.proposals.everywhere import tables_with

WORD, CONTROL = "zanzibarquokka", "vermilionwombat"


def say(project: Project, word: str, *, about: str = "", by: User | None = None) -> Entry:
    """The word in the text, in the name of the subject, in facts, inferences and drafts."""
    text = f"The {word} is worn. Maybe the {word} leaks."
    entry = make_entry(project, text, about=about or f"Old {word}", by=by)
    said = (
        Said(f"The {word}", "is", "worn"),
        Said(f"the {word}", "leaks", "worn", quote=f"the {word} leaks"),
        Said(f"The {word}", "caused", "nothing"),
    )
    read(entry, Scripted(said))
    return entry


def erase(entry: Entry, by: User) -> bool:
    return erase_entry(entry, by=by, reason="They asked for it.")


def test_its_words_are_nowhere_any_more_and_those_of_others_stay(
    acme: Project, alice: User
) -> None:
    entry = say(acme, WORD)
    say(acme, CONTROL)
    assert "companion_candidate" in tables_with(WORD)

    assert erase(entry, alice) is True

    assert tables_with(WORD) == set()
    assert "companion_entry" in tables_with(CONTROL)
    assert erase(entry, alice) is False


def test_what_was_read_out_of_it_is_served_no_more(acme: Project, alice: User) -> None:
    entry, other = say(acme, WORD, about="Pump 7"), say(acme, CONTROL, about="Pump 7")
    before = vocabulary(other.subject, limit=10)

    erase(entry, alice)

    subject = get_subject(acme, "pump-7")
    after = vocabulary(subject, limit=10)
    assert [WORD in item.label for item in before.items].count(True) == 1
    assert [item.label for item in after.items] == [f"The {CONTROL} — is → worn"]
    assert after.version != before.version
    assert RelationEvent.objects.latest("pk").what == "erased"
    assert Relation.objects.filter(entry=entry, retired_at=None).count() == 0


def test_the_event_names_the_entry_and_its_reason_is_apart(acme: Project, alice: User) -> None:
    entry = say(acme, WORD)

    erase(entry, alice)

    event, erasure = AuditEvent.objects.latest("seq"), Erasure.objects.get()
    assert (event.type, event.object_id) == ("evidence.erased", str(entry.public_id))
    assert erasure.reason == "They asked for it."
    assert prove(acme).broken_at is None


def test_a_subject_goes_with_the_last_entry_about_it(acme: Project, alice: User) -> None:
    first, second = say(acme, WORD, about="Pump 7"), say(acme, CONTROL, about="Pump 7")

    erase(first, alice)
    assert get_subject(acme, "pump-7").label == "Pump 7"
    erase(second, alice)

    with pytest.raises(NotFound):
        get_subject(acme, "pump-7")
    assert make_entry(acme, about="Pump 7").subject != first.subject


def test_nobody_reads_it_again(acme: Project, alice: User) -> None:
    entry = make_entry(acme, f"The {WORD} is worn.")

    erase(entry, alice)
    let_pass()
    sweep()

    entry.refresh_from_db()
    assert (run_of(entry).state, run_of(entry).last_code) == ("failed", "ENTRY_ERASED")
    assert try_again(entry, by=alice) is None
    assert preview(acme, by=alice) == 0


def test_erased_while_it_is_read_nothing_is_published(acme: Project, alice: User) -> None:
    entry = make_entry(acme, f"The {WORD} is worn.")
    said = Said(f"The {WORD}", "is", "worn")

    read(entry, Scripted((said,), before_b=lambda: erase(entry, alice) and None))

    assert not Relation.objects.exists()
    assert tables_with(WORD) == set()
    assert ConstructionRun.objects.get().state == "failed"


def test_only_an_owner_has_words_erased_and_says_why(
    acme: Project, alice: User, bob: User, charlie: User
) -> None:
    entry = make_entry(acme)
    for person, reason, error in (
        (bob, "Why not.", Forbidden),
        (charlie, "Why not.", NotFound),
        (alice, " ", InvalidInput),
    ):
        with pytest.raises(error):
            erase_entry(entry, by=person, reason=reason)

    close(acme, by=alice, slug="acme")
    assert Entry.objects.get().erased_at is None
    assert erase(entry, alice), "from a closed project too"


def test_all_that_a_person_confirmed_goes_with_the_rest(
    acme: Project, alice: User, bob: User
) -> None:
    say(acme, WORD, by=bob)
    say(acme, CONTROL, by=alice)
    draft(acme, f"Not yet {WORD}.", by=bob)
    draft(acme, f"Not yet {CONTROL}.", by=alice)
    assert written_by(acme, bob.pk) == Written(entries=1)
    assert bob.pk in {one.user_id for one in people_of(acme)}

    erase_person(acme, bob.pk, name="bob", by=alice, reason="They asked for it.")

    assert tables_with(WORD) == set()
    assert {"companion_entry", "companion_draft"} <= tables_with(CONTROL)
    assert Entry.objects.get(erased_at=None).confirmed_by["name"] == "alice"
    assert [one.author for one in Draft.objects.exclude(text="")] == [alice]
    assert not written_by(acme, bob.pk).anything


def test_an_owners_page_says_what_goes_and_erases(
    acme: Project, alice: User, browse: object
) -> None:
    entry = say(acme, WORD)
    page = f"/p/acme/companion/entries/{entry.label}/erase/"
    owner = browse(alice)  # type: ignore[operator]

    assert WORD in owner.get(page).content.decode()
    assert owner.post(page, {"reason": "Asked.", "typed": "E-999"}).status_code == 422
    done = owner.post(page, {"reason": "Asked.", "typed": "e-001"})

    assert done.status_code == 303
    assert tables_with(WORD) == set()
    assert "Nothing is left here to erase" in owner.get(page).content.decode()

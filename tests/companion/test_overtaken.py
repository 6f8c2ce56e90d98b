"""A reading that was overtaken long ago keeps its counts and its facts' history, and no more."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from companion.models import Candidate, ConstructionRun, Entry, Outcome, Relation, RelationEvent
from companion.services import overtaken
from companion.services.confirm import confirm
from companion.services.drafts import draft
from companion.services.overtaken import forget_overtaken_readings
from companion.services.rebuild import preview
from companion.services.subjects import Chosen
from memory.models import Project, User
from tests.companion.reading import read, read_run, run_of
from tests.companion.scripted import LEAK, PRESSURE, SEAL, TEXT, Scripted
from tests.factories import make_entry


@pytest.fixture
def entry(acme: Project) -> Entry:
    """Read twice."""
    entry = make_entry(acme, TEXT)
    read(entry)
    read(entry, Scripted((PRESSURE, SEAL, LEAK)))
    return entry


def a_month_passes() -> None:
    past = timezone.now() - timedelta(days=31)
    ConstructionRun.objects.update(created_at=past)
    ConstructionRun.objects.exclude(finished_at=None).update(finished_at=past)


def test_both_stages_and_the_candidates_go_and_what_points_to_it_stays(entry: Entry) -> None:
    first, second = entry.runs.order_by("pk")
    kept = [list(model.objects.values()) for model in (Relation, RelationEvent)]
    counts = first.report["counts"]
    assert forget_overtaken_readings() == 0
    a_month_passes()

    assert forget_overtaken_readings() == 1

    first.refresh_from_db()
    assert (first.stage_a, first.stage_b, first.report["counts"]) == (None, None, counts)
    assert not first.candidates.exists()
    assert ConstructionRun.objects.get(pk=second.pk).stage_a
    assert second.candidates.count() == 3
    assert [list(model.objects.values()) for model in (Relation, RelationEvent)] == kept
    assert forget_overtaken_readings() == 0


def test_what_somebody_said_in_their_own_words_keeps_what_suggested_it(
    entry: Entry, alice: User
) -> None:
    inference = Candidate.objects.get(outcome=Outcome.INFERRED)
    told = {"type": "candidate", "id": str(inference.public_id)}
    made = draft(entry.project, "It leaks there.", by=alice, suggested_by=told)
    confirm(made, by=alice, token=made.token, text=made.text, subject=Chosen(label="Pump 7"))
    a_month_passes()

    forget_overtaken_readings()

    assert list(inference.run.candidates.all()) == [inference]


def test_a_preview_that_nobody_took_over_goes_whole(entry: Entry, alice: User) -> None:
    preview(entry, by=alice)
    read_run(run_of(entry), Scripted())
    assert forget_overtaken_readings() == 0
    a_month_passes()

    forget_overtaken_readings()

    assert set(ConstructionRun.objects.values_list("is_preview", "state")) == {
        (False, "superseded"),
        (False, "ready"),
    }


def test_it_takes_so_many_at_a_time(entry: Entry, monkeypatch: pytest.MonkeyPatch) -> None:
    read(entry)
    a_month_passes()
    monkeypatch.setattr(overtaken, "AT_ONCE", 1)

    assert [forget_overtaken_readings() for _ in range(3)] == [1, 1, 0]

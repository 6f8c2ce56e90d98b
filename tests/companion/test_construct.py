"""An entry is read in two stages; what comes of it is published whole, or not at all."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from companion.meaning.builder import BuilderFailed
from companion.models import Candidate, ConstructionRun, Entry, Node, Relation, RelationEvent
from companion.services import sweep as sweeping
from companion.services.construct import construct
from companion.services.rebuild import try_again
from companion.services.sweep import sweep
from memory.actors import system
from memory.models import AuditEvent, Project, User
from memory.services.close import close
from tests.companion.reading import let_pass, read, read_run, run_of
from tests.companion.scripted import GUESS, INVENTED, LEAK, PRESSURE, SEAL, TEXT, Said, Scripted
from tests.factories import make_entry


@pytest.fixture
def entry(acme: Project) -> Entry:
    return make_entry(acme, TEXT)


def events_of(entry: Entry) -> list[str]:
    rows = AuditEvent.objects.filter(object_id=str(entry.public_id)).order_by("seq")
    return [event.type for event in rows]


class Broken(Exception):
    pass


def break_down() -> None:
    raise Broken(TEXT)


def test_what_was_found_is_there_with_its_excerpts(entry: Entry) -> None:
    run = read(entry)

    served = Relation.objects.factual().filter(entry=entry).order_by("start")
    assert (run.state, run.fingerprint) == ("ready", "scripted/1")
    assert [TEXT[one.start : one.end] for one in served] == [
        "The oil pressure was 35 psi at idle",
        "The seal is worn",
        "Pump 7 leaks water",
    ]
    assert [one.provenance for one in served] == ["measured", "observed", "observed"]
    for node in Node.objects.filter(entry=entry):
        assert TEXT[node.start : node.end] == node.label


def test_every_candidate_is_kept_with_what_became_of_it(entry: Entry) -> None:
    run = read(entry, Scripted((PRESSURE, SEAL, GUESS, INVENTED)))

    rows = Candidate.objects.filter(run=run).order_by("place")
    assert [(one.outcome, one.codes) for one in rows] == [
        ("factual", []),
        ("factual", []),
        ("inferred", []),
        ("rejected", ["EXCERPT_NOT_IN_SOURCE"]),
    ]
    assert [bool(one.relation_id) for one in rows] == [True, True, False, False]
    assert run.report["counts"] == {
        "kept": 0,
        "added": 2,
        "retired": 0,
        "inferred": 1,
        "rejected": 1,
    }


def test_the_event_tells_how_much_and_no_word(entry: Entry) -> None:
    run = read(entry)

    event = AuditEvent.objects.latest("seq")
    assert events_of(entry) == ["evidence.confirmed", "evidence.constructed"]
    assert event.details == {"run": str(run.public_id), **run.report["counts"]}
    assert event.actor["kind"] == "system"


def test_a_run_is_read_once(entry: Entry) -> None:
    builder = Scripted()
    run = read(entry, builder)

    read_run(run, builder)
    construct("00000000-0000-0000-0000-000000000000", lambda: builder)

    assert builder.seen == ["a", "b"]
    assert events_of(entry).count("evidence.constructed") == 1


def test_an_attempt_that_breaks_is_tried_three_times_then_it_has_failed(
    entry: Entry, caplog: pytest.LogCaptureFixture
) -> None:
    for attempt, wait in ((1, 10), (2, 60)):
        run = read(entry, Scripted(before_b=break_down))
        assert (run.state, run.attempts) == ("retry", attempt)
        assert timedelta(seconds=wait - 5) < run.due_at - timezone.now() <= timedelta(seconds=wait)
        let_pass()
    run = read(entry, Scripted(before_a=break_down))

    assert (run.state, run.codes) == ("failed", ["BUILDER_BROKE"] * 3)
    assert events_of(entry) == ["evidence.confirmed", "evidence.failed"]
    assert AuditEvent.objects.latest("seq").details["code"] == "BUILDER_BROKE"
    assert not Relation.objects.exists()
    assert Entry.objects.get().text == TEXT
    assert "Broken" in caplog.text
    assert "pressure" not in caplog.text


def test_before_it_is_due_nobody_tries_again(entry: Entry) -> None:
    read(entry, Scripted(before_b=break_down))
    builder = Scripted()

    read(entry, builder)
    assert builder.seen == []
    let_pass()
    assert read(entry, builder).state == "ready"


def test_what_can_not_end_otherwise_fails_at_once(entry: Entry) -> None:
    refused = Scripted((PRESSURE, PRESSURE), name="rules")
    refused.said = (PRESSURE, INVENTED, INVENTED, INVENTED)

    run = read(entry, refused)

    assert (run.state, run.codes, run.attempts) == ("failed", ["TOO_MANY_REJECTIONS"], 1)


def test_an_error_of_the_builders_says_its_own_code(entry: Entry) -> None:
    def refuse() -> None:
        raise BuilderFailed("MODEL_INTEGRITY", "It is another model.", again=False)

    run = read(entry, Scripted(before_a=refuse))

    assert (run.state, run.last_code) == ("failed", "MODEL_INTEGRITY")


def test_after_a_failure_another_try_is_offered(entry: Entry, bob: User) -> None:
    failed = read(entry, Scripted((INVENTED,), name="rules"))
    assert failed.state == "failed"

    again = try_again(entry, by=bob)
    assert again
    assert try_again(entry, by=bob) is None
    assert read(entry).state == "ready"
    failed.refresh_from_db()
    assert failed.state == "failed"


def test_a_refusal_names_the_rule(entry: Entry) -> None:
    builder = Scripted((Said("The seal", "is", "worn"),), name="rules")
    builder.classify = lambda source, found: Scripted(()).classify(  # type: ignore[method-assign]
        source, found.model_copy(update={"candidates": ()})
    )

    run = read(entry, builder)

    assert (run.state, run.last_code) == ("failed", "CLASSIFICATION_MISSING")
    assert run.report["problems"] == [{"code": "CLASSIFICATION_MISSING", "where": "c0"}]


def test_nothing_found_is_a_reading_too(entry: Entry) -> None:
    run = read(entry, Scripted(()))

    assert run.state == "ready"
    assert run.report["limitations"][0]["code"] == "NOTHING_STATED"


def test_a_worker_that_was_overtaken_publishes_nothing(entry: Entry) -> None:
    def be_overtaken() -> None:
        let_pass()
        sweep()
        read_run(run_of(entry), Scripted((SEAL,), fingerprint="scripted/2"))

    run = read(entry, Scripted(before_b=be_overtaken))

    served = Relation.objects.factual().filter(entry=entry)
    assert (run.state, run.attempts, run.codes) == ("ready", 2, ["WORKER_LOST"])
    assert [TEXT[one.start : one.end] for one in served] == ["The seal is worn"]
    assert events_of(entry).count("evidence.constructed") == 1


def test_who_is_asked_to_leave_hands_the_run_back(entry: Entry) -> None:
    def leave() -> None:
        raise SystemExit(0)

    with pytest.raises(SystemExit):
        read(entry, Scripted(before_b=leave))

    run = run_of(entry)
    assert (run.state, run.attempts) == ("retry", 0)
    builder = Scripted()
    assert read(entry, builder).state == "ready"
    assert builder.seen == ["b"], "the first stage was kept"


def test_what_another_builder_found_is_not_gone_on_with(entry: Entry) -> None:
    def leave() -> None:
        raise SystemExit(0)

    with pytest.raises(SystemExit):
        read(entry, Scripted(before_b=leave))

    builder = Scripted(fingerprint="scripted/2")
    assert read(entry, builder).state == "ready"
    assert builder.seen == ["a", "b"]


def test_a_dropped_run_is_taken_up(entry: Entry) -> None:
    run = run_of(entry)
    ConstructionRun.objects.update(
        state="running", attempts=1, lease_until=timezone.now() + timedelta(seconds=60)
    )
    sweep()
    assert run_of(entry).state == "running", "it is still held"
    let_pass()
    DBTaskResult.objects.all().delete()

    sweep()

    run.refresh_from_db()
    assert (run.state, run.codes) == ("retry", ["WORKER_LOST"])
    assert [one.args_kwargs["args"] for one in DBTaskResult.objects.all()] == [[str(run.public_id)]]
    assert read(entry).state == "ready"


def test_one_that_is_dropped_again_and_again_has_failed(entry: Entry) -> None:
    ConstructionRun.objects.update(state="running", attempts=3, lease_until=timezone.now())

    sweep()

    assert (run_of(entry).state, run_of(entry).last_code) == ("failed", "WORKER_LOST")
    assert events_of(entry)[-1] == "evidence.failed"


def test_a_task_that_was_lost_is_sent_again_and_one_that_waits_is_not(entry: Entry) -> None:
    let_pass()
    sweep()
    assert DBTaskResult.objects.count() == 1

    DBTaskResult.objects.update(status="RUNNING")
    let_pass()
    sweep()
    sweep()
    assert DBTaskResult.objects.count() == 2


def test_tasks_that_are_done_are_forgotten(entry: Entry) -> None:
    DBTaskResult.objects.update(status="SUCCESSFUL")
    assert sweeping.forget_done_tasks() == 0

    DBTaskResult.objects.update(enqueued_at=timezone.now() - timedelta(days=2))
    assert sweeping.forget_done_tasks() == 1


def test_in_a_project_that_was_closed_nothing_is_read(entry: Entry, alice: User) -> None:
    close(entry.project, by=alice, slug="acme")
    events = AuditEvent.objects.count()
    builder = Scripted()

    run = read(entry, builder)

    assert (run.state, run.last_code, builder.seen) == ("failed", "PROJECT_CLOSED", [])
    assert AuditEvent.objects.count() == events


def test_closed_meanwhile_it_publishes_nothing(entry: Entry, alice: User) -> None:
    run = read(
        entry, Scripted(before_b=lambda: close(entry.project, by=alice, slug="acme") and None)
    )

    assert (run.state, run.last_code) == ("failed", "PROJECT_CLOSED")
    assert not Relation.objects.exists()


def test_the_history_of_a_relation_is_kept(entry: Entry) -> None:
    read(entry, Scripted((PRESSURE, SEAL)))
    read(entry, Scripted((PRESSURE, LEAK)))
    read(entry, Scripted((PRESSURE, SEAL)))

    told: dict[str, list[Any]] = {}
    for event in RelationEvent.objects.order_by("pk").select_related("relation__to_node"):
        told.setdefault(event.relation.to_node.label, []).append(event.what)
    assert told == {
        "35 psi at idle": ["added"],
        "worn": ["added", "retired", "returned"],
        "water": ["added", "retired"],
    }
    assert system("Companion").kind == "system"

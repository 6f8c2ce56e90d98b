"""How tests have entries read, without a queue and without waiting."""

from datetime import timedelta

from django.utils import timezone

from companion.meaning.builder import Builder
from companion.meaning.canonical import raw_sha256
from companion.meaning.envelope import stage_a_digest
from companion.meaning.results import Accepted
from companion.meaning.validate import validate
from companion.models import ConstructionRun, Entry
from companion.services.construct import construct, source_of
from companion.services.lease import claim
from companion.services.rebuild import try_again
from tests.companion.scripted import Scripted
from tests.factories import owner_of


def read_run(run: ConstructionRun, builder: Builder) -> ConstructionRun:
    construct(str(run.public_id), lambda: builder)
    run.refresh_from_db()
    return run


def run_of(entry: Entry) -> ConstructionRun:
    return entry.runs.latest("pk")


def read(entry: Entry, builder: Builder | None = None) -> ConstructionRun:
    run = run_of(entry)
    if not run.is_open:
        again = try_again(entry, by=owner_of(entry.project))
        assert again
        run = again
    return read_run(run, builder or Scripted())


def let_pass() -> None:
    """What was to wait is due."""
    past = timezone.now() - timedelta(seconds=1)
    ConstructionRun.objects.update(due_at=past, sent_at=None)
    ConstructionRun.objects.exclude(lease_until=None).update(lease_until=past)


def judged(run: ConstructionRun, builder: Builder | None = None) -> Accepted:
    """What the rules leave of what a builder finds in the run's entry."""
    builder, source = builder or Scripted(), source_of(run.entry)
    found = builder.discover(source)
    verdict = validate(
        source,
        found,
        builder.classify(source, found),
        sha256_at_start=raw_sha256(source.raw),
        digest_before=stage_a_digest(found),
    )
    assert isinstance(verdict, Accepted)
    return verdict


def claimed(entry: Entry) -> ConstructionRun:
    """Its run, held by this very attempt."""
    run = claim(str(run_of(entry).public_id))
    assert run
    return run

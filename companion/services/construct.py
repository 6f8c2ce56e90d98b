"""One attempt at reading one entry, in its two stages. Whatever happens, the entry stays."""

from __future__ import annotations

import logging
import traceback
from collections.abc import Callable
from typing import Any

from companion.meaning.builder import Builder, BuilderFailed, Source
from companion.meaning.canonical import raw_sha256
from companion.meaning.codes import Code
from companion.meaning.envelope import stage_a_digest
from companion.meaning.results import Accepted, Problem, Refused
from companion.meaning.validate import validate
from companion.metamodel import StageA, StageB
from companion.models import ConstructionRun, Entry
from companion.services import ending, lease
from companion.services.publish import look, publish

logger = logging.getLogger(__name__)

BROKE = "BUILDER_BROKE"
MOST_PROBLEMS = 50


class Lost(Exception):
    """Somebody else holds the run by now, or it is over."""


def construct(run_id: str, builder: Callable[[], Builder]) -> None:
    """Raises nothing of the builder's: that it failed, or cannot be had, stands in the run."""
    run = lease.claim(run_id)
    if run is None:
        return
    try:
        _read(run, builder())
    except Lost:
        logger.info("Run %s is no longer ours; what was found is dropped.", run_id)
    except BuilderFailed as failure:
        ending.fail(run, failure.code, again=failure.again)
    except Exception as error:  # noqa: BLE001 - whatever it is, this attempt has failed
        # The message could quote the entry, and a log is no place for words.
        where = "".join(traceback.format_tb(error.__traceback__)[-3:])
        logger.error("Run %s: %s\n%s", run_id, type(error).__name__, where)
        ending.fail(run, BROKE)
    except BaseException:
        lease.hand_back(run)
        raise


def _read(run: ConstructionRun, builder: Builder) -> None:
    if run.entry.project.closed_at is not None:
        ending.fail(run, ending.CLOSED, again=False)
        return
    verdict = _verdict(run, builder)
    again = not _is_repeatable(builder)
    if isinstance(verdict, Refused):
        ending.fail(run, verdict.codes[0], again=again, report=_refused(verdict.problems))
    elif verdict.has_too_many_rejections:
        code = Code.TOO_MANY_REJECTIONS
        ending.fail(run, code, again=again, report=_refused((Problem(code),)))
    elif run.is_preview:
        look(run, verdict)
    else:
        publish(run, verdict)


def _verdict(run: ConstructionRun, builder: Builder) -> Accepted | Refused:
    """Each stage is kept as soon as it is there: the next attempt begins where this one ends."""
    source = source_of(run.entry)
    before = raw_sha256(source.raw)
    found = _kept_stages(run, builder)
    named = {"builder": builder.name, "model": builder.model, "fingerprint": builder.fingerprint}
    run.patience = lease.patience_with(builder)
    _renew(run, **named, stage_a=run.stage_a, stage_b=run.stage_b)
    stage_a, stage_b = found
    if stage_a is None:
        stage_a = builder.discover(source)
        _renew(run, stage_a=stage_a.model_dump(mode="json"))
    digest = stage_a_digest(stage_a)
    if stage_b is None:
        stage_b = builder.classify(source, stage_a)
        _renew(run, stage_b=stage_b.model_dump(mode="json"))
    now = source_of(Entry.objects.select_related("subject").get(pk=run.entry_id))
    return validate(now, stage_a, stage_b, sha256_at_start=before, digest_before=digest)


def _kept_stages(run: ConstructionRun, builder: Builder) -> tuple[StageA | None, StageB | None]:
    """What an earlier attempt of this run found, if the very same builder found it."""
    if run.fingerprint != builder.fingerprint:
        run.stage_a = run.stage_b = None
    return (
        StageA.model_validate(run.stage_a) if run.stage_a else None,
        StageB.model_validate(run.stage_b) if run.stage_a and run.stage_b else None,
    )


def _renew(run: ConstructionRun, **found: Any) -> None:
    if not lease.renew(run, **found):
        raise Lost


def source_of(entry: Entry) -> Source:
    return Source(
        entry_id=str(entry.public_id),
        subject_id=entry.subject.subject_id,
        subject_label=entry.subject.label,
        raw=entry.text,
    )


def _is_repeatable(builder: Builder) -> bool:
    """Whether another attempt would find the very same: a language model may do otherwise."""
    return builder.name in ("rules", "patterns")


def _refused(problems: tuple[Problem, ...]) -> dict[str, Any]:
    told = [{"code": one.code, "where": one.where} for one in problems[:MOST_PROBLEMS]]
    return {"problems": told}

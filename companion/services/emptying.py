"""How the words of entries go, wherever Companion keeps them. Digests, ids and dates stay."""

from __future__ import annotations

from collections.abc import Sequence

from companion.models import (
    Candidate,
    ConstructionRun,
    Draft,
    Entry,
    EntryClaim,
    Happening,
    Node,
    Relation,
    RelationEvent,
    State,
    Subject,
)
from companion.models.construction_run import OPEN
from companion.models.subject import new_revision
from memory.head import Head
from memory.models import Project

ERASED = "ENTRY_ERASED"


def entries_of(project: Project, person: int) -> list[Entry]:
    """What somebody confirmed and that still has its words."""
    rows = Entry.objects.in_project(project).filter(confirmed_by__user_id=person, erased_at=None)
    return list(rows.order_by("pk"))


def empty_entries(head: Head, entries: Sequence[Entry]) -> list[Entry]:
    """Those that had words. What was read out of them is served no more."""
    pks = [one.pk for one in entries]
    rows = list(Entry.objects.in_project(head.project).filter(pk__in=pks, erased_at=None))
    Entry.objects.filter(pk__in=[one.pk for one in rows]).update(
        text="", proposed={}, salt=b"", erased_at=head.at
    )
    EntryClaim.objects.filter(entry__in=rows).delete()
    _empty_runs(head, rows)
    _empty_facts(head, rows)
    for subject in {one.subject_id for one in rows}:
        _change_subject(head, subject)
    return rows


def forget_drafts(project: Project, person: int) -> None:
    Draft.objects.filter(project=project, author=person).delete()


def _empty_runs(head: Head, entries: Sequence[Entry]) -> None:
    runs = ConstructionRun.objects.filter(entry__in=entries)
    runs.filter(state__in=OPEN).update(
        state=State.FAILED, holder=None, lease_until=None, codes=[ERASED], finished_at=head.at
    )
    runs.update(stage_a=None, stage_b=None, report={})
    Candidate.objects.filter(run__entry__in=entries).update(
        subject_label="", predicate="", object_label="", attribution="", qualifiers=[]
    )


def _empty_facts(head: Head, entries: Sequence[Entry]) -> None:
    relations = Relation.objects.filter(entry__in=entries)
    RelationEvent.objects.bulk_create(
        RelationEvent(relation=one, what=Happening.ERASED, at=head.at) for one in relations
    )
    relations.filter(retired_at=None).update(retired_at=head.at)
    relations.update(predicate="", attribution=None, quantity=None)
    Node.objects.filter(entry__in=entries).update(label="")


def _change_subject(head: Head, pk: int) -> None:
    """Its name is made of somebody's words too: it goes with the last entry about it."""
    subject = Subject.objects.get(pk=pk)
    subject.revision = new_revision()
    if not subject.entries.filter(erased_at=None).exists():
        subject.label = ""
        subject.subject_id = f"erased-{subject.public_id.hex[-12:]}"
        subject.erased_at = head.at
    subject.save(update_fields=["revision", "label", "subject_id", "erased_at"])

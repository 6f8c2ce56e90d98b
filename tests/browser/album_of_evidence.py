"""Companion's pages in the album: words, what was read out of them, and what leads to what."""

from __future__ import annotations

from companion.models import Candidate, ConstructionRun, Entry
from companion.services.confirm import confirm
from companion.services.drafts import draft
from companion.services.rebuild import preview
from companion.services.subjects import Chosen
from memory.models import Project, User
from proposals.states import Status
from tests.companion.reading import read, read_run
from tests.companion.scripted import GUESS, INVENTED, LEAK, PRESSURE, SEAL, TEXT, Scripted
from tests.factories import make_entry, make_proposal

WORDS = "It leaks where the seal is worn, I think."
ALL = (PRESSURE, SEAL, LEAK, GUESS, INVENTED)


def evidence_pages(project: Project, olga: User) -> list[tuple[str, str]]:
    """Names and paths."""
    home = f"/p/{project.slug}/companion/"
    entry = make_entry(project, TEXT, by=olga)
    read(entry, Scripted(ALL))
    _cite(entry)
    conclusion = make_proposal(
        project, "The seal fails in the cold.", reason="It failed in January.", by=olga
    )
    suggested = {"type": "proposal", "id": str(conclusion.public_id)}
    said = _say(project, olga, suggested)
    inference = Candidate.objects.filter(run__entry=entry, outcome="inferred").first()
    if inference:
        _say(project, olga, {"type": "candidate", "id": str(inference.public_id)})
    waiting = draft(project, WORDS, by=olga, suggested_by=suggested)
    for about in ("Boiler", "Crane"):
        read(make_entry(project, TEXT, about=about, by=olga), Scripted(ALL))
    preview(entry.subject, by=olga)
    for run in ConstructionRun.objects.filter(entry__subject=entry.subject, state="pending"):
        read_run(run, Scripted((PRESSURE, LEAK, GUESS)))
    ref = f"proposal:{conclusion.public_id}"
    return [
        ("entry-cited", f"{home}entries/{entry.label}/"),
        ("entry-adopted", f"{home}entries/{said.label}/"),
        ("adopt", f"{home}?adopt={ref}"),
        ("adopt-confirm", f"{home}drafts/{waiting.public_id}/"),
        ("proposal-adopted", f"/p/{project.slug}/proposals/{conclusion.label}/"),
        ("rebuild-subject", f"{home}subjects/{entry.subject.subject_id}/rebuild/"),
        ("rebuild-none", f"{home}subjects/boiler/rebuild/"),
        ("subject", f"{home}subjects/boiler/"),
        ("subjects", f"{home}subjects/"),
        ("vocabulary", f"{home}vocabulary/"),
    ]


def _cite(entry: Entry) -> None:
    facts = [one.relation_id for one in entry.relations.all()]
    make_proposal(entry.project, title="Pump 7 leaks", evidence_ids=facts, status=Status.APPLIED)
    make_proposal(entry.project, title="The seal is worn", evidence_ids=[entry.label])


def _say(project: Project, by: User, suggested: dict[str, str]) -> Entry:
    made = draft(project, WORDS, by=by, suggested_by=suggested)
    about = Chosen(label="Pump 7")
    return confirm(made, by=by, token=made.token, text=WORDS, subject=about).entry

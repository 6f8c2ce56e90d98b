import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from memory.management.refusals import the_project
from memory.models import InstanceEvent, Project
from memory.proof import prove

Ends = dict[str, tuple[int, str]]


class Command(BaseCommand):
    help = "Proves the record of each project, or names the first event that does not hold."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", nargs="?")
        parser.add_argument(
            "--anchor", metavar="FILE", help="what `anchor` printed, kept elsewhere"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        slug = options["slug"]
        projects = [the_project(slug)] if slug else list(Project.objects.order_by("slug"))
        ends = read_anchor(options["anchor"]) if options["anchor"] else {}
        faults = [fault for project in projects if (fault := self.fault_of(project, ends))]
        if not slug:
            faults += missing(ends, projects)
        if faults:
            raise CommandError("\n".join(faults))

    def fault_of(self, project: Project, ends: Ends) -> str:
        verdict = prove(project, anchor=ends.get(project.slug))
        if verdict.fault:
            return f"{project.slug}: {verdict.fault}"
        self.stdout.write(f"{project.slug} {verdict.seq} {verdict.digest}")
        return ""


def missing(ends: Ends, projects: list[Project]) -> list[str]:
    """What the anchor names must be there; an expired demo went whole, and that is on record."""
    gone = ends.keys() - {project.slug for project in projects}
    dropped = InstanceEvent.objects.filter(type="demo.dropped", details__project__in=gone)
    ended = {event.details["project"]: event.details["seq"] for event in dropped}
    return [
        f"{slug}: event 1 does not hold: the project that the anchor names is gone"
        for slug in sorted(gone)
        if ended.get(slug, -1) < ends[slug][0]
    ]


def read_anchor(path: str) -> Ends:
    try:
        heads = json.loads(Path(path).read_text(encoding="utf-8"))["heads"]
        return {head["project"]: (int(head["seq"]), str(head["digest"])) for head in heads}
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise CommandError(f"{path} is not what `manage.py anchor` prints.") from error

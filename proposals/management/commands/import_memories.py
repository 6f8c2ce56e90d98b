import gc
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection
from django.urls import reverse

from memory.access import access_to
from memory.leaks import leaks
from memory.management.refusals import refusals_in_words, the_project, the_user
from memory.models import Membership, Project, User
from memory.roles import Role
from memory.text import reveal
from proposals.lines.door import lines_of
from proposals.lines.evidence import EntryLine
from proposals.lines.kinds_of_file import IN_WORDS, Format
from proposals.lines.line import MemoryLine
from proposals.lines.told import Unreadable
from proposals.models import Proposal
from proposals.services.bring_evidence import Confirmed, bring_evidence
from proposals.services.bring_in import Brought, bring_in
from proposals.services.survey import Survey, survey
from proposals.states import Status

WIDTH = 30
COLLECT_SELDOM = (100_000, 50, 100)
CACHE_KB = 128_000
WAL_PAGES = 16_000


class Command(BaseCommand):
    help = (
        "Proposes a file's memories in batches, and applies them where policy lets the bringer;"
        " keeps its entries as evidence that the bringer confirmed."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")
        parser.add_argument("file", type=Path)
        parser.add_argument("--as", required=True, metavar="USERNAME", dest="person")
        parser.add_argument(
            "--format",
            choices=[one.value for one in Format],
            help="what the file is, where its content does not tell",
        )
        parser.add_argument(
            "--only", default="", metavar="PROJECT", help="of a file that holds several projects"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        project, person = the_project(options["slug"]), the_user(options["person"])
        path: Path = options["file"]
        if not Membership.objects.filter(project=project, user=person).exists():
            raise CommandError(
                f"{person.username} is no member of {project.slug}. An owner adds members under"
                " Settings."
            )
        with refusals_in_words():
            access_to(project, person, Role.CONTRIBUTOR)
        with _room_for_many():
            self._bring(project, person, path, options)

    def _bring(self, project: Project, person: User, path: Path, options: dict[str, Any]) -> None:
        try:
            found = self._survey(project, path, options["format"], options["only"])
        except OSError as error:
            raise CommandError(f"{path} can not be read: {error.strerror}.") from error
        except Unreadable as error:
            raise CommandError(f"{path} {_shown(str(error))}.") from error
        if found.refused:
            raise CommandError(
                f"{found.refused:,} of {found.lines:,} lines refused. Nothing was imported:"
                " correct the file and run this again."
            )
        brought: list[Brought] = []
        confirmed: list[Confirmed] = []
        with refusals_in_words():
            for some in bring_evidence(project, found, by=person):
                confirmed.append(some)
                self._progress(sum(each.entries for each in confirmed), found.entries)
            for one in bring_in(project, found, by=person, name=_shown(path.name)):
                brought.append(one)
                self._progress(sum(each.lines for each in brought), found.memories)
        if found.entries:
            self._tell_evidence(confirmed, len(found.evidence.named))
        if found.memories or not found.entries:
            self._tell(project, brought)

    def _survey(self, project: Project, path: Path, format: str | None, only: str) -> Survey:
        lines = lines_of(path, Format(format) if format else None, only=only)
        found = survey(project, lines, refuse=self._refuse, seen=self._warn)
        if lines.format is not Format.LINES:
            self.stdout.write(f"{_shown(path.name)} is {IN_WORDS[lines.format]}.")
        if len(lines.wish.projects) > 1:
            held = ", ".join(f"{one or '(none)'} {n:,}" for one, n in lines.wish.projects.items())
            self.stdout.write(f"It holds several projects: {_shown(held)}.")
        for what, count in lines.wish.left_out.items():
            if count:
                self.stdout.write(f"Left out, for they are no memories: {count:,} {what}.")
        return found

    def _warn(self, where: str, line: MemoryLine | EntryLine) -> None:
        if kinds := leaks("\n".join(line.texts)):
            self.stderr.write(
                f"{_shown(where)}: warning: this seems to hold {', '.join(kinds)}."
                " It is not refused; if it is real, change it where it is used."
            )

    def _refuse(self, where: str, reason: str) -> None:
        self.stderr.write(f"{_shown(where)}: {_shown(reason)}")

    def _progress(self, done: int, total: int) -> None:
        if self.stderr.isatty():
            full = WIDTH * done // total
            end = "\n" if done == total else ""
            bar = f"\r[{'#' * full}{' ' * (WIDTH - full)}] {done:,} of {total:,}"
            self.stderr.write(bar, ending=end)
            self.stderr.flush()

    def _tell_evidence(self, confirmed: list[Confirmed], subjects: int) -> None:
        new = sum(one.new for one in confirmed)
        told = f"{_count(new, 'entry', 'entries')} about {_count(subjects, 'subject', 'subjects')}"
        self.stdout.write(f"Confirmed, word for word: {told}.")
        if there := sum(one.entries for one in confirmed) - new:
            entries = _count(there, "entry", "entries")
            self.stdout.write(f"Here already, from an earlier run: {entries}.")

    def _tell(self, project: Project, brought: list[Brought]) -> None:
        applied = [one for one in brought if one.proposal and _is(one.proposal, Status.APPLIED)]
        fresh = [one for one in applied if not one.was_there]
        self.stdout.write(f"Applied: {sum(one.lines for one in fresh):,} memories.")
        if there := sum(one.lines for one in applied if one.was_there):
            self.stdout.write(f"Here already, from an earlier run: {there:,}.")
        pending = [one.proposal for one in brought if one.proposal and one.proposal.is_open]
        if pending:
            self.stdout.write("Waiting for review:")
            for proposal in pending:
                self.stdout.write(_url(project, proposal))
        if waiting := sum(one.lines for one in brought if one.proposal is None):
            self.stdout.write(
                f"Not proposed yet: {waiting:,} memories that link to some that wait for review."
                " Run this again once those are applied."
            )


@contextmanager
def _room_for_many() -> Iterator[None]:
    """Hundreds of thousands of objects live as long as this runs: to look through them again and
    again for garbage, or to read and write the same pages of indexes anew, takes longer than to
    keep them.
    """
    thresholds = gc.get_threshold()
    gc.set_threshold(*COLLECT_SELDOM)
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute(f"PRAGMA cache_size = -{CACHE_KB}")
            cursor.execute(f"PRAGMA wal_autocheckpoint = {WAL_PAGES}")
    try:
        yield
    finally:
        gc.set_threshold(*thresholds)


def _is(proposal: Proposal, status: Status) -> bool:
    return proposal.status == status


def _count(number: int, one: str, many: str) -> str:
    return f"{number:,} {one if number == 1 else many}"


def _url(project: Project, proposal: Proposal) -> str:
    path = reverse("proposals:detail", args=[project.slug, proposal.label])
    return f"{settings.WAGGLE_BASE_URL.rstrip('/')}{path}"


def _shown(text: str) -> str:
    """What a file made up, without what a terminal would obey or a reader not see."""
    return "".join(f"<{one.name}>" if one.name else one.text for one in reveal(text))

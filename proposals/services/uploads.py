"""A file from an owner's browser: kept for this person and this project alone, and not for long."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from uuid import UUID

from django.db.models import QuerySet
from django.utils import timezone

from memory import limits, text
from memory.access import access_to
from memory.errors import Forbidden, InvalidInput, NotFound
from memory.models import Project, User
from memory.roles import Role
from proposals.lines.door import Lines
from proposals.lines.kinds_of_file import recognised
from proposals.lines.told import Told, Unreadable
from proposals.models import Proposal, Upload

MEGABYTE = 1024 * 1024
BY_COMMAND = (
    "the most that this page takes; whoever runs this Waggle brings it in with"
    " manage.py import_memories"
)
TOO_LARGE = f"is larger than {limits.UPLOAD_BYTES // MEGABYTE} MB, {BY_COMMAND}"
TOO_MANY = f"holds more than {limits.UPLOAD_LINES:,} lines, {BY_COMMAND}"


def keep(project: Project, *, by: User, name: str, pieces: Iterable[bytes]) -> Upload:
    """Takes the place of an earlier one that was not brought in."""
    access_to(project, by, Role.OWNER)
    if project.closed_at is not None:
        raise Forbidden("This project is closed. Nothing in it changes any more.")
    content = b"".join(pieces)
    if not content:
        raise InvalidInput({"file": "is empty"})
    if len(content) > limits.UPLOAD_BYTES:
        raise InvalidInput({"file": TOO_LARGE})
    forget_old_uploads()
    _waiting_of(project, by).delete()
    return Upload.objects.create(
        project=project,
        user=by,
        name=_storable(name),
        size=len(content),
        at=timezone.now(),
        content=content,
    )


def get_upload(project: Project, user: User, ref: UUID) -> Upload:
    """Not found for everybody else, and once its time is over."""
    found = _living(project, user).filter(public_id=ref).first()
    if found is None:
        raise NotFound("The file")
    return found


def waiting_upload(project: Project, user: User) -> Upload | None:
    return (_living(project, user) & _waiting_of(project, user)).defer("content").first()


class FewLines(Lines):
    """As many as somebody waits for who has a page before them."""

    def __iter__(self) -> Iterator[Told]:
        for count, told in enumerate(super().__iter__(), 1):
            if count > limits.UPLOAD_LINES:
                raise Unreadable(TOO_MANY)
            yield told


def lines_in(upload: Upload, *, only: str = "") -> Lines:
    """Raises Unreadable, here or while they are iterated."""
    file = io.BytesIO(bytes(upload.content))
    return FewLines(file, recognised(file), only)


def finish(upload: Upload, *, digest: str, outcome: dict[str, int]) -> None:
    """Its words go: they are in proposals now. The second of two at once changes nothing."""
    Upload.objects.filter(pk=upload.pk, digest="").update(
        digest=digest, outcome=outcome, content=b"", at=timezone.now()
    )


def discard(upload: Upload) -> None:
    Upload.objects.filter(pk=upload.pk, digest="").delete()


def brought_by(upload: Upload) -> list[Proposal]:
    """The batches of a file that was brought in, whoever brought them."""
    own = Proposal.objects.in_project(upload.project).filter(imported_from=upload.digest)
    return list(own.order_by("number"))


def forget_old_uploads() -> int:
    """Abandoned ones, and what became of those that were brought in."""
    now = timezone.now()
    abandoned = Upload.objects.filter(digest="", at__lte=now - limits.UPLOAD_KEPT)
    over = Upload.objects.exclude(digest="").filter(at__lte=now - limits.OUTCOME_KEPT)
    return abandoned.delete()[0] + over.delete()[0]


def _living(project: Project, user: User) -> QuerySet[Upload]:
    own = Upload.objects.filter(project=project, user=user)
    return own.exclude(digest="", at__lte=timezone.now() - limits.UPLOAD_KEPT)


def _waiting_of(project: Project, user: User) -> QuerySet[Upload]:
    return Upload.objects.filter(project=project, user=user, digest="")


def _storable(name: str) -> str:
    """A name as the reason of a proposal can hold it."""
    kept = "".join("\ufffd" if text.refusal(char) else char for char in name)
    return kept.strip()[: limits.UPLOAD_NAME] or "a file"

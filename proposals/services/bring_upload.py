"""An upload that was looked at, brought in through the same service as the command's file."""

from __future__ import annotations

from memory.errors import InvalidInput
from memory.models import User
from proposals.models import Upload
from proposals.services.bring_evidence import Confirmed, bring_evidence
from proposals.services.bring_in import Brought, bring_in
from proposals.services.survey import survey
from proposals.services.uploads import finish, lines_in
from proposals.states import Status


def bring_upload(upload: Upload, *, by: User, only: str = "") -> None:
    """All that can be; what waits for a reviewer waits. Raises Unreadable, or a Problem after which
    the upload is still there; batches before it stay, and are found again.
    """
    if upload.is_done:
        return
    refused: list[str] = []
    lines = lines_in(upload, only=only)
    found = survey(upload.project, lines, refuse=lambda where, _: refused.append(where))
    if refused or not found.holds_something:
        raise InvalidInput({"file": "can not come in as it stands; read why"})
    confirmed = list(bring_evidence(upload.project, found, by=by))
    brought = list(bring_in(upload.project, found, by=by, name=upload.name))
    finish(upload, digest=found.digest, outcome=_outcome(brought, confirmed))


def _outcome(brought: list[Brought], confirmed: list[Confirmed]) -> dict[str, int]:
    applied = [one for one in brought if one.proposal and one.proposal.status == Status.APPLIED]
    return {
        "applied": sum(one.lines for one in applied if not one.was_there),
        "there": sum(one.lines for one in applied if one.was_there),
        "waiting": sum(one.lines for one in brought if one.proposal and one.proposal.is_open),
        "left": sum(one.lines for one in brought if one.proposal is None),
        "entries": sum(one.new for one in confirmed),
        "entries_there": sum(one.entries - one.new for one in confirmed),
    }

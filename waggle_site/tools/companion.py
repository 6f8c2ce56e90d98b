"""What the two tools of Companion share: which subject a call is about, asked before all else."""

from companion.access import get_subject
from companion.models import Subject
from memory.errors import InvalidInput
from waggle_site.tools.tool import Call

ID = r"^v1_[a-z2-7]{26}$"


def subject_of(call: Call, named: str | None) -> Subject:
    """The one that is named; else the page's, or the last that this session was about."""
    if named is None and not call.subject_id:
        reason = "name the subject; this page is about none, and none was asked about before"
        raise InvalidInput({"subjectId": reason})
    subject = get_subject(call.project, named if named is not None else call.subject_id)
    call.subject_id = subject.subject_id
    return subject

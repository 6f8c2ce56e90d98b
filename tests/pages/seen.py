"""What a test looks at after a form was sent: the page, the proposal, the record."""

import re

from memory.models import AuditEvent
from proposals.models import Proposal


def shown(answer):
    """The page's text with each run of space as one."""
    return re.sub(r"\s+", " ", answer.content.decode())


def status_of(proposal):
    return Proposal.objects.get(pk=proposal.pk).status


def words_of(proposal):
    return Proposal.objects.get(pk=proposal.pk).current.words


def events(proposal):
    rows = AuditEvent.objects.filter(object_id=str(proposal.public_id)).order_by("seq")
    return [event.type for event in rows]

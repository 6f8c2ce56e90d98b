"""The record of what agents call, refused calls too: ids and times, never words."""

import logging
from collections.abc import Sequence
from datetime import datetime

from django.db import DatabaseError
from django.utils import timezone

from memory import announce
from memory.actors import Actor
from memory.models import Project, ToolCall
from memory.models.tool_call import Origin

logger = logging.getLogger(__name__)


def record_call(
    project: Project,
    tool: str,
    *,
    actor: Actor,
    origin: Origin,
    outcome: str,
    milliseconds: int = 0,
    ids: Sequence[str] = (),
    at: datetime | None = None,
) -> None:
    """In a transaction of its own, after the answer is known: it never changes the answer.

    `at`: when it was known, which is before anything that its caller does next.
    """
    try:
        ToolCall.objects.create(
            project=project,
            tool=tool,
            actor=actor.stored(),
            origin=origin,
            outcome=outcome,
            milliseconds=milliseconds,
            ids=list(ids),
            at=at or timezone.now(),
        )
    except DatabaseError:
        logger.exception("A call of %s was not recorded.", tool)
        return
    announce.tool_called(project.pk, tool, outcome)

"""A nudge to every open page of a project. It carries nothing: who hears it reads the events."""

import logging

from asgiref.sync import async_to_sync
from channels.layers import InMemoryChannelLayer, get_channel_layer
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)

# Redis lost is slower, never wrong: pages read the events anyway.
LOST = (OSError, RedisError)


def group_of(project_pk: int) -> str:
    return f"project.{project_pk}"


def nudge(project_pk: int) -> None:
    _send(project_pk, {"type": "events.wait"})


def tool_called(project_pk: int, tool: str, outcome: str) -> None:
    _send(project_pk, {"type": "tool.called", "tool": tool, "outcome": outcome})


def _send(project_pk: int, message: dict[str, str]) -> None:
    layer, group = get_channel_layer(), group_of(project_pk)
    if layer is None:
        return
    if isinstance(layer, InMemoryChannelLayer) and group not in layer.groups:
        return  # nobody has a page open: not worth the way to the event loop and back
    try:
        async_to_sync(layer.group_send)(group, message)
    except LOST as error:
        logger.warning("No nudge for project %s: %s", project_pk, error)

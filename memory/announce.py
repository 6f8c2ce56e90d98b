"""A nudge to every open page of a project. It carries nothing: who hears it reads the events."""

import asyncio
import logging
import time
from weakref import WeakKeyDictionary

from asgiref.sync import async_to_sync
from channels.layers import BaseChannelLayer, InMemoryChannelLayer, get_channel_layer
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)

# Redis lost is slower, never wrong: pages read the events anyway.
LOST = (OSError, RedisError)
WAIT = 1.0
"""Seconds for a layer to take a nudge: whoever wrote something waits for it."""
REST = 5.0
"""Seconds without nudges after a lost one: a layer that hangs is not waited for at every write."""

_rests: WeakKeyDictionary[BaseChannelLayer, float] = WeakKeyDictionary()


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
    if time.monotonic() < _rests.get(layer, 0):
        return
    try:
        async_to_sync(_within)(layer, group, message)
    except LOST as error:
        _rests[layer] = time.monotonic() + REST
        logger.warning("No nudge for project %s: %r", project_pk, error)


async def _within(layer: BaseChannelLayer, group: str, message: dict[str, str]) -> None:
    await asyncio.wait_for(layer.group_send(group, message), WAIT)

"""The live socket: a cursor over a project's events. A nudge only makes it look."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from contextlib import suppress
from importlib import import_module
from typing import Any
from urllib.parse import parse_qs

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncJsonWebsocketConsumer
from channels.layers import get_channel_layer
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.db import Error
from django.utils.crypto import constant_time_compare

from memory import limits
from memory.access import Access, get_access
from memory.announce import LOST, group_of
from memory.errors import Problem
from memory.models import AuditEvent, ProjectHead, ToolCall, User
from memory.numbers import parse_number
from memory.times import iso
from waggle_site.live_tail import woken

RIGHTS_EVERY = 5.0
"""Seconds until a socket ends whose right has ended, where nothing happens meanwhile."""
JOIN_EVERY = 12 * 3600.0
"""A layer forgets its members after a day."""
TRY_EVERY = 1.0
CALLS = 20
"""So many of the newest are looked at where none was heard of: whichever it was, one is told."""
HERE = {"type": "here"}
ASKED = '{"type":"here"}'
"""What a page asks that has heard nothing for long, and the answer: all there is has been told."""
NOT_YOURS = 4403
NOT_A_NUMBER = 4400
COME_BACK = 1011

logger = logging.getLogger(__name__)

sessions = import_module(settings.SESSION_ENGINE)


class LiveEvents(AsyncJsonWebsocketConsumer):
    """Events carry no words: the page fetches what changed through its ordinary views."""

    # Listened to in a task of its own: were the layer lost, the consumer would end with it.
    channel_layer_alias = ""

    async def connect(self) -> None:
        self.tasks: list[asyncio.Task[None]] = []
        self.nudged = asyncio.Event()
        self.calls: deque[dict[str, Any]] = deque(maxlen=100)
        self.is_asked, self.heard = False, 0
        try:
            await self._open()
        except Error as error:
            logger.warning("No socket is opened: %s", error)
            await self.close(code=COME_BACK)

    async def _open(self) -> None:
        access = await self._access()
        if access is None:
            await self.close(code=NOT_YOURS)
            return
        self.project = access.project
        after, head = self._after(), await self._head()
        self.known = dict(await self._newest_calls())
        await self.accept()
        if after is None:
            await self.close(code=NOT_A_NUMBER)
            return
        self.seq = after if 0 <= after <= head else head
        if after > head:  # of a database that was set back since
            await self.send_json({"type": "reload"})
        self.tasks = [asyncio.create_task(work) for work in (self._look(), self._listen())]

    async def disconnect(self, code: int) -> None:
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)

    async def receive(self, **frame: Any) -> None:
        """Nothing is asked over the socket but whether it still carries anything."""
        if frame.get("text_data") == ASKED:
            self.is_asked = True
            self.nudged.set()

    async def _look(self) -> None:
        try:
            with woken(self.project.pk, self.nudged):
                while True:
                    self.nudged.clear()
                    if not await self._tell():
                        await self.close(code=NOT_YOURS)
                        return
                    try:
                        await asyncio.wait_for(self.nudged.wait(), RIGHTS_EVERY)
                    except TimeoutError:
                        await self._look_for_calls()
        except Error as error:
            logger.warning("A socket of project %s ends: %s", self.project.pk, error)
            await self.close(code=COME_BACK)

    async def _tell(self) -> bool:
        """All that is new; nothing, and False, to whoever may not see it any more."""
        calls, asked = list(self.calls), [HERE] if self.is_asked else []
        self.calls.clear()
        self.is_asked = False
        messages = [*await self._news(), *calls, *asked]
        # Rights are read after the events, so that none of later than their end is told.
        if await self._access() is None:
            return False
        for message in messages:
            await self.send_json(message)
        return True

    async def _look_for_calls(self) -> None:
        """A call has no number to be missed by. One of a process without a common layer, or whose
        nudge was lost, is told of when it was quiet for a while.
        """
        newest = await self._newest_calls()
        fresh = [call for pk, call in newest.items() if pk not in self.known]
        self.known = newest
        if len(fresh) > self.heard:
            self.calls.append(fresh[0])
        self.heard = 0

    async def _news(self) -> list[dict[str, Any]]:
        events = await self._events(self.seq)
        if len(events) > limits.REPLAYED_EVENTS:
            self.seq = await self._head()
            return [{"type": "reload"}]
        if events:
            self.seq = events[-1]["seq"]
        return events

    async def _listen(self) -> None:
        """Nudges, as long as a channel layer carries any. Without them the next look tells."""
        layer = get_channel_layer()
        while layer is not None:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._hear(layer), JOIN_EVERY)
            await asyncio.sleep(TRY_EVERY)

    async def _hear(self, layer: Any) -> None:
        """Until the layer fails, or whoever waits for this has waited long enough."""
        channel, group = await layer.new_channel(), group_of(self.project.pk)
        with suppress(*LOST):
            try:
                await layer.group_add(group, channel)
                while True:
                    self._take(await layer.receive(channel))
            finally:
                await layer.group_discard(group, channel)

    def _take(self, message: dict[str, Any]) -> None:
        if message["type"] == "tool.called":
            self.heard += 1
            self.calls.append({name: message[name] for name in ("type", "tool", "outcome")})
        self.nudged.set()

    def _after(self) -> int | None:
        """-1 where the page names no event: from now on."""
        query = parse_qs(self.scope["query_string"].decode("latin-1"))
        value = query.get("after", [""])[0]
        return parse_number(value) if value else -1

    def _fresh(self, work: Any) -> Any:
        # In the pool, not in the one thread that consumers share by default.
        return database_sync_to_async(work, thread_sensitive=False)()

    async def _access(self) -> Access | None:
        session_key = getattr(self.scope.get("session"), "session_key", None)
        slug = self.scope["url_route"]["kwargs"]["slug"]
        found: Access | None = await self._fresh(lambda: read_access(session_key, slug))
        return found

    async def _head(self) -> int:
        pk = self.project.pk
        seq: int = await self._fresh(lambda: read_head(pk))
        return seq

    async def _newest_calls(self) -> dict[int, dict[str, str]]:
        pk = self.project.pk
        calls: dict[int, dict[str, str]] = await self._fresh(lambda: read_calls(pk))
        return calls

    async def _events(self, after: int) -> list[dict[str, Any]]:
        pk = self.project.pk
        events: list[dict[str, Any]] = await self._fresh(lambda: read_events(pk, after))
        return events


def read_access(session_key: str | None, slug: str) -> Access | None:
    """What the session may see now, or None."""
    session = sessions.SessionStore(session_key)
    if session_key is None or BACKEND_SESSION_KEY not in session:
        return None
    user = User.objects.filter(pk=session[SESSION_KEY], is_active=True).first()
    if user is None or not constant_time_compare(
        session.get(HASH_SESSION_KEY, ""), user.get_session_auth_hash()
    ):
        return None
    try:
        return get_access(user, slug)
    except Problem:
        return None


def read_head(project_pk: int) -> int:
    """Zero for a demo that was dropped meanwhile: who looks next sees that it is gone."""
    head = ProjectHead.objects.filter(project=project_pk).first()
    return head.event_seq if head else 0


def read_events(project_pk: int, after: int) -> list[dict[str, Any]]:
    rows = AuditEvent.objects.filter(project=project_pk, seq__gt=after).order_by("seq")
    return [shown(event) for event in rows[: limits.REPLAYED_EVENTS + 1]]


def read_calls(project_pk: int) -> dict[int, dict[str, str]]:
    """The newest ones by their keys, the last one first."""
    rows = ToolCall.objects.filter(project=project_pk).order_by("-at", "-pk")[:CALLS]
    return {
        pk: {"type": "tool.called", "tool": tool, "outcome": outcome}
        for pk, tool, outcome in rows.values_list("pk", "tool", "outcome")
    }


def shown(event: AuditEvent) -> dict[str, Any]:
    return {
        "seq": event.seq,
        "type": event.type,
        "at": iso(event.at),
        "actor": {"kind": event.actor["kind"], "name": event.actor["name"]},
        "object": {"type": event.object_type, "id": event.object_id},
    }

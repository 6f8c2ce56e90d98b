"""The live socket: a cursor over a project's events. A nudge only makes it look."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from importlib import import_module
from typing import Any
from urllib.parse import parse_qs

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncJsonWebsocketConsumer
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.utils.crypto import constant_time_compare

from memory import limits
from memory.access import Access, get_access
from memory.announce import group_of
from memory.errors import Problem
from memory.models import AuditEvent, ProjectHead, User
from memory.times import iso

# Events of a process without a common channel layer are seen at the next look.
LOOK_EVERY = 1.0
NOT_YOURS = 4403
NOT_A_NUMBER = 4400

sessions = import_module(settings.SESSION_ENGINE)


class LiveEvents(AsyncJsonWebsocketConsumer):
    """Events carry no words: the page fetches what changed through its ordinary views."""

    async def connect(self) -> None:
        self.looking: asyncio.Task[None] | None = None
        self.nudged = asyncio.Event()
        self.calls: list[dict[str, Any]] = []
        access = await self._access()
        if access is None:
            await self.close(code=NOT_YOURS)
            return
        self.project = access.project
        self.group = group_of(self.project.pk)
        await self.accept()
        after = self._after()
        if after is None:
            await self.close(code=NOT_A_NUMBER)
            return
        await self.channel_layer.group_add(self.group, self.channel_name)
        self.seq = await self._head() if after < 0 else after
        self.looking = asyncio.create_task(self._look())

    async def disconnect(self, code: int) -> None:
        if self.looking is not None:
            self.looking.cancel()
            with suppress(asyncio.CancelledError):
                await self.looking
            await self.channel_layer.group_discard(self.group, self.channel_name)

    async def receive_json(self, content: Any, **kwargs: Any) -> None:
        """Nothing is asked over the socket."""

    async def decode_json(self, text_data: str) -> Any:
        return None

    async def events_wait(self, message: dict[str, Any]) -> None:
        self.nudged.set()

    async def tool_called(self, message: dict[str, Any]) -> None:
        self.calls.append(
            {"type": "tool.called", "tool": message["tool"], "outcome": message["outcome"]}
        )
        self.nudged.set()

    async def _look(self) -> None:
        while True:
            self.nudged.clear()
            calls, self.calls = self.calls, []
            # Rights are read anew before anything is told: a sign-out ends the socket.
            if await self._access() is None:
                await self.close(code=NOT_YOURS)
                return
            for message in [*await self._news(), *calls]:
                await self.send_json(message)
            with suppress(TimeoutError):
                await asyncio.wait_for(self.nudged.wait(), LOOK_EVERY)

    async def _news(self) -> list[dict[str, Any]]:
        events = await self._events(self.seq)
        if len(events) > limits.REPLAYED_EVENTS:
            self.seq = await self._head()
            return [{"type": "reload"}]
        if events:
            self.seq = events[-1]["seq"]
        return events

    def _after(self) -> int | None:
        """-1 where the page names no event: from now on."""
        query = parse_qs(self.scope["query_string"].decode("latin-1"))
        value = query.get("after", [""])[0]
        if not value:
            return -1
        return int(value) if value.isascii() and value.isdigit() and len(value) < 16 else None

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
        seq: int = await self._fresh(lambda: ProjectHead.objects.get(project=pk).event_seq)
        return seq

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


def read_events(project_pk: int, after: int) -> list[dict[str, Any]]:
    rows = AuditEvent.objects.filter(project=project_pk, seq__gt=after).order_by("seq")
    return [shown(event) for event in rows[: limits.REPLAYED_EVENTS + 1]]


def shown(event: AuditEvent) -> dict[str, Any]:
    return {
        "seq": event.seq,
        "type": event.type,
        "at": iso(event.at),
        "actor": {"kind": event.actor["kind"], "name": event.actor["name"]},
        "object": {"type": event.object_type, "id": event.object_id},
    }

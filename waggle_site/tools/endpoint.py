"""The one door to the tools: who, where, typed input, one answer, one line in the record."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt

from companion.last_subject import last_subject, remember
from memory import limits
from memory.canonical import digest
from memory.errors import InvalidInput, NotFound
from memory.services.calls import record_call
from proposals.services.retries import Retry
from waggle_site.tools.callers import Caller, authorise, identify
from waggle_site.tools.problems import MethodNotAllowed, answer
from waggle_site.tools.reading import parse, read_json, require_json
from waggle_site.tools.registry import BY_NAME
from waggle_site.tools.tool import Call, Tool


@dataclass(slots=True)
class Visit:
    """What the record will say of a call, as far as it came."""

    started: float = field(default_factory=time.perf_counter)
    caller: Caller | None = None
    tool: Tool[Any] | None = None
    touched: list[str] = field(default_factory=list)
    outcome: str = ""
    milliseconds: int = 0
    at: datetime | None = None

    def end(self, outcome: str) -> None:
        self.outcome, self.at = outcome, timezone.now()
        self.milliseconds = round((time.perf_counter() - self.started) * 1_000)


class ReadAnswer(HttpResponse):
    """What was read. Its record is written once it has been sent: nobody waits for that."""

    visit: Visit | None = None

    def close(self) -> None:
        if self.visit is not None:
            _keep_record(self.visit)
        super().close()


@csrf_exempt
def call_tool(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    visit = Visit()
    response, outcome = answer(partial(_serve, request, slug, name, visit))
    response.headers["Cache-Control"] = "no-store"
    visit.end(outcome)
    if isinstance(response, ReadAnswer):
        response.visit = visit
    else:
        _keep_record(visit)
    return response


def _serve(request: HttpRequest, slug: str, name: str, visit: Visit) -> HttpResponse:
    if request.method != "POST":
        raise MethodNotAllowed("Call a tool with POST.")
    caller = identify(request, slug)
    tool = BY_NAME.get(name)
    if tool is None:
        raise NotFound("The tool")
    visit.caller, visit.tool = caller, tool
    require_json(request)
    authorise(request, caller, tool.scope)
    given = read_json(request)
    asked = parse(tool.input, given)
    _require_this_project(given, caller)
    call = Call(
        caller.access,
        caller.actor,
        _retry(request, tool, given),
        visit.touched,
        _subject_before(request, caller, tool),
    )
    result = tool.handler(call, asked)
    if caller.key is None and call.subject_id:
        remember(request.session, call.project, call.subject_id)
    kind = ReadAnswer if tool.reads_only else HttpResponse
    return kind(result.model_dump_json(), content_type="application/json")


def _subject_before(request: HttpRequest, caller: Caller, tool: Tool[Any]) -> str:
    """A key has no page and no session."""
    if caller.key is not None or not tool.is_about_subjects:
        return ""
    return request.GET.get("subject") or last_subject(request.session, caller.access.project)


def _require_this_project(given: dict[str, Any], caller: Caller) -> None:
    named = given.get("project_id", caller.access.project.slug)
    if named.lower() != caller.access.project.slug:
        raise NotFound("The project")


def _retry(request: HttpRequest, tool: Tool[Any], given: dict[str, Any]) -> Retry | None:
    key = request.headers.get("Idempotency-Key", "").strip()
    if not key or tool.reads_only:
        return None
    if len(key) > limits.IDEMPOTENCY_KEY:
        reason = f"must have at most {limits.IDEMPOTENCY_KEY} characters"
        raise InvalidInput({"Idempotency-Key": reason})
    return Retry(tool.name, key, digest(given))


def _keep_record(visit: Visit) -> None:
    if visit.caller is None or visit.tool is None:
        return
    record_call(
        visit.caller.access.project,
        visit.tool.name,
        actor=visit.caller.actor,
        origin=visit.caller.origin,
        outcome=visit.outcome,
        milliseconds=visit.milliseconds,
        ids=visit.touched,
        at=visit.at,
    )

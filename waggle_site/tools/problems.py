"""How each refusal and each failure of a tool looks as JSON."""

import logging
import secrets
from collections.abc import Callable
from typing import NamedTuple

from django.db import InterfaceError, OperationalError
from django.http import HttpResponse

from memory.errors import Problem
from waggle_site.errors import STATUS, as_json

logger = logging.getLogger(__name__)


class MalformedJson(Problem):
    code = "MALFORMED_JSON"


class UnsupportedMediaType(Problem):
    code = "UNSUPPORTED_MEDIA_TYPE"


class PayloadTooLarge(Problem):
    code = "PAYLOAD_TOO_LARGE"


class MethodNotAllowed(Problem):
    code = "METHOD_NOT_ALLOWED"


class SignedOut(Problem):
    code = "SIGNED_OUT"


class CsrfFailed(Problem):
    code = "CSRF_FAILED"
    retryable = True


class Answer(NamedTuple):
    response: HttpResponse
    outcome: str


def answer(work: Callable[[], HttpResponse]) -> Answer:
    """What the work answers, or its refusal, or that it failed: always an answer for a program."""
    try:
        return Answer(work(), "ok")
    except Problem as problem:
        return refusal(problem)
    except (OperationalError, InterfaceError):
        incident = secrets.token_hex(4)
        logger.exception("Incident %s: the database did not answer a tool", incident)
        message = f"Waggle is busy or its database is away. Try again soon. Incident {incident}."
        return _failure("UNAVAILABLE", message, 503, incident)
    except Exception:
        incident = secrets.token_hex(4)
        logger.exception("Incident %s: a tool failed", incident)
        message = f"Something broke on our side. If it persists, report incident {incident}."
        return _failure("INTERNAL", message, 500, incident)


def refusal(problem: Problem) -> Answer:
    response = as_json(
        problem.code,
        problem.message,
        status=STATUS[problem.code],
        retryable=problem.retryable,
        data=problem.data,
    )
    if isinstance(problem, MethodNotAllowed):
        response.headers["Allow"] = "POST"
    if "retry_after" in problem.data:
        response.headers["Retry-After"] = str(problem.data["retry_after"])
    if isinstance(problem, SignedOut):
        response.headers["WWW-Authenticate"] = "Bearer"
    return Answer(response, problem.code)


def _failure(code: str, message: str, status: int, incident: str) -> Answer:
    response = as_json(code, message, status=status, retryable=True, data={"incident": incident})
    return Answer(response, code)

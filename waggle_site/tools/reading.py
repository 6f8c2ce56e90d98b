"""From the bytes of a request to the typed input of a tool, or a refusal in words."""

from __future__ import annotations

import json
from typing import Any, NoReturn, TypeVar

from django.http import HttpRequest, UnreadablePostError
from pydantic import ValidationError
from pydantic_core import ErrorDetails

from memory import limits
from memory.errors import InvalidInput
from waggle_site.tools.inputs import Input
from waggle_site.tools.problems import MalformedJson, PayloadTooLarge, UnsupportedMediaType

Model = TypeVar("Model", bound=Input)

MOST_REASONS = 20
MOST_OF_A_NAME = 80
PLAINER = {
    "extra_forbidden": "unknown; leave it out",
    "missing": "is required",
    "string_unicode": "contains half of a character; send whole characters",
}


def require_json(request: HttpRequest) -> None:
    if request.content_type != "application/json":
        raise UnsupportedMediaType("Send the input as JSON, with Content-Type: application/json.")


def read_json(request: HttpRequest) -> dict[str, Any]:
    try:
        # Never more than allowed into memory, whatever length the request claims.
        body = request.read(limits.TOOL_BODY + 1)
    except UnreadablePostError as error:
        raise MalformedJson("The body did not arrive whole. Send it again.") from error
    if len(body) > limits.TOOL_BODY:
        raise PayloadTooLarge(f"Send at most {limits.TOOL_BODY} bytes.")
    return _object(body)


def _object(body: bytes) -> dict[str, Any]:
    try:
        value = json.loads(
            body.decode(), object_pairs_hook=_distinct_names, parse_constant=_no_number
        )
    # ValueError: not UTF-8, not JSON, a number of thousands of digits.
    except (ValueError, RecursionError) as error:
        raise MalformedJson(
            "The body is not one JSON object in UTF-8 with distinct names. Correct it."
        ) from error
    if not isinstance(value, dict):
        raise InvalidInput({"input": "must be a JSON object of named fields"})
    return value


def _distinct_names(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    named = dict(pairs)
    if len(named) < len(pairs):
        raise ValueError("a name twice")
    for name in named:
        name.encode()  # half a character has no bytes
    return named


def _no_number(literal: str) -> NoReturn:
    raise ValueError(f"{literal} is not JSON")


def parse(model: type[Model], given: dict[str, Any]) -> Model:
    try:
        return model.model_validate(given)
    except ValidationError as error:
        raise InvalidInput(_reasons(error)) from error


def _reasons(error: ValidationError) -> dict[str, str]:
    """A reason for each field by its name, without the value that was sent."""
    found: dict[str, str] = {}
    for one in error.errors(include_input=False, include_url=False)[:MOST_REASONS]:
        name = ".".join(map(str, one["loc"]))[:MOST_OF_A_NAME] or "input"
        found.setdefault(name, _spoken(one))
    return found


def _spoken(one: ErrorDetails) -> str:
    """A text's length in characters; pydantic speaks of items after validation."""
    bounds = one.get("ctx", {})
    if bounds.get("field_type") == "Value" and one["type"] == "too_long":
        return f"must have at most {bounds['max_length']} characters"
    if bounds.get("field_type") == "Value" and one["type"] == "too_short":
        return "is empty; write it"
    return PLAINER.get(one["type"], one["msg"].removeprefix("Value error, "))

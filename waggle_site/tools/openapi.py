"""The tool views described for programs: an OpenAPI 3.1 document, made from the registry alone."""

from __future__ import annotations

import json
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, JsonValue
from pydantic.json_schema import models_json_schema

from memory import limits
from waggle_site.errors import STATUS
from waggle_site.tools.registry import TOOLS
from waggle_site.tools.tool import Tool

COMPONENT = "#/components/schemas/{model}"
FAILURES = {"INTERNAL": 500, "UNAVAILABLE": 503}
ON_PAGES_ALONE = {"CAME_TOO_LATE"}
SECURITY = {
    "key": {"type": "http", "scheme": "bearer", "description": "An agent key, `wgl_…`."},
    "session": {
        "type": "apiKey",
        "in": "cookie",
        "name": "sessionid",
        "description": "A signed-in person's page, which also sends its X-CSRFToken.",
    },
}
PROJECT = {
    "name": "project",
    "in": "path",
    "required": True,
    "description": "The project's slug.",
    "schema": {"type": "string", "maxLength": limits.SLUG},
}
RETRY = {
    "name": "Idempotency-Key",
    "in": "header",
    "description": "Kept for 24 hours: the same input again has no second effect.",
    "schema": {"type": "string", "maxLength": limits.IDEMPOTENCY_KEY},
}

Mode = Literal["validation", "serialization"]


class Error(BaseModel):
    """`message` says what to do next. Further fields depend on the code."""

    model_config = ConfigDict(extra="allow")
    __pydantic_extra__: dict[str, JsonValue]

    code: str
    message: str
    retryable: bool


class ErrorAnswer(BaseModel):
    isError: Literal[True]
    error: Error


def document() -> dict[str, Any]:
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Waggle tools",
            "version": "1",
            "description": (
                "What an agent may do in one project. Nothing here reviews a proposal: that takes "
                "a person in a browser."
            ),
        },
        "paths": {
            f"/p/{{project}}/tools/{tool.name}": {"post": _operation(tool)} for tool in TOOLS
        },
        "components": {"schemas": _components(), "securitySchemes": SECURITY},
    }


def _components() -> dict[str, Any]:
    mode: Mode = "serialization"
    models: list[tuple[type[BaseModel], Mode]] = [(tool.output, mode) for tool in TOOLS]
    _, schemas = models_json_schema([*models, (ErrorAnswer, mode)], ref_template=COMPONENT)
    found: dict[str, Any] = schemas["$defs"]
    return found


def _operation(tool: Tool[Any]) -> dict[str, Any]:
    return {
        "operationId": tool.name,
        "summary": tool.title,
        "description": tool.description,
        "security": [{"key": []}, {"session": []}],
        "x-scope": tool.scope.value,
        "parameters": [PROJECT] if tool.reads_only else [PROJECT, RETRY],
        "requestBody": {"required": True, "content": _json(tool.input_schema)},
        "responses": {
            "200": {"description": "The result.", "content": _json(_named(tool.output))},
            **_refusals(),
        },
    }


def _refusals() -> dict[str, Any]:
    codes: dict[int, list[str]] = {}
    for code, status in (STATUS | FAILURES).items():
        if code not in ON_PAGES_ALONE:
            codes.setdefault(status, []).append(code)
    return {
        str(status): {"description": ", ".join(named), "content": _json(_named(ErrorAnswer))}
        for status, named in sorted(codes.items())
    }


def _json(schema: dict[str, Any]) -> dict[str, Any]:
    return {"application/json": {"schema": schema}}


def _named(model: type[BaseModel]) -> dict[str, str]:
    return {"$ref": COMPONENT.format(model=model.__name__)}


def as_text() -> str:
    return json.dumps(document(), indent=2, ensure_ascii=False) + "\n"

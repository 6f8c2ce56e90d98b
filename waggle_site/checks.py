"""What `manage.py check` refuses of the tools: words and schemas unfit for agents or browsers."""

import ast
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from django.core.checks import CheckMessage, Error, register

from waggle_site.tools.registry import TOOLS
from waggle_site.tools.schema import KEYWORDS
from waggle_site.tools.tool import Tool

NAME = re.compile(r"[a-z][a-z0-9_]{0,29}\Z")
PARAMETER = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,29}\Z")
MOST_OF_A_DESCRIPTION = 500
MOST_OF_A_PARAMETER = 150
MOST_TOOLS = 12

FOLDER = Path(__file__).parent / "tools"
WORDS = {"Tool": {"name", "title", "description"}, "Field": {"description"}}


@register()
def tools_are_fit_for_agents(app_configs: object, **kwargs: object) -> list[CheckMessage]:
    faults = [*faults_of_list(TOOLS), *faults_of_words(FOLDER)]
    return [Error(fault, id="waggle.tools") for fault in faults]


def faults_of_list(tools: Sequence[Tool[Any]]) -> Iterator[str]:
    names = [tool.name for tool in tools]
    if len(tools) > MOST_TOOLS:
        yield f"{len(tools)} tools on one page; at most {MOST_TOOLS}."
    for name in sorted({name for name in names if names.count(name) > 1}):
        yield f"{name}: two tools have this name."
    for tool in tools:
        yield from (f"{tool.name}: {fault}" for fault in faults_of(tool))


def faults_of(tool: Tool[Any]) -> Iterator[str]:
    if not NAME.match(tool.name):
        yield "the name must be small letters, digits and underscores, at most 30."
    if not tool.title:
        yield "it needs a title."
    if not 0 < len(tool.description) <= MOST_OF_A_DESCRIPTION:
        yield f"the description must have 1 to {MOST_OF_A_DESCRIPTION} characters."
    if tool.reads_only and tool.consequential:
        yield "what only reads has no consequences."
    yield from faults_of_object(tool.input_schema)


def faults_of_object(schema: dict[str, Any], path: str = "") -> Iterator[str]:
    yield from unknown_keywords(schema, path or "the input")
    if schema.get("type") != "object" or schema.get("additionalProperties") is not False:
        yield f"{path or 'the input'} must be an object without further properties."
    for name, part in schema.get("properties", {}).items():
        yield from faults_of_parameter(part, f"{path}.{name}".lstrip("."), name)


def faults_of_parameter(schema: dict[str, Any], path: str, name: str) -> Iterator[str]:
    if not PARAMETER.match(name):
        yield f"{path} is not a name of at most 30 letters, digits and underscores."
    if not 0 < len(schema.get("description", "")) <= MOST_OF_A_PARAMETER:
        yield f"{path} needs a description of 1 to {MOST_OF_A_PARAMETER} characters."
    yield from faults_of_value(schema, path)


def faults_of_value(schema: dict[str, Any], path: str) -> Iterator[str]:
    if "properties" in schema or schema.get("type") == "object":
        yield from faults_of_object(schema, path)
        return
    yield from unknown_keywords(schema, path)
    if not isinstance(schema.get("type"), str):
        yield f"{path} has no single type."
    if schema.get("type") == "array":
        yield from faults_of_value(schema.get("items", {}), f"{path}[]")


def unknown_keywords(schema: dict[str, Any], path: str) -> Iterator[str]:
    for keyword in sorted(schema.keys() - KEYWORDS):
        yield f"{path} uses {keyword}, which browsers do not enforce."


def faults_of_words(folder: Path) -> Iterator[str]:
    """Words that an agent reads are written in the source: nothing a user typed can get there."""
    for path in sorted(folder.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                for name in spoken_but_not_literal(node, WORDS.get(node.func.id, set())):
                    yield f"{path.name}, line {node.lineno}: {name} must be a literal."


def spoken_but_not_literal(call: ast.Call, names: set[str]) -> Iterator[str]:
    for keyword in call.keywords:
        if keyword.arg in names and not isinstance(keyword.value, ast.Constant):
            yield keyword.arg

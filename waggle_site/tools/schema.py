"""From a pydantic model to the subset of JSON Schema that browsers will enforce."""

from typing import Any

from pydantic import BaseModel

KEYWORDS = frozenset(
    {
        "type",
        "properties",
        "required",
        "enum",
        "minimum",
        "maximum",
        "minLength",
        "maxLength",
        "pattern",
        "items",
        "maxItems",
        "additionalProperties",
        "default",
        "description",
    }
)
NOT_FOR_BROWSERS = ("title", "format")


def input_schema(model: type[BaseModel]) -> dict[str, Any]:
    schema = model.model_json_schema(mode="validation")
    definitions = schema.pop("$defs", {})
    return _plain(schema, definitions) | {"additionalProperties": False}


def _plain(schema: dict[str, Any], definitions: dict[str, Any]) -> dict[str, Any]:
    """Without references, without null for what may be left out, without titles and formats."""
    merged = _resolved(schema, definitions)
    for name in NOT_FOR_BROWSERS:
        merged.pop(name, None)
    if merged.get("default", ...) is None:
        del merged["default"]
    if "properties" in merged:
        merged["properties"] = {
            name: _plain(part, definitions) for name, part in merged["properties"].items()
        }
    if "items" in merged:
        merged["items"] = _plain(merged["items"], definitions)
    return merged


def _resolved(schema: dict[str, Any], definitions: dict[str, Any]) -> dict[str, Any]:
    merged = dict(schema)
    if reference := merged.pop("$ref", None):
        named = definitions[reference.removeprefix("#/$defs/")]
        # A docstring of ours is not meant for agents.
        merged = {k: v for k, v in named.items() if k != "description"} | merged
        return _resolved(merged, definitions)
    choices = [one for one in merged.get("anyOf", ()) if one != {"type": "null"}]
    if len(choices) == 1:
        del merged["anyOf"]
        return _resolved(choices[0] | merged, definitions)
    return merged

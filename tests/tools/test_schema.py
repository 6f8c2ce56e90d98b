from enum import StrEnum
from typing import Annotated

from pydantic import BaseModel, Field

from waggle_site.tools.inputs import Input, IsWhole, Moment
from waggle_site.tools.registry import BY_NAME, TOOLS
from waggle_site.tools.schema import KEYWORDS, input_schema


class Colour(StrEnum):
    """Not for agents."""

    RED = "red"
    BLUE = "blue"


class Part(Input):
    """Not for agents either."""

    size: int


class Sample(Input):
    name: Annotated[str, Field(min_length=1, max_length=9, description="Its name.")]
    colour: Colour | None = None
    parts: Annotated[list[Part] | None, Field(max_length=3, description="Its parts.")] = None
    since: Moment | None = None
    count: Annotated[int, Field(ge=1, le=5), IsWhole] = 2


def test_a_model_becomes_the_plain_subset():
    assert input_schema(Sample) == {
        "type": "object",
        "properties": {
            "name": {"type": "string", "minLength": 1, "maxLength": 9, "description": "Its name."},
            "colour": {"type": "string", "enum": ["red", "blue"]},
            "parts": {
                "type": "array",
                "maxItems": 3,
                "description": "Its parts.",
                "items": {
                    "type": "object",
                    "properties": {"size": {"type": "integer"}},
                    "required": ["size"],
                    "additionalProperties": False,
                },
            },
            "since": {"type": "string"},
            "count": {"type": "integer", "minimum": 1, "maximum": 5, "default": 2},
        },
        "required": ["name"],
        "additionalProperties": False,
    }


def keywords(schema):
    found = set(schema)
    for part in schema.get("properties", {}).values():
        found |= keywords(part)
    return found | keywords(schema["items"]) if "items" in schema else found


def test_the_tools_keep_to_what_browsers_enforce():
    for tool in TOOLS:
        assert keywords(tool.input_schema) <= KEYWORDS


def properties(tool):
    return BY_NAME[tool].input_schema["properties"]


def bounds(schema, *names):
    return tuple(schema[name] for name in names)


def test_the_bounds_are_those_of_the_contract():
    brief, recall = properties("get_project_brief"), properties("recall_memory")
    change = properties("propose_memory_change")

    numbers = ("minimum", "maximum", "default")
    assert bounds(brief["max_items"], *numbers) == (1, 25, 6)
    assert bounds(brief["max_chars"], *numbers) == (500, 60_000, 12_000)
    assert bounds(recall["max_chars"], *numbers) == (500, 60_000, 12_000)
    assert bounds(recall["limit"], *numbers) == (1, 50, 5)
    assert bounds(recall["query"], "minLength", "maxLength") == (1, 4_000)
    assert bounds(change["proposed_content"], "minLength", "maxLength") == (1, 20_000)
    assert bounds(change["title"], "maxLength") == (200,)
    assert bounds(change["reason"], "maxLength") == (4_000,)
    assert [change[name]["maxItems"] for name in ("tags", "links", "evidence_ids")] == [20] * 3


def test_the_names_are_those_of_the_contract():
    when = {"project_id", "as_of", "known_at"}
    assert set(properties("get_project_brief")) == {"max_items", "max_chars"} | when
    assert set(properties("recall_memory")) == {"query", "limit", "max_chars", "kinds"} | when
    assert set(properties("propose_memory_change")) == {
        "project_id", "operation", "memory_id", "proposed_content", "kind", "title", "tags",
        "links", "reason", "evidence_ids", "valid_from", "valid_until",
    }  # fmt: skip
    assert set(properties("apply_approved_memory_change")) == {"proposal_id"}


def test_a_choice_of_types_is_left_for_the_check_to_refuse():
    class Either(BaseModel):
        value: int | str

    assert "anyOf" in input_schema(Either)["properties"]["value"]

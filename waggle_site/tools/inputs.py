"""What the inputs of the tools share. Their descriptions are what an agent reads."""

from datetime import datetime
from typing import Annotated, Any

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    WithJsonSchema,
    field_validator,
)

from memory import limits
from memory.times import parse_instant
from proposals.changes import NEVER, Never, Text


def _instant(value: object) -> datetime:
    if not isinstance(value, str):
        raise ValueError("must be text such as 2026-05-14T09:30:00Z")
    return parse_instant(value)


def _whole(value: object) -> int:
    whole = isinstance(value, int) or (isinstance(value, float) and value.is_integer())
    if not whole or isinstance(value, bool):
        raise ValueError("must be a whole number")
    return int(value)  # type: ignore[call-overload, no-any-return] # it is one of the two


def _end(value: object) -> object:
    return value if value == NEVER else _instant(value)


Moment = Annotated[datetime, BeforeValidator(_instant)]
End = Annotated[datetime | Never, BeforeValidator(_end), WithJsonSchema({"type": "string"})]
IsWhole = BeforeValidator(_whole)


class Input(BaseModel):
    """Nothing beside the named fields, and nothing of another type than the schema says."""

    model_config = ConfigDict(extra="forbid")

    @field_validator("*", mode="before")
    @classmethod
    def _is_not_null(cls, value: Any) -> Any:
        if value is None:
            raise ValueError("must not be null; leave it out instead")
        return value


class ProjectInput(Input):
    project_id: Annotated[
        Text | None,
        Field(
            max_length=limits.SLUG,
            description="The project's slug. May be left out: the page or address names it.",
        ),
    ] = None


class InstantInput(ProjectInput):
    as_of: Annotated[
        Moment | None,
        Field(description="Ask what was true in the world at this ISO 8601 time. Default: now."),
    ] = None
    known_at: Annotated[
        Moment | None,
        Field(description="Ask as it was known at this ISO 8601 time. Default: now."),
    ] = None

"""What a line may say, checked as strictly as an agent's input."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import cached_property
from typing import Annotated, Any, ClassVar, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    WrapValidator,
    model_validator,
)

from memory import limits, text
from memory.canonical import canonical_bytes
from memory.kinds import EdgeType, Kind
from memory.times import iso
from proposals.changes import Content, Moment, Tag, Text, Title, distinct
from proposals.lines.fields import plain_name


def _edge(value: object) -> object:
    return plain_name(value) if isinstance(value, str) else value


def _by_superseding(value: EdgeType) -> EdgeType:
    if value is EdgeType.UPDATES:
        raise ValueError("is said with `supersedes` on the newer line")
    return value


def _claimable(value: Any) -> Any:
    for one in _strings(value):
        if reason := text.refusal(one):
            raise ValueError(reason)
    if len(canonical_bytes(value)) > limits.CLAIM_BYTES:
        raise ValueError(f"is longer than {limits.CLAIM_BYTES:,} bytes; shorten it")
    return value


def _strings(value: object) -> list[str]:
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        return [found for pair in value.items() for one in pair for found in _strings(one)]
    if isinstance(value, list):
        return [found for one in value for found in _strings(one)]
    return []


_KINDS = {kind.value: kind for kind in Kind}


def _quick(most: int) -> WrapValidator:
    """Most texts are plainly fit: one look, and none of the rules needs to be asked."""

    def look(value: object, ask: Callable[[object], object]) -> object:
        if type(value) is str and len(value) <= most and value.isascii() and value.isprintable():
            return ask(value) if not value or value.isspace() else value
        return ask(value)

    return WrapValidator(look)


Id = Annotated[Text, Field(min_length=1, max_length=limits.LINE_ID), _quick(limits.LINE_ID)]
QuickTag = Annotated[Tag, _quick(limits.TAG)]
QuickTags = Annotated[
    list[QuickTag],
    Field(max_length=limits.TAGS),
    AfterValidator(distinct),
    Field(default_factory=list),
]
Predicate = Annotated[EdgeType, BeforeValidator(_edge), AfterValidator(_by_superseding)]
Claimed = Annotated[Any, AfterValidator(_claimable)]


class Line(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    also: ClassVar[dict[str, str]] = {}
    """Other names that a field goes by."""

    @model_validator(mode="before")
    @classmethod
    def _null_is_left_out(cls, value: Any) -> Any:
        if not isinstance(value, dict):
            return value
        given = {name: one for name, one in value.items() if one is not None}
        for name, field in cls.also.items():
            if name in given and field not in given:
                given[field] = given.pop(name)
        return given

    def refusal(self, now: datetime) -> str:
        """What no field by itself is refused for."""
        return ""

    def of_the_future(self, now: datetime, *names: str) -> str:
        for name in names:
            moment = getattr(self, name)
            if moment and moment > now:
                return f"{name}: lies in the future"
        return ""


class LinkSaid(Line):
    also = {"id": "memory_id", "target": "memory_id", "to": "memory_id"}

    type: Predicate
    memory_id: Id


class EdgeLine(Line):
    also = {"edge": "edge_type", "relation": "edge_type", "from": "source", "to": "target"}

    type: Literal["edge"]
    edge_type: Predicate
    source: Id
    target: Id


class MemoryLine(Line):
    type: Literal["memory"] = "memory"
    kind: QuickTag
    title: Annotated[Title, _quick(limits.TITLE)] = ""
    content: Annotated[Content, _quick(limits.CONTENT)]
    tags: QuickTags
    links: Annotated[list[LinkSaid], Field(default_factory=list, max_length=limits.LINE_LINKS)]
    valid_from: Moment | None = None
    valid_until: Moment | None = None
    recorded_at: Moment | None = None
    retired_at: Moment | None = None
    supersedes: Id | None = None
    id: Id | None = None
    claimed_approval: Claimed = None

    @property
    def texts(self) -> list[str]:
        """All that a person would read of it."""
        return [self.content, self.title, *self.all_tags]

    @cached_property
    def known_kind(self) -> Kind | None:
        name = self.kind.strip().lower()
        return _KINDS.get(name)

    @cached_property
    def all_tags(self) -> list[str]:
        """A kind that is none of ours is kept as a tag."""
        if self.known_kind:
            return self.tags
        kind = self.kind.strip()
        forms = {text.normal_form(tag) for tag in self.tags}
        return self.tags if text.normal_form(kind) in forms else [*self.tags, kind]

    @property
    def begins(self) -> datetime | None:
        """None: when it is applied."""
        return self.valid_from or self.recorded_at

    @property
    def said(self) -> dict[str, Any]:
        """What the file claims, beside the words."""
        claims = {
            "id": self.id,
            "recorded_at": iso(self.recorded_at) if self.recorded_at else None,
            "retired_at": iso(self.retired_at) if self.retired_at else None,
            "claimed_approval": self.claimed_approval,
        }
        return {name: value for name, value in claims.items() if value is not None}

    def refusal(self, now: datetime) -> str:
        begins = self.begins
        if self.valid_until and self.valid_until <= (begins or now):
            return (
                "valid_until: must be later than the beginning"
                if begins
                else "valid_from: say when it began, for it has ended"
            )
        if reason := self.of_the_future(now, "recorded_at", "retired_at"):
            return reason
        if len(self.all_tags) > limits.TAGS:
            return f"tags: with its kind as a tag there are more than {limits.TAGS}; take one out"
        return ""

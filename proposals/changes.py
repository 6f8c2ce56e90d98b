"""Typed payloads: what a caller asks for, and the exact words that are reviewed and applied."""

from __future__ import annotations

import secrets
from datetime import datetime
from functools import cached_property
from typing import Annotated, Any, Final, Literal
from uuid import UUID

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError
from pydantic_core import ErrorDetails

from memory import limits, text
from memory.canonical import digest, words_of
from memory.errors import InvalidInput
from memory.kinds import ASKABLE_EDGES, EdgeType, Kind
from memory.times import parse_instant
from proposals.states import Operation

NEVER: Final = "never"
Never = Literal["never"]
"""In place of an end: without one, whatever end the old words had."""


def _storable(value: str) -> str:
    # Most texts are one line of ASCII, of which nothing needs looking for.
    if value.isascii() and value.isprintable():
        return value
    if reason := text.refusal(value):
        raise ValueError(reason)
    return text.unix_newlines(value)


def _not_blank(value: str) -> str:
    if text.is_blank(value):
        raise ValueError("is blank; write the statement")
    return value


def _one_line(value: str) -> str:
    if "\n" in value:
        raise ValueError("is one line")
    return value


def distinct(values: list[str]) -> list[str]:
    forms = [text.normal_form(value) for value in values]
    if len(set(forms)) < len(forms):
        raise ValueError("names one twice")
    return values


def _askable(value: EdgeType) -> EdgeType:
    if value not in ASKABLE_EDGES:
        raise ValueError("is made by applying an update, never by asking")
    return value


def _instant(value: object) -> object:
    return parse_instant(value) if isinstance(value, str) else value


def _end(value: object) -> object:
    return value if value == NEVER else _instant(value)


Text = Annotated[str, AfterValidator(_storable)]
Content = Annotated[
    Text, Field(min_length=1, max_length=limits.CONTENT), AfterValidator(_not_blank)
]
Title = Annotated[Text, Field(max_length=limits.TITLE), AfterValidator(_one_line)]
Tag = Annotated[
    Text,
    Field(min_length=1, max_length=limits.TAG),
    AfterValidator(_not_blank),
    AfterValidator(_one_line),
]
Tags = Annotated[list[Tag], Field(max_length=limits.TAGS), AfterValidator(distinct)]
Reference = Annotated[Text, Field(min_length=1, max_length=limits.REFERENCE)]
Reason = Annotated[Text, Field(max_length=limits.REASON)]
Moment = Annotated[datetime, BeforeValidator(_instant)]
End = Annotated[datetime | Never, BeforeValidator(_end)]
EvidenceIds = Annotated[
    list[Reference],
    Field(max_length=limits.EVIDENCE),
    AfterValidator(distinct),
]


class Link(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    type: Annotated[EdgeType, AfterValidator(_askable)]
    memory_id: Reference


Links = Annotated[list[Link], Field(max_length=limits.LINKS)]


class Asked(BaseModel):
    """A suggested change in its asker's words. What is left out of an update stays as it is."""

    model_config = ConfigDict(extra="forbid")

    operation: Operation
    memory_id: str | None = None
    content: Content | None = None
    kind: Kind | None = None
    title: Title | None = None
    tags: Tags | None = None
    links: Links | None = None
    valid_from: Moment | None = None
    valid_until: End | None = None
    reason: Reason = ""
    evidence_ids: EvidenceIds = []


class Edited(BaseModel):
    """A reviewer's or proposer's words in a form. What is left out stays as proposed."""

    model_config = ConfigDict(extra="forbid")

    content: Content | None = None
    title: Title | None = None
    kind: Kind | None = None
    tags: Tags | None = None


class Words(BaseModel):
    """The words of a memory to be. No `valid_from`: it begins when it is applied."""

    model_config = ConfigDict(frozen=True)

    kind: Kind
    title: str
    content: str
    tags: list[str]
    links: list[Link]
    valid_from: datetime | None = None
    valid_until: datetime | None = None

    def plain(self) -> dict[str, Any]:
        """As a digest covers them."""
        links = [{"type": link.type, "memory_id": link.memory_id} for link in self.links]
        return words_of({**self.__dict__, "links": links})


class Change(BaseModel):
    """One operation of a proposal, to the byte. Its digest is the digest of the memory made."""

    model_config = ConfigDict(frozen=True)

    operation: Operation
    memory_id: UUID
    """The memory to be made; for a retirement, the one to be retired."""
    target: UUID | None = None
    fingerprint: str = ""
    words: Words | None = None
    salt: str
    digest: str
    after: UUID | None = None
    """A memory that the same batch makes and this one supersedes."""
    retired: bool = False
    """It had ended where it came from, and is recorded as ended."""
    said: dict[str, Any] | None = None
    """What a file claimed about it."""

    @cached_property
    def seal(self) -> str:
        """What an approval covers: the words' digest, and with it all that a file adds to them."""
        added = {"after": self.after, "retired": self.retired, "said": self.said}
        if not any(added.values()):
            return self.digest
        return digest([self.digest, added], salt=bytes.fromhex(self.salt))

    @classmethod
    def make(
        cls,
        operation: Operation,
        memory_id: UUID,
        words: Words | None,
        *,
        target: UUID | None = None,
        fingerprint: str = "",
        **added: Any,
    ) -> Change:
        """`added`: what a file says beside the words, `after`, `retired` and `said`."""
        salt = secrets.token_bytes(16)
        covered: object = words.plain() if words else {"retires": fingerprint}
        return cls(
            operation=operation,
            memory_id=memory_id,
            target=target,
            fingerprint=fingerprint,
            words=words,
            salt=salt.hex(),
            digest=digest(covered, salt=salt),
            **added,
        )

    def reworded(self, words: Words) -> Change:
        return Change.make(
            self.operation,
            self.memory_id,
            words,
            target=self.target,
            fingerprint=self.fingerprint,
        )


def digest_of(changes: list[Change]) -> str:
    """One change's own digest; for a batch, a digest over those of its changes, in order."""
    return changes[0].seal if len(changes) == 1 else digest([one.seal for one in changes])


def parse_asked(fields: dict[str, Any]) -> Asked:
    """For doors that have no typed input of their own. Raises InvalidInput."""
    try:
        return Asked.model_validate(fields)
    except ValidationError as error:
        raise InvalidInput(reasons(error)) from error


def parse_edited(fields: dict[str, Any]) -> Edited:
    try:
        return Edited.model_validate(fields)
    except ValidationError as error:
        raise InvalidInput(reasons(error)) from error


def reasons(error: ValidationError) -> dict[str, str]:
    """One reason a field, without the value that was sent."""
    found: dict[str, str] = {}
    for one in error.errors(include_input=False, include_url=False):
        name = ".".join(str(part) for part in one["loc"]) or "input"
        found.setdefault(name, _spoken(one))
    return found


def _spoken(error: ErrorDetails) -> str:
    """Lengths in words; pydantic speaks of items after validation."""
    context = error.get("ctx", {})
    of = "entries" if context.get("field_type") == "List" else "characters"
    match error["type"]:
        case "too_long" | "string_too_long":
            return f"has more than {context['max_length']:,} {of}; shorten it"
        case "too_short" | "string_too_short":
            return "is blank"
    return error["msg"].removeprefix("Value error, ")

"""What a line of evidence may say: a subject, or an entry word for word."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field

from companion.services.words import fit_label, fit_name, fit_provenance
from memory import text
from memory.errors import InvalidInput
from memory.times import iso
from proposals.changes import Moment
from proposals.lines.line import Claimed, Id, Line


def _as(fit: Callable[[str], str]) -> AfterValidator:
    def check(value: str) -> str:
        try:
            return fit(value)
        except InvalidInput as problem:
            raise ValueError(*problem.fields.values()) from None

    return AfterValidator(check)


def _storable(value: str) -> str:
    if reason := text.refusal(value):
        raise ValueError(reason)
    return value


Name = Annotated[str, _as(fit_name)]
Part = Annotated[str, AfterValidator(_storable)]
"""All or some of an entry's words: only the whole can tell whether it is blank or too long."""


class SubjectLine(Line):
    also = {"subject": "subject_id", "subjectId": "subject_id"}

    type: Literal["subject"]
    subject_id: Name
    label: Annotated[str, _as(fit_label)]


class EntryLine(Line):
    also = {"subject": "subject_id", "subjectId": "subject_id", "content": "text"}

    type: Literal["entry"]
    id: Id | None = None
    subject_id: Name | None = None
    text: Annotated[Part, Field(min_length=1)]
    provenance: Annotated[str, _as(fit_provenance)] = ""
    captured_at: Moment | None = None
    confirmed_at: Moment | None = None
    claimed_confirmation: Claimed = None
    continues: Id | None = None
    """The entry, told just before, of which these are the further words: one line may be too short
    for them.
    """

    @property
    def texts(self) -> list[str]:
        return [self.text]

    @property
    def said(self) -> dict[str, Any]:
        """What the file claims, beside the words."""
        claims = {
            "id": self.id,
            "confirmed_at": iso(self.confirmed_at) if self.confirmed_at else None,
            "claimed_confirmation": self.claimed_confirmation,
        }
        return {name: value for name, value in claims.items() if value is not None}

    def refusal(self, now: datetime) -> str:
        if self.continues is None:
            if self.subject_id is None:
                return "subject_id: is missing; say what it is about"
            return self.of_the_future(now, "captured_at", "confirmed_at")
        more = self.model_fields_set - {"type", "text", "continues"}
        return f"{min(more)}: stands on the first line of its entry" if more else ""

"""What the review forms send. They check what a form can know; the services judge the words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from memory import limits, text
from memory.forms import Sent
from memory.kinds import Kind
from proposals.changes import NEVER, Asked, Edited, Words, parse_asked, parse_edited
from proposals.states import Operation

EDITOR = "area editor pane__text"
WORDS = ("content", "title", "kind", "tags")
_SEPARATOR = re.compile(r"[,\n]")


class Plain(forms.CharField):
    """Text as it was typed: nothing trimmed, and only what can be stored."""

    def __init__(self, **options: Any) -> None:
        super().__init__(required=False, strip=False, **options)

    def to_python(self, value: Any) -> str:
        return text.unix_newlines(super().to_python(value) or "")

    def validate(self, value: str) -> None:
        super().validate(value)
        if reason := text.refusal(value):
            raise ValidationError(f"This {reason}.")


def area(rows: int, css: str = "area") -> forms.Textarea:
    return forms.Textarea({"rows": rows, "class": css})


def line(css: str = "input") -> forms.TextInput:
    return forms.TextInput({"class": css, "autocomplete": "off"})


def keyed(widget: forms.Widget, key: str) -> forms.Widget:
    """Where a single key leads."""
    widget.attrs["data-key"] = key
    return widget


def password() -> forms.CharField:
    widget = forms.PasswordInput({"class": "input", "autocomplete": "current-password"})
    return forms.CharField(required=False, strip=False, widget=widget)


def kind() -> forms.CharField:
    widget = forms.Select({"class": "select"}, choices=Kind.choices)
    return forms.CharField(required=False, widget=widget)


class Tags(Plain):
    """Separated by commas or lines."""

    def prepare_value(self, value: Any) -> Any:
        return ", ".join(value) if isinstance(value, list) else value


def split_tags(typed: str, known: Sequence[str] = ()) -> list[str]:
    """Tags that were left as they stood stay so, commas within them too."""
    if typed == ", ".join(known):
        return list(known)
    return [tag for part in _SEPARATOR.split(typed) if (tag := part.strip())]


class Step(Sent):
    """The revision a person saw. Every decision names it."""

    revision = forms.IntegerField(min_value=1, widget=forms.HiddenInput)


class Decision(Step):
    note = Plain(max_length=limits.NOTE, widget=area(3))
    password = password()


class Rewording(Decision):
    """A decision with edited words. What the browser did not send stays as proposed."""

    content = Plain(widget=area(2, EDITOR))
    title = Plain(widget=line())
    kind = kind()
    tags = Tags(widget=line())

    @classmethod
    def of(cls, words: Words, revision: int, **options: Any) -> Rewording:
        """As it stands before anyone typed."""
        shown = {name: getattr(words, name) for name in WORDS} | {"revision": revision}
        return cls(initial=shown, **options)

    def edited(self, words: Words | None) -> Edited | None:
        """None where no words were sent. Raises InvalidInput."""
        sent = {name: self.cleaned_data[name] for name in WORDS if name in self.data}
        if "tags" in sent:
            sent["tags"] = split_tags(sent["tags"], words.tags if words else ())
        return parse_edited(sent) if sent else None


class Proposing(Sent):
    """A change in a person's own words."""

    called_here = {"memory_id": "target", "evidence_ids": "evidence", "links": "content"}

    operation = forms.CharField(widget=forms.HiddenInput)
    target = forms.CharField(required=False, widget=forms.HiddenInput)
    key = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)
    again = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)
    """The overtaken proposal that it carries over."""
    content = Plain(widget=area(2, EDITOR))
    title = Plain(widget=line())
    kind = kind()
    tags = Tags(widget=line())
    valid_from = Plain(widget=line())
    valid_until = Plain(widget=line())
    reason = Plain(widget=area(3))
    evidence = Plain(widget=line())
    password = password()

    def asked(self, known_tags: Sequence[str] = ()) -> Asked:
        """Raises InvalidInput."""
        typed = self.cleaned_data
        fields: dict[str, Any] = {
            "operation": typed["operation"],
            "memory_id": typed["target"] or None,
            "reason": typed["reason"],
            "evidence_ids": split_tags(typed["evidence"]),
        }
        if typed["operation"] == Operation.RETIRE:
            return parse_asked(fields)
        return parse_asked(
            fields
            | {name: typed[name] for name in ("content", "title")}
            | {name: typed[name] or None for name in ("kind", "valid_from")}
            | {"valid_until": typed["valid_until"] or NEVER}
            | {"tags": split_tags(typed["tags"], known_tags)}
        )


class Triage(Sent):
    """One reason for several."""

    note = Plain(max_length=limits.NOTE, widget=area(3))


class Commenting(Sent):
    text = Plain(max_length=limits.COMMENT, widget=keyed(area(3), "c"))
    key = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)
    asks = forms.BooleanField(required=False)


class Resolving(Sent):
    """What becomes of two memories that speak against each other."""

    conflict = forms.IntegerField(min_value=1, widget=forms.HiddenInput)
    choice = Plain(max_length=20)
    content = Plain(max_length=limits.CONTENT, widget=area(4, EDITOR))
    password = password()

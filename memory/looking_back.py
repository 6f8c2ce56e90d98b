"""The instant that a page is asked about: two parameters of its address, and what they say."""

from __future__ import annotations

import re
from datetime import datetime
from functools import cached_property

from django import forms
from django.http import HttpRequest
from django.utils import timezone
from django.utils.http import urlencode

from memory.authority import Instant
from memory.forms import in_words
from memory.spoken import to_the_digit
from memory.times import iso, parse_instant

# In an address a plus sign that nobody encoded arrives as a space.
_LOST_PLUS = re.compile(r"(?<=\d) (?=\d\d:?\d\d$)")


def read_instant(typed: str) -> datetime:
    """As a tool reads it. Raises ValueError with a reason fit for a reader."""
    typed = typed.strip()
    return parse_instant(_LOST_PLUS.sub("+", typed) if "T" in typed.upper() else typed)


class InstantField(forms.Field):
    widget = forms.TextInput

    def to_python(self, value: object) -> datetime | None:
        typed = str(value or "")
        if not typed.strip():
            return None
        try:
            return read_instant(typed)
        except ValueError as error:
            raise forms.ValidationError(in_words(str(error))) from error


def _field() -> InstantField:
    attrs = {"class": "input input--s", "placeholder": "2026-05-14", "autocomplete": "off"}
    return InstantField(required=False, widget=forms.TextInput(attrs))


class LookingBack(forms.Form):
    """Where a time cannot be read, the page shows now, says so, and keeps what was typed."""

    as_of = _field()
    known_at = _field()

    @classmethod
    def of(cls, request: HttpRequest) -> LookingBack:
        return cls(request.GET, auto_id="back-%s")

    @cached_property
    def instant(self) -> Instant:
        if not self.is_valid():
            return Instant.now()
        return Instant.at(self.cleaned_data["as_of"], self.cleaned_data["known_at"])

    @property
    def is_elsewhen(self) -> bool:
        return not self.instant.is_now

    @property
    def status(self) -> int:
        return 200 if self.is_valid() else 422

    @property
    def told(self) -> str:
        """The instant in words."""
        if not self.is_elsewhen:
            return ""
        as_of, known_at = self.cleaned_data["as_of"], self.cleaned_data["known_at"]
        world = "As it is true now"
        if as_of:
            verb = "was" if as_of <= timezone.now() else "will be"
            world = f"As it {verb} true on {to_the_digit(as_of)}"
        belief = f"as known on {to_the_digit(known_at)}" if known_at else "as we know it now"
        return f"{world}, {belief}."

    @property
    def query(self) -> str:
        """What a link needs to stay at this instant."""
        if not self.is_elsewhen:
            return ""
        given = {name: iso(at) for name, at in self.cleaned_data.items() if at}
        return f"?{urlencode(given)}"

"""The date that the activity page is asked about."""

from __future__ import annotations

from django import forms
from django.http import HttpRequest

from memory.looking_back import InstantField
from memory.models import Project
from memory.numbers import parse_number
from memory.services.changed import ChangedSince, changed_since
from memory.spoken import to_the_digit


class Since(forms.Form):
    since = InstantField(
        required=False,
        widget=forms.TextInput(
            {"class": "input input--s", "placeholder": "2026-05-14", "autocomplete": "off"}
        ),
    )

    @classmethod
    def of(cls, request: HttpRequest) -> Since:
        return cls(request.GET, auto_id="%s")

    @property
    def status(self) -> int:
        return 200 if self.is_valid() else 422

    @property
    def told(self) -> str:
        at = self.cleaned_data.get("since") if self.is_valid() else None
        return to_the_digit(at) if at else ""

    def changed(self, project: Project) -> ChangedSince | None:
        at = self.cleaned_data.get("since") if self.is_valid() else None
        before = parse_number(str(self.data.get("before", "")))
        return changed_since(project, at, before=before) if at else None

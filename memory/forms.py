"""What forms share, and what the settings page sends: `do` names which of its forms it was."""

from __future__ import annotations

from typing import Any, ClassVar

from django import forms
from django.http import QueryDict

from memory import limits
from memory.errors import InvalidInput
from memory.roles import Confirmation, Role, Scope
from memory.services.keys import DEFAULT_SCOPES


class Sent(forms.Form):
    """A form whose words a service judges."""

    called_here: ClassVar[dict[str, str]] = {}
    """Where a field of the service has another name in the form."""

    def take(self, problem: InvalidInput) -> None:
        """A service's reasons, beside the fields they are about."""
        for name, reason in problem.fields.items():
            part = name.split(".")[0]
            field = self.called_here.get(part, part)
            self.add_error(field if field in self.fields else None, in_words(reason))


def in_words(reason: str) -> str:
    """A reason as it reads under a field."""
    return f"{reason[:1].upper()}{reason[1:].removesuffix('.')}."


class Describing(Sent):
    name = forms.CharField(
        max_length=limits.PROJECT_NAME, widget=forms.TextInput({"class": "input"})
    )
    purpose = forms.CharField(
        required=False,
        max_length=limits.PROJECT_PURPOSE,
        widget=forms.Textarea({"class": "area", "rows": 3}),
    )


class Deciding(Sent):
    four_eyes = forms.BooleanField(required=False, widget=forms.CheckboxInput({"class": "check"}))
    confirm_with = forms.ChoiceField(
        choices=Confirmation.choices, widget=forms.Select({"class": "select"})
    )
    approvals_needed = forms.IntegerField(
        min_value=1, max_value=limits.APPROVALS, widget=forms.NumberInput({"class": "input"})
    )
    approval_days = forms.IntegerField(
        required=False,
        min_value=1,
        max_value=limits.APPROVAL_DAYS,
        widget=forms.NumberInput({"class": "input"}),
    )


class Member(Sent):
    user = forms.CharField(
        max_length=150, widget=forms.TextInput({"class": "input", "autocomplete": "off"})
    )


class MemberRole(Member):
    role = forms.ChoiceField(
        choices=Role.choices,
        initial=Role.CONTRIBUTOR,
        widget=forms.Select({"class": "select"}),
    )


class NewKey(Sent):
    name = forms.CharField(
        max_length=limits.KEY_NAME,
        widget=forms.TextInput({"class": "input", "autocomplete": "off"}),
    )
    scopes = forms.MultipleChoiceField(
        choices=Scope.choices,
        initial=[scope.value for scope in DEFAULT_SCOPES],
        widget=forms.CheckboxSelectMultiple({"class": "check"}),
    )


class Key(Sent):
    key = forms.CharField(max_length=20, widget=forms.HiddenInput)


class Closing(Sent):
    """The slug, typed: nobody closes a project by a slip of the hand."""

    slug = forms.CharField(
        max_length=limits.SLUG, widget=forms.TextInput({"class": "input", "autocomplete": "off"})
    )
    password = forms.CharField(
        required=False,
        strip=False,
        widget=forms.PasswordInput({"class": "input", "autocomplete": "current-password"}),
    )


def filled(form: type[Sent], data: QueryDict | None = None, **initial: Any) -> Sent:
    """Several forms stand on one page: their ids differ."""
    return form(data, initial=initial, auto_id=f"{form.__name__.lower()}-%s")

"""What the settings page sends. The services judge it."""

from __future__ import annotations

from typing import Any

from django import forms

from memory import limits
from memory.errors import InvalidInput
from memory.roles import Confirmation, Role, Scope
from memory.services.keys import DEFAULT_SCOPES


class Sent(forms.Form):
    """`do` names the form: one page, one address."""

    def take(self, problem: InvalidInput) -> None:
        """A service's reasons, beside the fields they are about."""
        for name, reason in problem.fields.items():
            sentence = reason[:1].upper() + reason[1:]
            self.add_error(name if name in self.fields else None, sentence)


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


def filled(form: type[Sent], **initial: Any) -> Sent:
    return form(initial=initial, auto_id=f"{form.__name__.lower()}-%s")

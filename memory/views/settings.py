"""A project's settings, for its owners: what it is for, what it asks of reviewers, who may in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from memory import forms
from memory.access import Access
from memory.actors import human
from memory.errors import InvalidInput
from memory.http import ProjectRequest, project_page
from memory.models import Membership
from memory.roles import Confirmation, Role
from memory.services import keys, projects
from memory.services.close import close, closed_by
from memory.services.export_formats import FORMATS as EXPORTS

Act = Callable[[Access, dict[str, Any]], str]


@require_http_methods(["GET", "HEAD", "POST"])
@project_page(Role.OWNER)
def settings(request: ProjectRequest) -> HttpResponse:
    if request.method != "POST":
        return _show(request)
    do = request.POST.get("do", "")
    if do not in FORMS:
        return _show(request, status=422)
    form = forms.filled(FORMS[do], request.POST)
    if not form.is_valid():
        return _show(request, {do: form}, status=422)
    try:
        if do == "create_key":
            return _show(request, token=_create_key(request.access, form.cleaned_data))
        said = ACTS[do](request.access, form.cleaned_data)
    except InvalidInput as problem:
        form.take(problem)
        return _show(request, {do: form}, status=422)
    messages.success(request, said)
    return HttpResponseRedirect(_back(request.access), status=303)


def _back(access: Access) -> str:
    """One may have given away the right to be here."""
    mine = Membership.objects.filter(project=access.project, user=access.user).first()
    if mine is None:
        return "/"
    page = "memory:settings" if mine.role == Role.OWNER else "memory:list"
    return reverse(page, args=[access.project.slug])


def _describe(access: Access, typed: dict[str, Any]) -> str:
    projects.describe(access.project, by=access.user, **typed)
    return "Saved."


def _decide(access: Access, typed: dict[str, Any]) -> str:
    if typed["confirm_with"] == Confirmation.PASSWORD and not access.user.has_usable_password():
        raise InvalidInput({"confirm_with": "you sign in without a password; nobody could confirm"})
    projects.change_policy(access.project, by=access.user, **typed)
    return "Saved. It holds from now on, for what waits too."


def _add_member(access: Access, typed: dict[str, Any]) -> str:
    user = projects.find_person(typed["user"])
    projects.add_member(access.project, user, Role(typed["role"]), by=access.user)
    return f"{user.name} is a member now."


def _change_role(access: Access, typed: dict[str, Any]) -> str:
    user, role = projects.find_person(typed["user"]), Role(typed["role"])
    projects.change_role(access.project, user, role, by=access.user)
    return f"{user.name} is {role.label.lower()} now."


def _remove_member(access: Access, typed: dict[str, Any]) -> str:
    user = projects.find_person(typed["user"])
    projects.remove_member(access.project, user, by=access.user)
    return f"{user.name} is out. What they decided stays on record."


def _create_key(access: Access, typed: dict[str, Any]) -> str:
    actor = human(access.user)
    return keys.create_key(access.project, **typed, made_for=access.user, actor=actor)[1]


def _revoke_key(access: Access, typed: dict[str, Any]) -> str:
    key = next((one for one in keys.keys_of(access.project) if one.prefix == typed["key"]), None)
    if key is None:
        raise InvalidInput({"key": "is not a key of this project"})
    keys.revoke_key(key, by=access.user)
    return f"The key {key.name} opens nothing any more."


def _close(access: Access, typed: dict[str, Any]) -> str:
    close(access.project, by=access.user, **typed)
    return "Closed. Everything in it stays readable."


FORMS: dict[str, type[forms.Sent]] = {
    "describe": forms.Describing,
    "policy": forms.Deciding,
    "add_member": forms.MemberRole,
    "change_role": forms.MemberRole,
    "remove_member": forms.Member,
    "create_key": forms.NewKey,
    "revoke_key": forms.Key,
    "close": forms.Closing,
}
SHOWN = ("describe", "policy", "add_member", "create_key", "close")
ACTS: dict[str, Act] = {
    "describe": _describe,
    "policy": _decide,
    "add_member": _add_member,
    "change_role": _change_role,
    "remove_member": _remove_member,
    "revoke_key": _revoke_key,
    "close": _close,
}


def _refusals(sent: dict[str, forms.Sent]) -> list[str]:
    """What a small form beside a name was refused for; the large ones show it at their fields."""
    return [
        str(reason)
        for do, form in sent.items()
        for field, reasons in form.errors.items()
        if do not in SHOWN or field == "__all__"
        for reason in reasons
    ]


def _show(
    request: ProjectRequest,
    sent: dict[str, forms.Sent] | None = None,
    *,
    token: str = "",
    status: int = 200,
) -> HttpResponse:
    project = request.access.project
    policy = {name: getattr(project.policy, name) for name in projects.POLICY_FIELDS}
    members = projects.members_of(project)
    context = {
        "describe": forms.filled(forms.Describing, name=project.name, purpose=project.purpose),
        "policy": forms.filled(forms.Deciding, **policy),
        "add_member": forms.filled(forms.MemberRole),
        "create_key": forms.filled(forms.NewKey),
        "close": forms.filled(forms.Closing),
        **(sent or {}),
        "refusals": _refusals(sent or {}),
        "members": members,
        "reviewers": sum(Role(one.role).covers(Role.REVIEWER) for one in members),
        "roles": Role.choices,
        "keys": keys.keys_of(project),
        "token": token,
        "exports": EXPORTS.values(),
        "asks_password": project.policy.confirm_with == Confirmation.PASSWORD,
        "closed_by": closed_by(project) if project.closed_at else None,
    }
    return render(request, "memory/settings.html", context, status=status)

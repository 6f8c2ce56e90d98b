"""What a person is told and where. `do` names which of the page's forms was sent."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from memory.errors import InvalidInput, RateLimited
from memory.forms import Sent, filled
from memory.http import ProjectRequest, project_page
from memory.models import User
from proposals.forms import Plain
from proposals.models import Wants, Webhook
from proposals.outside import MOST
from proposals.services import choose

AT_ONCE = [one for one in Wants.choices if one[0] != Wants.DAILY]


def _select(choices: list[tuple[str, str]]) -> forms.ChoiceField:
    return forms.ChoiceField(choices=choices, widget=forms.Select({"class": "select"}))


def _line(**attributes: str) -> forms.TextInput:
    return forms.TextInput({"class": "input", "autocomplete": "off", **attributes})


class InPage(Sent):
    page = _select(AT_ONCE)


class ByMail(Sent):
    email = _select(list(Wants.choices))


class ByWebhook(Sent):
    webhook = _select(AT_ONCE)


class Address(Sent):
    address = Plain(max_length=254, widget=_line(type="email", inputmode="email"))


class Hook(Sent):
    url = Plain(max_length=MOST, widget=_line(inputmode="url", placeholder="https://"))


class Nothing(Sent):
    pass


Act = Callable[[User, dict[str, Any]], str]


def _choose(user: User, typed: dict[str, Any]) -> str:
    choose.choose(user, **{name: Wants(value) for name, value in typed.items()})
    return "Saved. It holds for all your projects."


def _set_address(user: User, typed: dict[str, Any]) -> str:
    choose.set_address(user, typed["address"].strip())
    return "An e-mail is on its way there. Open its link to say that the address is yours."


def _forget_address(user: User, typed: dict[str, Any]) -> str:
    choose.forget_address(user)
    return "The address is forgotten. No e-mail goes there."


def _remove_hook(user: User, typed: dict[str, Any]) -> str:
    choose.remove_webhook(user)
    return "The webhook is gone, and its secret with it."


DOES: dict[str, tuple[type[Sent], Act]] = {
    "page": (InPage, _choose),
    "email": (ByMail, _choose),
    "webhook": (ByWebhook, _choose),
    "address": (Address, _set_address),
    "forget_address": (Nothing, _forget_address),
    "remove_hook": (Nothing, _remove_hook),
}


@require_http_methods(["GET", "HEAD", "POST"])
@project_page()
def choices(request: ProjectRequest) -> HttpResponse:
    if request.method != "POST":
        return _show(request)
    do, secret = request.POST.get("do", ""), ""
    form_class, act = DOES.get(do, (Hook, None))
    form = filled(form_class, request.POST)
    if (act is None and do != "hook") or not form.is_valid():
        return _show(request, {do: form}, status=422)
    try:
        if act is None:
            secret = choose.set_webhook(request.user, form.cleaned_data["url"].strip())
            return _show(request, secret=secret)
        messages.success(request, act(request.user, form.cleaned_data))
    except InvalidInput as problem:
        form.take(problem)
        return _show(request, {do: form}, status=422)
    except RateLimited as problem:
        form.add_error(None, problem.message)
        return _show(request, {do: form}, status=429)
    page = reverse("proposals:notification_choices", args=[request.access.project.slug])
    return HttpResponseRedirect(page, status=303)


def _show(
    request: ProjectRequest,
    sent: dict[str, Sent] | None = None,
    *,
    secret: str = "",
    status: int = 200,
) -> HttpResponse:
    choice = choose.choice_of(request.user)
    context = {
        "choice": choice,
        "hook": Webhook.objects.filter(user=request.user).first(),
        "has_mail": settings.WAGGLE_MAIL,
        "is_guest": request.user.is_guest,
        "page_form": filled(InPage, page=choice.page),
        "email_form": filled(ByMail, email=choice.email),
        "webhook_form": filled(ByWebhook, webhook=choice.webhook),
        "address_form": filled(Address, address=choice.address),
        "hook_form": filled(Hook),
        **{f"{do}_form": form for do, form in (sent or {}).items()},
        "secret": secret,
        "log": choose.log_of(request.user),
    }
    return render(request, "proposals/choices.html", context, status=status)

"""Keeping a demo: one form, for whoever was its visitor and has signed in since."""

from __future__ import annotations

from typing import cast

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import slugify
from django.views.decorators.http import require_http_methods

from memory import limits
from memory.errors import InvalidInput, NotFound
from memory.forms import Sent
from memory.models import Project, User
from proposals.services.keep_demo import keep_demo, lease_of
from waggle_site.accounts import CAME_FROM, guest_of


class Keeping(Sent):
    name = forms.CharField(
        max_length=limits.PROJECT_NAME, widget=forms.TextInput({"class": "input"})
    )
    slug = forms.CharField(
        max_length=limits.SLUG,
        widget=forms.TextInput({"class": "input", "autocomplete": "off", "autocapitalize": "none"}),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def keep(request: HttpRequest) -> HttpResponse:
    """For a guest it says how; for everybody else without a demo, that there is none."""
    user = cast(User, request.user)
    guest = user if user.is_guest else guest_of(request)
    lease = lease_of(guest) if guest else None
    if lease is None or guest is None:
        request.session.pop(CAME_FROM, None)
        return render(request, "workspace/keep.html", {"lease": None}, status=404)
    if request.method != "POST" or user.is_guest:
        form = Keeping(initial={"name": lease.project.name, "slug": _free(lease.project.name)})
        return render(request, "workspace/keep.html", {"lease": lease, "form": form})
    if request.POST.get("do") == "leave":
        del request.session[CAME_FROM]
        return redirect("workspace:landing")
    return _keep(request, user, guest)


def _keep(request: HttpRequest, user: User, guest: User) -> HttpResponse:
    form, status, lease = Keeping(request.POST), 422, lease_of(guest)
    if form.is_valid():
        try:
            project = keep_demo(guest, by=user, **form.cleaned_data)
        except InvalidInput as problem:
            form.take(problem)
        except NotFound:  # kept in another tab, or over
            return redirect("workspace:landing")
        else:
            request.session.pop(CAME_FROM, None)
            messages.success(request, "Kept. It is a project of yours now, and does not expire.")
            return redirect("workspace:home", project.slug)
    return render(request, "workspace/keep.html", {"lease": lease, "form": form}, status=status)


def _free(name: str) -> str:
    """An address nobody has yet."""
    base = slugify(name)[: limits.SLUG - 6] or "project"
    taken = set(Project.objects.filter(slug__startswith=base).values_list("slug", flat=True))
    names = (base if n == 1 else f"{base}-{n}" for n in range(1, len(taken) + 2))
    return next(one for one in names if one not in taken)

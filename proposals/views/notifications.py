"""A person's list of what happened that concerns them. Opening a link or the list marks nothing."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from memory.http import ProjectRequest, project_page
from memory.numbers import parse_number
from proposals.services import notifications


@require_http_methods(["GET", "HEAD"])
@project_page()
def listing(request: ProjectRequest) -> HttpResponse:
    before = parse_number(request.GET.get("before", ""))
    context = {"listed": notifications.listed(request.access, before), "before": before}
    return render(request, "proposals/notifications.html", context)


@require_POST
@project_page()
def read(request: ProjectRequest) -> HttpResponse:
    seq = parse_number(request.POST.get("seq", ""))
    if notifications.mark_read(request.access, seq) and seq is None:
        messages.success(request, "All of them are marked as read.")
    page = reverse("proposals:notifications", args=[request.access.project.slug])
    return HttpResponseRedirect(page, status=303)

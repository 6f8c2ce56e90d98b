"""An owner's pages for having words erased: what goes, what stays, and why."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from django import forms
from django.contrib import messages
from django.http import HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from companion.access import get_entry
from companion.models import Entry
from memory import limits
from memory.access import get_memory
from memory.errors import InvalidInput, NotFound
from memory.forms import Sent
from memory.http import ProjectRequest, project_page
from memory.models import Memory, Project
from memory.roles import Confirmation, Role
from memory.services.lineage import lineage
from proposals.access import get_proposal
from proposals.forms import Plain, area, line, password
from proposals.models import Proposal
from proposals.services.erase_entry import erase_entry
from proposals.services.erase_memory import erase_memory, unapplied_on
from proposals.services.erase_person import erase_person, people_of, written_by
from proposals.services.erase_proposal import erase_proposal
from proposals.views.page import page_of


class Erasing(Sent):
    reason = Plain(max_length=limits.REASON, widget=area(3))
    all_versions = forms.BooleanField(
        required=False, widget=forms.CheckboxInput({"class": "check"})
    )
    typed = Plain(widget=line())
    password = password()

    def __init__(self, data: QueryDict | None = None, *, wanted: str) -> None:
        super().__init__(data, auto_id="erase-%s")
        self.wanted = wanted

    def clean_typed(self) -> str:
        typed = str(self.cleaned_data["typed"]).strip()
        if typed.casefold() != self.wanted.casefold():
            raise forms.ValidationError(f"Type {self.wanted} to say that you mean it.")
        return typed


@dataclass(frozen=True, slots=True)
class OfMemory:
    memory: Memory
    template: ClassVar[str] = "proposals/_erase_memory.html"

    @property
    def label(self) -> str:
        return self.memory.label

    @property
    def page(self) -> str:
        return reverse("memory:detail", args=[self.memory.project.slug, self.label])

    def told(self) -> dict[str, Any]:
        versions = [one for one in lineage(self.memory) if one.erased_at is None]
        return {
            "memory": self.memory,
            "others": [one for one in versions if one.pk != self.memory.pk],
            "unapplied": unapplied_on([self.memory]),
            "is_erased": self.memory.erased_at is not None,
        }

    def erase(self, request: ProjectRequest, typed: dict[str, Any]) -> str:
        erased = erase_memory(
            self.memory,
            by=request.user,
            reason=typed["reason"],
            password=typed["password"],
            all_versions=typed["all_versions"],
        )
        return _said(", ".join(one.label for one in erased))


@dataclass(frozen=True, slots=True)
class OfProposal:
    proposal: Proposal
    template: ClassVar[str] = "proposals/_erase_proposal.html"

    @property
    def label(self) -> str:
        return self.proposal.label

    @property
    def page(self) -> str:
        return page_of(self.proposal)

    def told(self) -> dict[str, Any]:
        made = Memory.objects.in_project(self.proposal.project).filter(
            proposal_id=self.proposal.public_id, erased_at=None
        )
        return {
            "proposal": self.proposal,
            "made": list(made.order_by("number")[:5]),
            "is_erased": self.proposal.is_erased,
        }

    def erase(self, request: ProjectRequest, typed: dict[str, Any]) -> str:
        done = erase_proposal(
            self.proposal, by=request.user, reason=typed["reason"], password=typed["password"]
        )
        return _said(self.label if done else "")


@dataclass(frozen=True, slots=True)
class OfEntry:
    entry: Entry
    template: ClassVar[str] = "proposals/_erase_entry.html"

    @property
    def label(self) -> str:
        return self.entry.label

    @property
    def page(self) -> str:
        return reverse("companion:entry", args=[self.entry.project.slug, self.entry.label])

    def told(self) -> dict[str, Any]:
        return {"entry": self.entry, "is_erased": self.entry.erased_at is not None}

    def erase(self, request: ProjectRequest, typed: dict[str, Any]) -> str:
        done = erase_entry(
            self.entry, by=request.user, reason=typed["reason"], password=typed["password"]
        )
        return _said(self.label if done else "")


@dataclass(frozen=True, slots=True)
class OfPerson:
    project: Project
    person: int
    name: str
    template: ClassVar[str] = "proposals/_erase_person.html"

    @property
    def label(self) -> str:
        return self.name

    @property
    def page(self) -> str:
        return reverse("proposals:people", args=[self.project.slug])

    def told(self) -> dict[str, Any]:
        written = written_by(self.project, self.person)
        return {"name": self.name, "written": written, "is_erased": not written.anything}

    def erase(self, request: ProjectRequest, typed: dict[str, Any]) -> str:
        written = erase_person(
            self.project,
            self.person,
            name=self.name,
            by=request.user,
            reason=typed["reason"],
            password=typed["password"],
        )
        return _said(f"What {self.name} wrote" if written.anything else "")


def _said(what: str) -> str:
    return f"Erased: {what}." if what else "That was erased before. Nothing more was done."


def _answer(
    request: ProjectRequest, about: OfMemory | OfProposal | OfEntry | OfPerson
) -> HttpResponse:
    form, status = Erasing(wanted=about.label), 200
    if request.method == "POST":
        form = Erasing(request.POST, wanted=about.label)
        if form.is_valid():
            try:
                messages.success(request, about.erase(request, form.cleaned_data))
            except InvalidInput as problem:
                form.take(problem)
            else:
                return HttpResponseRedirect(about.page, status=303)
        status = 422
    asks_password = request.access.project.policy.confirm_with == Confirmation.PASSWORD
    context = {
        "form": form,
        "about": about,
        "asks_password": asks_password,
        **about.told(),
    }
    return render(request, "proposals/erase.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@project_page(Role.OWNER)
def memory(request: ProjectRequest, ref: str) -> HttpResponse:
    return _answer(request, OfMemory(get_memory(request.access.project, ref)))


@require_http_methods(["GET", "HEAD", "POST"])
@project_page(Role.OWNER)
def proposal(request: ProjectRequest, ref: str) -> HttpResponse:
    return _answer(request, OfProposal(get_proposal(request.access.project, ref)))


@require_http_methods(["GET", "HEAD", "POST"])
@project_page(Role.OWNER)
def entry(request: ProjectRequest, ref: str) -> HttpResponse:
    return _answer(request, OfEntry(get_entry(request.access.project, ref)))


@require_http_methods(["GET", "HEAD", "POST"])
@project_page(Role.OWNER)
def person(request: ProjectRequest, person: int) -> HttpResponse:
    known = {one.user_id: one.name for one in people_of(request.access.project)}
    if person not in known:
        raise NotFound("The person")
    return _answer(request, OfPerson(request.access.project, person, known[person]))


@project_page(Role.OWNER)
def people(request: ProjectRequest) -> HttpResponse:
    """Everyone who wrote here, also those who left."""
    context = {"people": people_of(request.access.project)}
    return render(request, "proposals/people.html", context)

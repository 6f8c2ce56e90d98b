from __future__ import annotations

from functools import partial
from typing import Any, cast

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path
from django.utils.safestring import SafeString

from memory.admin.overseen import OfProject, Overseen, shown
from memory.admin.site import site
from proposals.admin.deciding import VERBS, decide, show
from proposals.models import Proposal
from proposals.models.proposal import ProposalQuerySet
from proposals.models.review import Decision
from proposals.services import overseen
from proposals.services.find import matching
from proposals.shown import shown as subject_of

ONE_BY_ONE = "Nothing is saved here. Approve or reject the proposal, with the forms of its page."
PROPOSERS = {"agent": "Agents", "human": "People", "system": "Waggle itself"}


class OfProposer(admin.SimpleListFilter):
    title, parameter_name = "proposer", "proposer"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return list(PROPOSERS.items())

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        value = self.value()
        return queryset.filter(proposed_by__kind=value) if value in PROPOSERS else queryset


@admin.register(Proposal, site=site)
class ProposalAdmin(Overseen):
    rows = overseen.proposals
    named_by, prefix = "public_id", "P"
    only_shows = ONE_BY_ONE
    show_facets = admin.ShowFacets.ALWAYS
    list_display = ("label", "says", "status", "operation", "who", "given", "project", "made")
    list_filter = (OfProject, "status", "operation", "kind", OfProposer)
    search_fields = ("number",)
    search_help_text = "Words of the text, the reason or the target, or a number such as P-0141."
    sortable_by = ()

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        return matching(cast(ProposalQuerySet, queryset), search_term), False

    def get_urls(self) -> list[URLPattern]:
        decisions = [
            path(
                f"<path:object_id>/{name}/",
                self.admin_site.admin_view(partial(self.decide_view, verb=verb)),
                name=f"proposals_proposal_{name}",
            )
            for name, verb in VERBS.items()
        ]
        return [*decisions, *super().get_urls()]

    def page_of(self, request: HttpRequest, row: Any) -> HttpResponse:
        return show(request, row)

    def decide_view(self, request: HttpRequest, object_id: str, *, verb: Any) -> HttpResponse:
        return decide(request, self.get_object(request, object_id), verb)

    @admin.display(description="number")
    def label(self, row: Proposal) -> str:
        return row.label

    @admin.display(description="proposal")
    def says(self, row: Proposal) -> SafeString:
        erased_at = row.current.erased_at
        text = "" if erased_at else subject_of(row).heading
        return shown("line", text=text, erased_at=erased_at)

    @admin.display(description="proposed by")
    def who(self, row: Proposal) -> SafeString:
        return shown("actor", who=row.proposed_by)

    @admin.display(description="approvals")
    def given(self, row: Proposal) -> int:
        """Of those that stand, which is what lists read."""
        return sum(one.decision == Decision.APPROVE for one in row.reviews.all())

    @admin.display(description="proposed")
    def made(self, row: Proposal) -> SafeString:
        return shown("when", at=row.created_at)

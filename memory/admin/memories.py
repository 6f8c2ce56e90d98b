from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.safestring import SafeString

from memory.admin.overseen import OfProject, Overseen, address_of, shown
from memory.admin.site import site
from memory.authority import Authority
from memory.models import Edge, Memory
from memory.services import overseen


class OfAuthority(admin.SimpleListFilter):
    title, parameter_name = "authority", "authority"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [*Authority.choices, ("erased", "Erased")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        value = self.value()
        if value == "erased":
            return queryset.filter(erased_at__isnull=False)
        return queryset.filter(authority=value, erased_at=None) if value else queryset


@admin.register(Memory, site=site)
class MemoryAdmin(Overseen):
    rows = overseen.memories
    named_by, prefix = "public_id", "M"
    list_display = ("label", "says", "authority_now", "kind", "project", "since")
    list_filter = (OfProject, OfAuthority, "kind")
    search_fields = ("title", "content")
    search_help_text = "Words of the title or the text, or a number such as M-031."
    sortable_by = ()
    fields = (
        "project",
        "authority_now",
        "kind",
        "name",
        "text",
        "tags_named",
        "window",
        "recorded",
        "retired",
        "version",
        "proposed",
        "approved",
        "applied",
        "evidence",
        "digest",
    )

    def links_of(self, row: Memory) -> list[tuple[str, str]]:
        history = reverse("admin:memory_memory_history", args=[row.public_id])
        page = reverse("memory:detail", args=[row.project.slug, row.label])
        return [("Its page", page), ("Its events", history)]

    @admin.display(description="number")
    def label(self, row: Memory) -> str:
        return row.label

    @admin.display(description="memory")
    def says(self, row: Memory) -> SafeString:
        return shown("line", text=row.heading, erased_at=row.erased_at)

    @admin.display(description="authority")
    def authority_now(self, row: Memory) -> SafeString:
        return shown("authority", state=row.authority)

    @admin.display(description="recorded")
    def since(self, row: Memory) -> SafeString:
        return shown("when", at=row.recorded_at)

    @admin.display(description="title")
    def name(self, row: Memory) -> SafeString:
        return shown("line", text=row.title, erased_at=row.erased_at)

    @admin.display(description="text")
    def text(self, row: Memory) -> SafeString:
        return shown("words", text=row.content, erased_at=row.erased_at)

    @admin.display(description="tags")
    def tags_named(self, row: Memory) -> SafeString:
        return shown("line", text=", ".join(row.tags))

    @admin.display(description="valid")
    def window(self, row: Memory) -> SafeString:
        return shown("window", row=row)

    @admin.display(description="recorded")
    def recorded(self, row: Memory) -> SafeString:
        return shown("when", at=row.recorded_at, exact=True)

    @admin.display(description="retired")
    def retired(self, row: Memory) -> SafeString:
        return shown("when", at=row.retired_at, exact=True)

    @admin.display(description="proposed by")
    def proposed(self, row: Memory) -> SafeString:
        return shown("actor", who=row.proposed_by)

    @admin.display(description="approved by")
    def approved(self, row: Memory) -> SafeString:
        return shown("approvals", approvals=row.approved_by)

    @admin.display(description="applied by")
    def applied(self, row: Memory) -> SafeString:
        return shown("actor", who=row.applied_by)

    @admin.display(description="evidence cited")
    def evidence(self, row: Memory) -> SafeString:
        return shown("line", text=", ".join(row.evidence_ids))


@admin.register(Edge, site=site)
class EdgeAdmin(Overseen):
    rows = overseen.edges
    list_display = ("type_named", "from_memory", "to_memory", "project", "since")
    list_filter = (OfProject, "type")
    search_fields = ("source__title", "target__title")
    sortable_by = ()
    fields = ("project", "type", "from_memory", "to_memory", "made", "proposed", "why", "digest")

    def name_of(self, row: Edge) -> str:
        return f"{row.source.label} {row.get_type_display().lower()} {row.target.label}"

    @admin.display(description="link")
    def type_named(self, row: Edge) -> str:
        return row.get_type_display()

    @admin.display(description="from")
    def from_memory(self, row: Edge) -> SafeString:
        return _end(row.source)

    @admin.display(description="to")
    def to_memory(self, row: Edge) -> SafeString:
        return _end(row.target)

    @admin.display(description="made")
    def since(self, row: Edge) -> SafeString:
        return shown("when", at=row.created_at)

    @admin.display(description="made")
    def made(self, row: Edge) -> SafeString:
        return shown("when", at=row.created_at, exact=True)

    @admin.display(description="proposed by")
    def proposed(self, row: Edge) -> SafeString:
        return shown("actor", who=row.proposed_by)

    @admin.display(description="reason")
    def why(self, row: Edge) -> SafeString:
        return shown(
            "words", text=row.reason, erased_at=row.source.erased_at or row.target.erased_at
        )


def _end(memory: Memory) -> SafeString:
    return shown("memory", memory=memory, address=address_of(memory, "public_id"))

import json
from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.safestring import SafeString

from memory.admin.overseen import OfProject, Overseen, shown
from memory.admin.site import site
from memory.audit import EVENT_TYPES
from memory.models import AuditEvent, ToolCall
from memory.services import overseen


class OfType(admin.SimpleListFilter):
    title, parameter_name = "type", "type"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(one, one) for one in sorted(EVENT_TYPES)]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        value = self.value()
        return queryset.filter(type=value) if value else queryset


class OfOutcome(admin.SimpleListFilter):
    title, parameter_name = "outcome", "outcome"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("ok", "Done"), ("refused", "Refused")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        match self.value():
            case "ok":
                return queryset.filter(outcome="ok")
            case "refused":
                return queryset.exclude(outcome="ok")
        return queryset


class InTime(Overseen):
    """Somebody did it, at an instant."""

    @admin.display(description="actor")
    def who(self, row: AuditEvent | ToolCall) -> SafeString:
        return shown("actor", who=row.actor)

    @admin.display(description="at")
    def moment(self, row: AuditEvent | ToolCall) -> SafeString:
        return shown("when", at=row.at)

    @admin.display(description="at")
    def at_exactly(self, row: AuditEvent | ToolCall) -> SafeString:
        return shown("when", at=row.at, exact=True)


@admin.register(AuditEvent, site=site)
class AuditEventAdmin(InTime):
    rows = overseen.events
    list_display = ("seq", "type", "who", "about", "project", "moment")
    list_filter = (OfProject, OfType)
    search_fields = ("type", "=object_id")
    search_help_text = "A type, or the whole id of what the event is about."
    sortable_by = ()
    fields = ("project", "seq", "type", "at_exactly", "who", "about", "told", "previous", "digest")

    @admin.display(description="about")
    def about(self, row: AuditEvent) -> SafeString:
        return shown("line", text=f"{row.object_type} {row.object_id}")

    @admin.display(description="details")
    def told(self, row: AuditEvent) -> SafeString:
        return shown("data", text=json.dumps(row.details, indent=2, ensure_ascii=False))


@admin.register(ToolCall, site=site)
class ToolCallAdmin(InTime):
    rows = overseen.tool_calls
    list_display = ("tool", "outcome", "who", "origin", "milliseconds", "project", "moment")
    list_filter = (OfProject, OfOutcome, "origin")
    search_fields = ("tool", "outcome")
    sortable_by = ()
    fields = ("project", "tool", "outcome", "who", "origin", "milliseconds", "at_exactly", "named")

    @admin.display(description="ids returned or touched")
    def named(self, row: ToolCall) -> SafeString:
        return shown("data", text="\n".join(str(one) for one in row.ids))

"""A model in the admin: read by those who review, written by nobody."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn

from django.contrib import admin
from django.contrib.admin.options import IS_FACETS_VAR
from django.contrib.admin.utils import quote
from django.contrib.admin.views.main import ChangeList
from django.core.exceptions import ValidationError
from django.db.models import Model, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import capfirst

from memory.access import reference, reviewed_by
from memory.errors import Forbidden, NotFound

if TYPE_CHECKING:
    ModelAdmin = admin.ModelAdmin[Any]
else:
    ModelAdmin = admin.ModelAdmin

BEYOND = 2**63
COUNTED = 10_000
"""So many rows are counted for each filter at once; more of them, which takes a second, when asked.
"""
READ_ONLY = "The admin only shows. Make the change on the project's own pages."


def shown(how: str, **context: Any) -> SafeString:
    """A value as the product's own pages show it; see templates/admin/shown."""
    shown = render_to_string(f"admin/shown/{how}.html", context)
    return mark_safe(shown.strip())  # noqa: S308 - escaped by the template


def address_of(row: Model, named_by: str = "pk") -> str:
    name = f"admin:{row._meta.app_label}_{row._meta.model_name}_change"
    return reverse(name, args=[quote(getattr(row, named_by))])


class Rows(ChangeList):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.title = capfirst(str(self.opts.verbose_name_plural))
        # Whatever is shown of them: other filters would be counted over the others too.
        if self.root_queryset.order_by()[COUNTED : COUNTED + 1].exists():
            self.is_facets_optional = True
            self.add_facets = IS_FACETS_VAR in self.params

    def url_for_result(self, result: Model) -> str:
        return address_of(result, self.model_admin.named_by)  # type: ignore[attr-defined]


class OfProject(admin.SimpleListFilter):
    title, parameter_name = "project", "project"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return list(reviewed_by(request.user).order_by("name").values_list("slug", "name"))

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        value = self.value()
        return queryset.filter(project__slug=value) if value else queryset


class Overseen(ModelAdmin):
    rows: ClassVar[Callable[[Any], QuerySet[Any]]]
    """Of a person: all that they see."""
    named_by = "pk"
    """What an address holds."""
    prefix = ""
    """Of the numbers that people know rows by."""
    only_shows = READ_ONLY
    """What a form sent to a row's page is answered."""

    actions = None
    show_facets = admin.ShowFacets.ALWAYS
    list_per_page = 50
    list_max_show_all = 0
    show_full_result_count = False
    view_on_site = False
    change_form_template = "admin/read.html"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return type(self).rows(request.user)

    def get_object(self, request: HttpRequest, object_id: str, from_field: Any = None) -> Any:
        """Another project's is not there."""
        known = self.opts.pk if self.named_by == "pk" else self.opts.get_field(self.named_by)
        field: Any = known
        try:
            value = field.to_python(object_id)
        except ValidationError:
            raise Http404 from None
        if isinstance(value, int) and not 0 < value < BEYOND:
            raise Http404
        row = self.get_queryset(request).filter(**{field.name: value}).first()
        if row is None:
            raise Http404
        return row

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ChangeList]:
        return Rows

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return self.fields or ()

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        """By number and by id too, where people know rows by one."""
        if self.prefix:
            with suppress(NotFound):
                field, value = reference(search_term.strip(), prefix=self.prefix, what="It")
                return queryset.filter(**{field: value}), False
        return super().get_search_results(request, queryset, search_term)

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest | None = None) -> bool:
        """What the filters on the page ask: no field of any row can be found out by guessing."""
        asked = {self._asked(one) for one in self.list_filter}
        return lookup in asked and "\x00" not in str(value)

    def _asked(self, one: Any) -> str:
        return str(getattr(one, "parameter_name", None) or f"{one}__exact")

    def to_field_allowed(self, request: HttpRequest, to_field: str) -> bool:
        return False

    def has_module_permission(self, request: HttpRequest) -> bool:
        return True

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return True

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def add_view(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise Forbidden(READ_ONLY)

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        row = self.get_object(request, object_id)
        if request.method not in {"GET", "HEAD"}:
            raise Forbidden(self.only_shows)
        return self.page_of(request, row)

    def page_of(self, request: HttpRequest, row: Any) -> HttpResponse:
        context = {"title": self.name_of(row), "links": self.links_of(row)}
        return super().change_view(request, str(getattr(row, self.named_by)), "", context)

    def delete_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> NoReturn:
        self.get_object(request, object_id)
        raise Forbidden(READ_ONLY)

    def history_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """The project's own record; the admin keeps none."""
        row = self.get_object(request, object_id)
        about = getattr(row, "public_id", None)
        if about is None:
            raise Http404
        return HttpResponseRedirect(f"{reverse('admin:memory_auditevent_changelist')}?q={about}")

    def name_of(self, row: Any) -> str:
        return capfirst(str(row))

    def links_of(self, row: Any) -> list[tuple[str, str]]:
        """Where else this is shown."""
        return []

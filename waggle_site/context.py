"""What every page knows beside its own words. Asked for only where a template names it."""

from functools import cached_property
from typing import Any

from django.conf import settings
from django.http import HttpRequest

from memory.access import Access
from memory.models import Project
from memory.roles import Role
from memory.services.listing import projects_of
from proposals.services.inbox import count_waiting
from proposals.services.notifications import count_unread
from waggle_site.accounts import CAME_FROM
from waggle_site.demo import kept_at, read_at
from waggle_site.guide.showing import has_left
from waggle_site.guide.telling import Guide, guide_for
from waggle_site.tools.manifest import manifest_for

THEMES = {"light", "dark"}
SECTIONS = {
    "workspace:home": "workspace",
    "workspace:activity": "activity",
    "workspace:graph": "graph",
    "workspace:inspector": "graph",
    "workspace:guide": "workspace",
    "memory:settings": "settings",
    "proposals:changes": "memories",
    "proposals:erase_entry": "companion",
    "proposals:erase_memory": "memories",
    "proposals:erase_person": "settings",
    "proposals:people": "settings",
    "proposals:import": "settings",
    "proposals:import_look": "settings",
    "proposals:notifications": "notifications",
    "proposals:notification_choices": "settings",
}
NO_TOOLS = {"memory:settings", "proposals:notification_choices"}
SHOWS_THE_GUIDE = {"workspace:guide", "workspace:start_guide"}
APPS = {"proposals": "review", "memory": "memories", "companion": "companion"}


class Page:
    def __init__(self, request: HttpRequest) -> None:
        self.request = request
        self.access: Access | None = getattr(request, "access", None)
        chosen = request.COOKIES.get("theme", "")
        self.theme = chosen if chosen in THEMES else ""

    @property
    def project(self) -> Project | None:
        return self.access.project if self.access else None

    @property
    def role(self) -> Role | None:
        return self.access.role if self.access else None

    @property
    def may_propose(self) -> bool:
        return self._may(Role.CONTRIBUTOR)

    @property
    def may_review(self) -> bool:
        return self._may(Role.REVIEWER)

    @property
    def may_erase(self) -> bool:
        """From a closed project too."""
        return self.access is not None and self.access.may(Role.OWNER)

    def _may(self, needed: Role) -> bool:
        return (
            self.access is not None
            and self.access.project.closed_at is None
            and self.access.may(needed)
        )

    @property
    def offers_demo(self) -> bool:
        """Whether this person came from a demo, which they may keep."""
        match = self.request.resolver_match
        is_asked = match is not None and match.view_name == "workspace:keep"
        came_from = getattr(self.request, "session", {})  # a refusal may come before there is one
        return not is_asked and CAME_FROM in came_from

    @property
    def demo_kept_at(self) -> str:
        return kept_at(self.request)

    @property
    def demo_read_at(self) -> str:
        return read_at()

    @cached_property
    def section(self) -> str:
        match = self.request.resolver_match
        if match is None:
            return ""
        return SECTIONS.get(match.view_name) or APPS.get(match.app_name, "")

    @cached_property
    def projects(self) -> list[Project]:
        return projects_of(self.access.user) if self.access else []

    @cached_property
    def waiting(self) -> int:
        return count_waiting(self.access.project) if self.access else 0

    @cached_property
    def unread(self) -> int:
        return count_unread(self.access) if self.access else 0

    @cached_property
    def guide(self) -> Guide | None:
        """The guided demo as a rail beside the page: where it runs, until it is left."""
        match, access = self.request.resolver_match, self.access
        if access is None or (match and match.view_name in SHOWS_THE_GUIDE):
            return None
        project = access.project
        if not project.is_demo or project.closed_at or has_left(self.request, project):
            return None
        return guide_for(project, access.user)

    @cached_property
    def is_guide_folded(self) -> bool:
        return self.request.COOKIES.get("guide") == "folded"

    @cached_property
    def manifest(self) -> dict[str, Any] | None:
        match = self.request.resolver_match
        if self.access is None or (match and match.view_name in NO_TOOLS):
            return None
        return manifest_for(self.access, subject_id=getattr(self.request, "subject_id", ""))


def page(request: HttpRequest) -> dict[str, Any]:
    return {"page": Page(request), "demo": settings.WAGGLE_DEMO, "signup": settings.WAGGLE_SIGNUP}

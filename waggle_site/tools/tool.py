"""What a tool is, and what it is handed when it is called."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Generic, TypeVar
from uuid import UUID

from django.core.exceptions import ImproperlyConfigured
from pydantic import BaseModel

from memory.access import Access
from memory.actors import Actor
from memory.models import Project
from memory.roles import Scope
from proposals.services.retries import Retry
from waggle_site.tools.inputs import Input
from waggle_site.tools.schema import input_schema

Asked = TypeVar("Asked", bound=Input)


@dataclass(slots=True)
class Call:
    """Who calls, in which project; `touched` collects the public ids that the record will name."""

    access: Access
    actor: Actor
    retry: Retry | None = None
    touched: list[str] = field(default_factory=list)
    subject_id: str = ""
    """Of the page that calls, or the last of its session; after the call, the one it read."""

    @property
    def project(self) -> Project:
        return self.access.project

    def touch(self, *ids: UUID | str) -> None:
        self.touched += map(str, ids)


@dataclass(frozen=True)
class Tool(Generic[Asked]):
    """One thing an agent may do. Without a scope, or with a made-up one, Waggle does not start."""

    name: str
    title: str
    description: str
    input: type[Asked]
    output: type[BaseModel]
    handler: Callable[[Call, Asked], BaseModel]
    scope: Scope
    consequential: bool = False

    def __post_init__(self) -> None:
        if not isinstance(self.scope, Scope):
            raise ImproperlyConfigured(f"The tool {self.name} declares no scope.")

    @property
    def reads_only(self) -> bool:
        return self.scope is Scope.READ

    @property
    def is_about_subjects(self) -> bool:
        return "subjectId" in self.input.model_fields

    @cached_property
    def input_schema(self) -> dict[str, Any]:
        return input_schema(self.input)

    @property
    def annotations(self) -> dict[str, bool]:
        return {
            "readOnlyHint": self.reads_only,
            "untrustedContentHint": True,  # all of them return what people and agents wrote
            "consequentialHint": self.consequential,
        }

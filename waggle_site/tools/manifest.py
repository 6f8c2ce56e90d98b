"""What a page registers for this person: static words and this project's addresses."""

from typing import Any

from django.urls import reverse

from memory.access import Access
from memory.canonical import digest
from waggle_site.tools.registry import TOOLS
from waggle_site.tools.tool import Tool


def manifest_for(access: Access) -> dict[str, Any]:
    return {
        "project": access.project.slug,
        "user": access.user.username,
        "tools": [_entry(tool, access) for tool in TOOLS if access.may(tool.scope.role)],
    }


def _entry(tool: Tool[Any], access: Access) -> dict[str, Any]:
    entry = {
        "name": tool.name,
        "title": tool.title,
        "description": tool.description,
        "inputSchema": tool.input_schema,
        "annotations": tool.annotations,
        "url": reverse("tool", args=[access.project.slug, tool.name]),
    }
    return {**entry, "rev": digest([entry, access.user.username, access.role])[:12]}

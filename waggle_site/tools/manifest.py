"""What a page registers for this person: static words and this project's addresses."""

from typing import Any

from django.urls import reverse
from django.utils.http import urlencode

from memory.access import Access
from memory.canonical import digest
from waggle_site.tools.registry import TOOLS
from waggle_site.tools.tool import Tool


def manifest_for(access: Access, *, subject_id: str = "") -> dict[str, Any]:
    """`subject_id`: what the page is about, where it is about a subject of Companion's."""
    return {
        "project": access.project.slug,
        "user": access.user.username,
        "tools": [
            _entry(tool, access, subject_id) for tool in TOOLS if access.may(tool.scope.role)
        ],
    }


def _entry(tool: Tool[Any], access: Access, subject_id: str) -> dict[str, Any]:
    about = (
        f"?{urlencode({'subject': subject_id})}" if subject_id and tool.is_about_subjects else ""
    )
    entry = {
        "name": tool.name,
        "title": tool.title,
        "description": tool.description,
        "inputSchema": tool.input_schema,
        "annotations": tool.annotations,
        "url": reverse("tool", args=[access.project.slug, tool.name])
        + (about if tool.is_about_subjects else ""),
    }
    return {**entry, "rev": digest([entry, access.user.username, access.role])[:12]}

"""Everything an agent may do: one list for the pages, the views and the OpenAPI document."""

from __future__ import annotations

from typing import Any

from waggle_site.tools import (
    apply_approved_memory_change,
    get_companion_vocabulary,
    get_project_brief,
    propose_memory_change,
    query_companion_memory,
    recall_memory,
)
from waggle_site.tools.tool import Tool

TOOLS: tuple[Tool[Any], ...] = (
    get_project_brief.TOOL,
    recall_memory.TOOL,
    propose_memory_change.TOOL,
    apply_approved_memory_change.TOOL,
    get_companion_vocabulary.TOOL,
    query_companion_memory.TOOL,
)

BY_NAME = {tool.name: tool for tool in TOOLS}

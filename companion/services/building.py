"""The builder that reads entries here: one a process, loaded when it is first needed."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from companion.meaning.builder import Builder


@cache
def builder_in_use() -> Builder:
    """Nothing of it is imported before: a parser is heavy, and the web process reads nothing."""
    builder: Builder = import_module("companion.builders.patterns").PatternsBuilder()
    return builder

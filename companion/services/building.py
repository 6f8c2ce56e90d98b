"""The builder that reads entries here: one a process, loaded when it is first needed."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from django.conf import settings

from companion.meaning.builder import Builder, BuilderFailed


@cache
def builder_in_use() -> Builder:
    """A language model where one is set, else the embedded one. Nothing of either is imported
    before: both are heavy, and the web process reads nothing.
    """
    builder: Builder
    if settings.WAGGLE_LLM_MODEL:
        builder = _model()
    else:
        embedded = import_module("companion.builders.embedded")
        builder = embedded.embedded_builder(settings.COMPANION_SPACY_MODEL)
    return builder


def _model() -> Builder:
    try:
        endpoint = import_module("companion.builders.endpoint").Endpoint(
            model=settings.WAGGLE_LLM_MODEL,
            base_url=settings.WAGGLE_LLM_BASE_URL,
            api_key=settings.WAGGLE_LLM_API_KEY,
        )
        builder: Builder = import_module("companion.builders.model").ModelBuilder(endpoint)
    except ImportError as problem:
        raise BuilderFailed(
            "MODEL_ABSENT", "The packages of the extra `llm` are not installed.", again=False
        ) from problem
    except ValueError as problem:
        raise BuilderFailed("MODEL_UNFIT", str(problem), again=False) from problem
    return builder

import json
from io import StringIO
from pathlib import Path

import pytest
import schemathesis
from django.core.management import call_command
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from memory.actors import human
from memory.roles import Scope
from memory.services.keys import create_key
from tests.factories import make_memory, make_proposal
from waggle_site.tools.openapi import document
from waggle_site.tools.registry import TOOLS

CHECKS = [content_type_conformance, response_schema_conformance, status_code_conformance]
DOCS = Path(__file__).parents[2] / "docs" / "openapi.json"


def test_the_document_that_is_kept_is_the_one_that_is_made():
    printed = StringIO()
    call_command("openapi", stdout=printed)

    assert DOCS.read_text(encoding="utf-8") == printed.getvalue()
    assert json.loads(printed.getvalue()) == document()


def test_each_tool_is_described_from_the_registry():
    paths = document()["paths"]

    assert set(paths) == {f"/p/{{project}}/tools/{tool.name}" for tool in TOOLS}
    for tool in TOOLS:
        operation = paths[f"/p/{{project}}/tools/{tool.name}"]["post"]
        body = operation["requestBody"]["content"]["application/json"]["schema"]
        assert body == tool.input_schema


def test_every_reference_is_there():
    text = json.dumps(document())
    named = {part.split('"')[0] for part in text.split("#/components/schemas/")[1:]}

    assert named == set(document()["components"]["schemas"])


@pytest.fixture
def application():
    """The real one, all its middleware included. A test's connection outlives each request."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield get_wsgi_application()
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.mark.parametrize("tool", [tool.name for tool in TOOLS])
def test_whatever_is_sent_is_answered_as_described(tool, acme, alice, application):
    _, token = create_key(
        acme, name="Fuzz", scopes=Scope.values, made_for=alice, actor=human(alice)
    )
    make_memory(acme, "We deploy on Tuesdays.")
    make_proposal(acme, "We deploy on Fridays.")
    described = schemathesis.openapi.from_dict(document())
    described.app = application

    operation = described[f"/p/{{project}}/tools/{tool}"]["POST"]
    fits, misfits = (operation.as_strategy(generation_mode=mode) for mode in GenerationMode)

    @given(case=fits | misfits)
    @settings(
        max_examples=40,
        deadline=None,
        phases=[Phase.generate],
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    def send(case):
        case.path_parameters = {"project": "acme"}
        # What is described is what stands in an answer, not how it is packed on the way.
        headers = {"Authorization": f"Bearer {token}", "Accept-Encoding": "identity"}
        response = case.call(headers=headers)
        assert response.status_code < 500
        case.validate_response(response, checks=CHECKS)

    send()

"""`manage.py check` refuses a tool that an agent or a browser would stumble over."""

from itertools import chain
from typing import Annotated, Any

import pytest
from django.core.checks import run_checks
from django.core.exceptions import ImproperlyConfigured
from pydantic import BaseModel, Field

from memory.roles import Scope
from waggle_site.checks import faults_of, faults_of_list, faults_of_words
from waggle_site.tools.inputs import Input
from waggle_site.tools.registry import TOOLS
from waggle_site.tools.tool import Tool


class Good(Input):
    query: Annotated[str, Field(description="What to look for.")]


class Result(BaseModel):
    pass


def make_tool(**changes: Any) -> Tool[Any]:
    fields: dict[str, Any] = {
        "name": "look_up",
        "title": "Look up",
        "description": "Looks something up.",
        "input": Good,
        "output": Result,
        "handler": lambda call, asked: Result(),
        "scope": Scope.READ,
    }
    return Tool(**(fields | changes))


def test_the_tools_as_they_are_pass():
    assert [*faults_of_list(TOOLS), *chain.from_iterable(map(faults_of, TOOLS))] == []
    assert run_checks() == []


def test_a_good_tool_has_no_faults():
    assert list(faults_of(make_tool())) == []


@pytest.mark.parametrize("scope", [None, "read", "review", True])
def test_without_a_scope_it_does_not_start(scope):
    with pytest.raises(ImproperlyConfigured, match="declares no scope"):
        make_tool(scope=scope)


def test_a_scope_cannot_be_left_out():
    with pytest.raises(TypeError, match="scope"):
        Tool(  # type: ignore[call-arg]
            name="x",
            title="x",
            description="x",
            input=Good,
            output=Result,
            handler=lambda c, a: Result(),
        )


@pytest.mark.parametrize("name", ["", "Look", "look-up", "look.up", "1look", "l" * 31, "look\n"])
def test_a_name_is_one_that_every_model_takes(name):
    assert any("name" in fault for fault in faults_of(make_tool(name=name)))


@pytest.mark.parametrize("description", ["", "d" * 501])
def test_a_description_has_its_budget(description):
    assert any("description" in fault for fault in faults_of(make_tool(description=description)))


def test_what_only_reads_is_not_consequential():
    assert list(faults_of(make_tool(consequential=True)))
    assert not list(faults_of(make_tool(consequential=True, scope=Scope.APPLY)))


class Undescribed(Input):
    query: str


class Wordy(Input):
    query: Annotated[str, Field(description="d" * 151)]


class Choice(Input):
    query: Annotated[int | str, Field(description="Either.")]


class Multiple(Input):
    query: Annotated[int, Field(multiple_of=2, description="Even.")]


class Loose(Input):
    query: Annotated[dict[str, int], Field(description="Anything.")]


class NestedUndescribed(Input):
    parts: Annotated[list[Undescribed], Field(description="Its parts.")]


class LongName(Input):
    q23456789012345678901234567890x: Annotated[int, Field(description="Long.")]


@pytest.mark.parametrize(
    "model", [Undescribed, Wordy, Choice, Multiple, Loose, NestedUndescribed, LongName]
)
def test_an_input_is_described_and_enforceable(model):
    assert list(faults_of(make_tool(input=model)))


def test_a_name_is_given_once_and_there_are_not_too_many():
    assert any("two tools" in fault for fault in faults_of_list([make_tool(), make_tool()]))
    many = [make_tool(name=f"look_{n}") for n in range(13)]
    assert any("13 tools" in fault for fault in faults_of_list(many))
    assert list(faults_of_list(many[:12])) == []


@pytest.mark.parametrize(
    ("source", "good"),
    [
        ('Tool(name="a", title="b", description="c" "d")', True),
        ('Tool(name="a", title="b", description=project.purpose)', False),
        ('Tool(name="a", title=f"b {user}", description="c")', False),
        ('Field(description="Its " + name)', False),
        ('Field(max_length=limits.QUERY, description="Its name.")', True),
    ],
)
def test_words_for_agents_are_literals(tmp_path, source, good):
    (tmp_path / "a_tool.py").write_text(source)

    assert (list(faults_of_words(tmp_path)) == []) is good

"""A page in parts: what no template names is not made, and a fault in a part is a fault."""

from functools import cached_property

import pytest
from django.template import Context, Template

from waggle_site.workspace.parts import parts_of


class Whole:
    def __init__(self):
        self.made = []

    @cached_property
    def first(self):
        self.made.append("first")
        return {"words": "Bees dance."}

    @cached_property
    def faulty(self):
        return len(1)


@pytest.fixture
def whole():
    return Whole()


@pytest.fixture
def render(whole):
    return lambda text: Template(text).render(Context(parts_of(whole, "first", "faulty")))


def test_what_is_named_is_made_once_and_what_is_not_is_not_made(whole, render):
    assert (render("Nothing."), whole.made) == ("Nothing.", [])

    assert render("{% if first %}{{ first.words }} {{ first.words|length }}{% endif %}") == (
        "Bees dance. 11"
    )
    assert whole.made == ["first"]


def test_a_fault_in_a_part_is_not_taken_for_a_name_that_is_not_there(render):
    assert render("{{ nobody }}") == ""
    with pytest.raises(TypeError):
        render("{{ faulty }}")

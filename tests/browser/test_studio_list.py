"""Picture and list are one graph: under any filters, at any instant, both hold the same."""

import random
from pathlib import Path

import pytest

from memory.authority import Authority
from memory.kinds import EdgeType, Kind
from proposals.states import Status
from tests.browser.garden import TAGS

pytestmark = pytest.mark.browser

COMBINATIONS = 30
BOTH = (Path(__file__).parent / "both_views.js").read_text()
EITHER_WAY = {EdgeType.RELATES_TO, EdgeType.SIMILAR_TO}
"""In words the same from both ends."""


@pytest.fixture
def gardener(arrive, garden):
    return arrive("alice").at(garden)


def asked(dice, numbers, instants):
    def some(of, share):
        return dice.sample(list(of), dice.randrange(1, len(of))) if dice.random() < share else []

    def one(of, share):
        return dice.choice(of) if dice.random() < share else ""

    return {
        "kind": some(Kind.values, 0.3),
        "authority": some(Authority.values, 0.3),
        "edge": some(EdgeType.values, 0.3),
        "tag": one([*TAGS, "HALL", "shed", "nowhere"], 0.3),
        "q": one(["beans", '"row 7"', "bed 12", "bees", "xylophone"], 0.3),
        "lineage": one([*numbers, "M-999", "P-0001"], 0.3),
        "as_of": one(instants, 0.4),
        "known_at": one(instants, 0.3),
    }


def links(view):
    """Those out of each memory that are to be read from it."""
    found = set()
    for edge in view["edges"]:
        source, says, target = edge.split(" ")
        if says in EITHER_WAY:
            found.add((says, *sorted((source, target))))
        elif says in EdgeType.values:
            found.add((says, source, target))
    return found


def test_the_list_holds_what_the_picture_holds_whatever_is_chosen(gardener):
    read = gardener.context.request
    nodes = read.get(gardener.base + "/graph.json").json()["nodes"]
    marks = read.get(gardener.base + "/graph/marks.json").json()["proposals"]
    instants = [node[name] for node in nodes for name in ("valid_from", "recorded_at")]
    instants += [mark["created_at"] for mark in marks]
    dice = random.Random(4)  # noqa: S311 - no secret
    all_of_it = dict.fromkeys(("tag", "q", "lineage", "as_of", "known_at"), "")
    combinations = [all_of_it | {name: [] for name in ("kind", "authority", "edge")}]
    numbers = [node["number"] for node in nodes]
    combinations += [asked(dice, numbers, instants) for _ in range(COMBINATIONS)]

    answers = gardener.page.evaluate(BOTH, combinations)

    for chosen, (picture, listed) in zip(combinations, answers, strict=True):
        assert picture["nodes"] == listed["nodes"], chosen
        assert picture["evidence"] == listed["evidence"], chosen
        assert links(picture) == links(listed), chosen
        words = {number: Status(status).label for number, status in picture["proposals"].items()}
        assert words == listed["proposals"], chosen
    whole, *rest = (picture for picture, _ in answers)
    assert len(whole["nodes"]) == len(nodes) > 40
    assert len(whole["proposals"]) == len(marks) > len(nodes)
    for part in ("nodes", "edges", "proposals", "evidence"):
        sizes = {len(picture[part]) for picture in rest}
        assert 0 in sizes, part
        assert len(sizes) > 3, part

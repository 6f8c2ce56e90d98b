"""What the server knows of the site tools, on the Workspace."""

import json
import re

import pytest
from django.utils.html import strip_tags

from tests.tools.conftest import Agent, with_key

__all__ = ["with_key"]


@pytest.fixture
def agent(browse, bob, acme):
    return Agent(browse(bob), acme.slug)


@pytest.fixture
def told(browse, alice, acme):
    """The last call of each tool, as a person reads it."""

    def read(person=alice):
        page = browse(person).get("/p/acme/").content.decode()
        rows = re.findall(r"<li data-tool-name>(.*?)</li>", page, re.DOTALL)
        words = (re.sub(r"\s+", " ", strip_tags(row)).strip() for row in rows)
        said = dict(line.split(" ", 1) for line in words)
        none = page.split("None lately:")[1].split("</p>")[0]
        return said | dict.fromkeys(re.findall(r"<code>(\w+)</code>", none), "none lately")

    return read


def test_it_tells_the_last_call_of_each_tool_by_an_agent(agent, told):
    agent("recall_memory", query="storage")
    agent("apply_approved_memory_change", proposal_id="P-9999")

    assert told() == {
        "get_project_brief": "none lately",
        "recall_memory": "just now",
        "propose_memory_change": "none lately",
        "apply_approved_memory_change": "just now, refused",
    } | {name: "none lately" for name in told() if "companion" in name}


def test_the_pages_self_test_is_no_agents_call(agent, told):
    agent("get_project_brief", headers={"X-Waggle-Self-Test": "1"})

    assert told()["get_project_brief"] == "none lately"


def test_a_refused_reading_is_none(agent, as_alice):
    agent("recall_memory")
    assert "last read by an agent" not in as_alice.get("/p/acme/").content.decode()

    agent("recall_memory", query="storage")

    assert "last read by an agent" in as_alice.get("/p/acme/").content.decode()


def test_an_agent_with_a_key_counts(with_key, bob, acme, told):
    with_key(bob, acme, "read")("get_project_brief")

    assert told()["get_project_brief"] == "just now"


def test_a_viewer_is_told_of_what_their_page_registers(browse, vera, told):
    manifest = re.search(
        r'id="site-tools"[^>]*>(.*?)</script>', browse(vera).get("/p/acme/").content.decode()
    )

    assert list(told(vera)) == [tool["name"] for tool in json.loads(manifest[1])["tools"]]


def test_each_check_has_its_remedy(as_alice, acme, settings):
    settings.WAGGLE_ORIGIN_TRIAL_TOKENS = ["rubbish"]

    page = as_alice.get("/p/acme/").content.decode()

    checks = re.findall(r'data-check="(\w+)"', page)
    remedies = re.findall(r"data-fix hidden>([^<]{20,})<", page)
    assert len(checks) == len(set(checks)) == len(remedies) == 10
    assert "Origin-Trial token 1" in page
    assert "unreadable" in page

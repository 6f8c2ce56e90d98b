"""What people and agents write is text on every page, whatever it looks like."""

import re

import pytest

from proposals.states import Status
from tests.factories import join, make_memory, make_project, make_proposal, make_user

HOSTILE = [
    "<img src=x onerror=alert(1)>",
    "</script><script>alert(1)</script>",
    "{{7*7}}",
    "{% load static %}",
    "javascript:alert(1)",
    '" onmouseover="alert(1)',
]
PAGES = ["", "memories/", "memories/?authority=all", "memories/M-001/", "activity/", "graph/"]


@pytest.fixture
def reader(browse, db):
    text = " ".join(HOSTILE)
    owner = make_user("owner", display_name=text[:90])
    project = make_project("hostile", owner=owner, name=text[:90], purpose=text)
    memory = make_memory(project, text, title=text, tags=HOSTILE, kind="decision", reason=text)
    make_proposal(project, text + " again", target=memory, reason=text)
    make_proposal(project, text + " no", status=Status.REJECTED, reason=text)
    return browse(owner)


@pytest.mark.parametrize("path", PAGES)
def test_it_stays_text(reader, path):
    page = reader.get(f"/p/hostile/{path}").content.decode()

    assert "&lt;img src=x" in page
    assert "<img" not in page
    assert "alert(1)</script>" not in page
    assert "{{7*7}}" in page
    assert not re.search(r'href="\s*javascript:', page)
    assert not re.search(r"<[^>]+\sonmouseover=", page)


@pytest.mark.parametrize("path", PAGES)
def test_no_script_is_there_but_the_sites_own(reader, path):
    page = reader.get(f"/p/hostile/{path}").content.decode()

    for script in re.findall(r"<script[^>]*>", page):
        assert ' src="/static/' in script or 'type="application/json"' in script


def test_a_search_for_it_gives_it_back_as_text(reader):
    page = reader.get("/p/hostile/memories/", {"q": HOSTILE[0]}).content.decode()

    assert "&lt;img src=x" in page
    assert "<img" not in page


def test_the_graph_carries_it_as_data(reader):
    answer = reader.get("/p/hostile/graph.json")

    assert answer["Content-Type"] == "application/json"
    assert HOSTILE[0] in answer.json()["nodes"][0]["title"]


def test_a_members_name_is_text_too(browse, acme):
    guest = join(acme, make_user("mallory", display_name=HOSTILE[0]), "viewer")

    page = browse(guest).get("/p/acme/").content.decode()

    assert "&lt;img src=x" in page
    assert "<img" not in page

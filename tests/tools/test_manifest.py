import json

import pytest

from memory.access import get_access
from memory.roles import Role
from tests.factories import join
from waggle_site.tools.manifest import manifest_for
from waggle_site.tools.registry import TOOLS

READS = ["get_project_brief", "recall_memory"]
LOOKS_UP = ["get_companion_vocabulary", "query_companion_memory"]


def test_it_offers_what_the_role_may(alice, dora, acme):
    assert [one["name"] for one in manifest_for(get_access(dora, "acme"))["tools"]] == [
        *READS,
        *LOOKS_UP,
    ]
    assert [one["name"] for one in manifest_for(get_access(alice, "acme"))["tools"]] == [
        *READS,
        "propose_memory_change",
        "apply_approved_memory_change",
        *LOOKS_UP,
    ]


def test_it_names_the_project_the_person_and_each_address(alice, acme):
    manifest = manifest_for(get_access(alice, "acme"))

    assert (manifest["project"], manifest["user"]) == ("acme", "alice")
    assert manifest["tools"][1]["url"] == "/p/acme/tools/recall_memory"


@pytest.mark.parametrize(
    ("tool", "hints"),
    [
        ("get_project_brief", (True, True, False)),
        ("recall_memory", (True, True, False)),
        ("get_companion_vocabulary", (True, True, False)),
        ("query_companion_memory", (True, True, False)),
        ("propose_memory_change", (False, True, False)),
        ("apply_approved_memory_change", (False, True, True)),
    ],
)
def test_the_hints_are_those_of_the_contract(alice, acme, tool, hints):
    [entry] = [
        one for one in manifest_for(get_access(alice, "acme"))["tools"] if one["name"] == tool
    ]

    names = ("readOnlyHint", "untrustedContentHint", "consequentialHint")
    assert tuple(entry["annotations"][name] for name in names) == hints


def test_a_revision_is_of_the_project_the_person_and_the_role(alice, bob, acme, elsewhere):
    join(elsewhere, alice, Role.OWNER)

    def rev(user, slug):
        return manifest_for(get_access(user, slug))["tools"][0]["rev"]

    assert len({rev(alice, "acme"), rev(alice, "elsewhere"), rev(bob, "acme")}) == 3
    assert rev(alice, "acme") == rev(alice, "acme")


def test_it_carries_no_words_of_the_project(alice, acme):
    acme.name = acme.purpose = "</script><script>alert(1)</script>"
    acme.save()

    assert "alert" not in json.dumps(manifest_for(get_access(alice, "acme")))


def test_no_tool_reviews():
    verbs = ("approve_", "reject", "review", "revise", "withdraw", "revoke", "lift")

    assert not [tool.name for tool in TOOLS if tool.name.startswith(verbs)]


def test_a_page_about_a_subject_says_so_to_the_tools_that_care(alice, acme):
    plain = {one["name"]: one for one in manifest_for(get_access(alice, "acme"))["tools"]}
    about = manifest_for(get_access(alice, "acme"), subject_id="pump 7&x")["tools"]

    changed = {one["name"]: one["url"] for one in about if one != plain[one["name"]]}
    assert changed == {name: f"/p/acme/tools/{name}?subject=pump+7%26x" for name in LOOKS_UP}

import json

import pytest

from memory.access import get_access
from memory.roles import Role
from tests.factories import join
from waggle_site.tools.manifest import manifest_for
from waggle_site.tools.registry import TOOLS

READS = ["get_project_brief", "recall_memory"]


def test_it_offers_what_the_role_may(alice, dora, acme):
    assert [one["name"] for one in manifest_for(get_access(dora, "acme"))["tools"]] == READS
    assert [one["name"] for one in manifest_for(get_access(alice, "acme"))["tools"]] == [
        *READS,
        "propose_memory_change",
        "apply_approved_memory_change",
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

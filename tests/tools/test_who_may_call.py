import pytest
from django.test import Client

from memory.models import AgentKey, Membership
from memory.roles import Role
from memory.services.keys import revoke_key
from proposals.models import Proposal
from tests.factories import join, make_memory, make_proposal
from tests.tools.conftest import Agent

READS = [("get_project_brief", {}), ("recall_memory", {"query": "tuesdays"})]
NEW = {"operation": "create", "kind": "fact", "proposed_content": "We deploy on Tuesdays."}


@pytest.mark.parametrize(("tool", "given"), READS)
def test_a_viewer_reads(dora, acme, page_of, tool, given):
    assert page_of(dora, acme)(tool, **given).status == 200


def test_a_viewer_neither_proposes_nor_applies(dora, acme, page_of):
    viewer = page_of(dora, acme)

    answers = [
        viewer("propose_memory_change", **NEW),
        viewer("apply_approved_memory_change", proposal_id="P-0001"),
    ]

    assert [(one.status, one.code) for one in answers] == [(403, "FORBIDDEN")] * 2
    assert not Proposal.objects.exists()


def test_a_contributor_proposes_and_applies(bob, acme, page_of):
    proposal = make_proposal(acme, status="approved")
    page = page_of(bob, acme)

    assert page("propose_memory_change", **NEW)["status"] == "pending"
    applied = page("apply_approved_memory_change", proposal_id=str(proposal.public_id))
    assert applied["status"] == "applied"


@pytest.mark.parametrize("slug", ["acme", "nowhere"])
def test_to_an_outsider_no_project_is_there(charlie, acme, elsewhere, page_of, slug):
    page = page_of(charlie, elsewhere)
    page.project = slug

    answer = page("recall_memory", query="anything")

    assert (answer.status, answer.code) == (404, "NOT_FOUND")
    page.project = "elsewhere"
    assert page("recall_memory", query="anything").status == 200


@pytest.mark.parametrize("slug", ["acme", "nowhere"])
def test_a_stranger_is_signed_out_whether_or_not_the_project_is_there(acme, slug):
    answer = Agent(Client(), slug)("recall_memory", query="anything")

    assert (answer.status, answer.code) == (401, "SIGNED_OUT")


@pytest.mark.parametrize("method", ["get", "head", "put", "patch", "delete", "options"])
def test_only_post_calls_a_tool(alice, acme, browse, method):
    response = getattr(browse(alice), method)("/p/acme/tools/recall_memory")

    assert response.status_code == 405
    assert response.headers["Allow"] == "POST"
    if method != "head":
        assert response.json()["error"]["code"] == "METHOD_NOT_ALLOWED"


@pytest.mark.parametrize("tool", ["approve", "reject", "review", "approve_proposal", "x/y"])
def test_there_is_no_tool_that_reviews(agent, tool):
    answer = agent(tool)

    assert (answer.status, answer.code) == (404, "NOT_FOUND")


def test_a_key_reads_and_proposes_on_behalf_of_its_person(bob, acme, with_key):
    key = with_key(bob, acme, "read", "propose")

    proposed = key("propose_memory_change", **NEW)

    assert key("recall_memory", query="tuesdays").status == 200
    assert proposed["proposed_by"] == {"kind": "agent", "name": "Robot", "on_behalf_of": "bob"}
    assert Proposal.objects.get().proposer == bob


@pytest.mark.parametrize(
    ("scope", "tool", "given"),
    [
        ("apply", "recall_memory", {"query": "tuesdays"}),
        ("read", "propose_memory_change", NEW),
        ("propose", "apply_approved_memory_change", {"proposal_id": "P-0001"}),
    ],
)
def test_a_key_does_nothing_beyond_its_scopes(bob, acme, with_key, scope, tool, given):
    answer = with_key(bob, acme, scope)(tool, **given)

    assert (answer.status, answer.code) == (403, "FORBIDDEN")
    assert "scope" in answer.error["message"]


def test_a_key_with_the_scope_applies(bob, acme, with_key):
    proposal = make_proposal(acme, status="approved")

    applied = with_key(bob, acme, "apply")(
        "apply_approved_memory_change", proposal_id=str(proposal.public_id)
    )

    assert applied["authoritative_memory"]["source"]["applied_by"]["name"] == "Robot"


def test_a_viewers_key_proposes_nothing_whatever_its_scopes(dora, acme, with_key):
    key = with_key(dora, acme, "read", "propose", "apply")

    assert key("recall_memory", query="x").status == 200
    assert key("propose_memory_change", **NEW).code == "FORBIDDEN"


def test_a_key_is_bound_by_what_its_person_may_now(bob, acme, with_key):
    key = with_key(bob, acme, "read", "propose")
    Membership.objects.filter(user=bob).update(role=Role.VIEWER)
    assert key("propose_memory_change", **NEW).code == "FORBIDDEN"

    Membership.objects.filter(user=bob).delete()
    assert key("recall_memory", query="x").code == "NOT_FOUND"


def test_a_key_opens_its_own_project_and_no_other(alice, acme, elsewhere, with_key):
    join(elsewhere, alice, Role.OWNER)
    key = with_key(alice, acme, "read")

    answer = key.raw("recall_memory", '{"query": "x"}', project="elsewhere")

    assert (answer.status, answer.code) == (404, "NOT_FOUND")
    assert key("recall_memory", query="x").status == 200


def test_a_revoked_key_is_signed_out(alice, bob, acme, with_key):
    key = with_key(bob, acme, "read")
    assert key("get_project_brief").status == 200

    revoke_key(AgentKey.objects.get(), by=alice)

    answer = key("get_project_brief")
    assert (answer.status, answer.code) == (401, "SIGNED_OUT")


def test_a_key_of_a_deactivated_person_is_signed_out(bob, acme, with_key):
    key = with_key(bob, acme, "read")
    bob.is_active = False
    bob.save()

    assert key("get_project_brief").code == "SIGNED_OUT"


@pytest.mark.parametrize(
    "header", ["Bearer wgl_unknown", "Bearer", "Basic YWxpY2U6eA==", "wgl_x", "Bearer \xff"]
)
def test_what_is_no_key_is_signed_out(acme, header):
    answer = Agent(Client(), "acme", Authorization=header)("get_project_brief")

    assert (answer.status, answer.code) == (401, "SIGNED_OUT")


def test_a_key_and_a_session_together_are_refused(alice, bob, acme, with_key):
    key = with_key(bob, acme, "read")
    key.client.force_login(alice)

    answer = key("get_project_brief")

    assert (answer.status, answer.code) == (403, "FORBIDDEN")
    assert "not both" in answer.error["message"]


def test_a_session_needs_the_pages_token(alice, acme, page_of):
    page = page_of(alice, acme, csrf=True)

    refused = page("propose_memory_change", **NEW)

    assert (refused.status, refused.code) == (403, "CSRF_FAILED")
    assert not Proposal.objects.exists()
    page.client.cookies["csrftoken"] = "t" * 32
    accepted = page("propose_memory_change", headers={"X-CSRFToken": "t" * 32}, **NEW)
    assert accepted.status == 200


def test_a_key_needs_no_token(bob, acme, with_key):
    key = with_key(bob, acme, "read")
    key.client = Client(enforce_csrf_checks=True)

    assert key("get_project_brief").status == 200


@pytest.mark.parametrize(
    "forged",
    [
        {"reviewer": "alice"},
        {"approved": True},
        {"approved_by": [{"name": "alice"}]},
        {"actor": {"kind": "human", "name": "alice"}},
        {"proposed_by": "alice"},
        {"on_behalf_of": "alice"},
        {"status": "approved"},
    ],
)
def test_who_proposed_is_never_what_the_caller_says(bob, acme, page_of, forged):
    page = page_of(bob, acme)

    answer = page("propose_memory_change", **NEW, **forged)

    assert answer.status == 422
    assert list(answer.error["fields"]) == list(forged)
    assert page("propose_memory_change", **NEW)["proposed_by"]["on_behalf_of"] == "bob"


def test_applying_takes_an_id_and_nothing_else(agent, acme):
    proposal = make_proposal(acme, "As approved.", status="approved")
    given = {"proposal_id": str(proposal.public_id)}

    for extra in ("project_id", "content", "proposed_content", "approved"):
        answer = agent("apply_approved_memory_change", **given, **{extra: "acme"})
        assert answer.error["fields"] == {extra: "unknown; leave it out"}

    applied = agent("apply_approved_memory_change", **given)
    assert applied["authoritative_memory"]["content"] == "As approved."


def test_the_project_may_be_named_and_must_be_this_one(agent, acme, elsewhere):
    make_memory(acme, "We deploy on Tuesdays.")
    given = {"query": "tuesdays"}

    assert agent("recall_memory", **given, project_id="ACME")["memories"]
    for other in ("elsewhere", "nowhere"):
        answer = agent("recall_memory", **given, project_id=other)
        assert (answer.status, answer.code) == (404, "NOT_FOUND")


def test_nothing_of_an_answer_is_kept_by_caches(agent):
    assert agent("get_project_brief").headers["Cache-Control"] == "no-store"
    assert agent("recall_memory").headers["Cache-Control"] == "no-store"

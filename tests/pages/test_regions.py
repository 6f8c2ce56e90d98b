"""An open Workspace asks for the regions that an event may change, and is given these alone."""

import pytest
from django.db import connection
from django.test.html import parse_html
from django.test.utils import CaptureQueriesContext

from memory.actors import human
from memory.models import AuditEvent, ToolCall
from memory.roles import Role
from memory.services.close import close
from memory.services.projects import add_member, change_policy, change_role, describe
from proposals.services.apply import apply
from proposals.services.assign import assign
from proposals.services.comment import comment
from proposals.services.erase_memory import erase_memory
from proposals.services.review import approve, reject, revoke
from proposals.services.withdraw import withdraw
from proposals.states import Status
from tests.factories import make_entry, make_memory, make_proposal, make_user, retire
from waggle_site.workspace.regions import HEADER, TEMPLATES

ON_A_PROPOSAL = "nav-review bell standing waiting map-rows days"


@pytest.fixture
def looks(browse, alice, acme):
    """The regions of alice's Workspace by id; those asked for, or all of the page."""
    browser = browse(alice)

    def look(names=""):
        answer = browser.get("/p/acme/", headers={HEADER: names} if names else {})
        assert answer.status_code == 200
        return regions_of(answer.content.decode())

    return look


def regions_of(page):
    return {given["id"]: one for one, given in elements(parse_html(page)) if "data-live" in given}


def elements(element):
    for child in getattr(element, "children", ()):
        if not isinstance(child, str):
            yield child, {name: value or "" for name, value in child.attributes}
            yield from elements(child)


def own(region):
    """What it shows, without the regions within it."""
    within = [str(one) for one, given in elements(region) if "data-live" in given]
    text = str(region)
    for one in within:
        text = text.replace(one, "")
    return text


def tells_of(region):
    return set(dict(region.attributes)["data-live"].split())


class Scene:
    def __init__(self, project, alice, bob, dora, browse):
        self.project, self.alice, self.bob, self.dora, self.browse = (
            project,
            alice,
            bob,
            dora,
            browse,
        )
        describe(project, by=alice, name="Acme", purpose="Acme ships paint.")
        self.storage = make_memory(project, "Use Neo4j.", kind="decision", title="Storage")
        self.goal = make_memory(project, "Notes are found.", kind="goal")
        self.pending = make_proposal(project, "Use SQLite.", target=self.storage, by=bob)
        self.approved = make_proposal(project, "Ships are blue.", by=bob, status=Status.APPROVED)

    def recall(self):
        browser = self.browse(self.alice)
        given = {"query": "notes"}
        browser.post("/p/acme/tools/recall_memory", given, content_type="application/json")


@pytest.fixture
def scene(acme, alice, bob, dora, browse):
    return Scene(acme, alice, bob, dora, browse)


ACTS = {
    "a new memory is proposed": lambda it: make_proposal(it.project, "Bees dance."),
    "a change is proposed": lambda it: make_proposal(it.project, "Found.", target=it.goal),
    "a proposal is approved": lambda it: approve(it.pending, by=it.alice, revision=1),
    "one is rejected": lambda it: reject(it.pending, by=it.alice, revision=1, reason="No."),
    "one is withdrawn": lambda it: withdraw(it.pending, by=it.bob, revision=1),
    "an approval is taken back": lambda it: revoke(it.approved, by=it.alice, revision=1),
    "one is applied": lambda it: apply(it.approved, actor=human(it.alice)),
    "one is talked about": lambda it: comment(it.pending, by=it.bob, text="Is it?"),
    "one is assigned": lambda it: assign(it.pending, to=it.dora, by=it.alice),
    "one is overtaken": lambda it: make_memory(it.project, "Use files.", supersedes=it.storage),
    "a memory is retired": lambda it: retire(it.goal),
    "a memory is erased": lambda it: erase_memory(it.storage, by=it.alice, reason="Asked."),
    "a memory speaks against another": lambda it: [
        make_memory(it.project, f"Use {what} as the primary queue.", kind="decision")
        for what in ("Redis", "Kafka")
    ],
    "something is confirmed": lambda it: make_entry(it.project, by=it.bob),
    "the policy changes": lambda it: change_policy(it.project, by=it.alice, approvals_needed=2),
    "the purpose changes": lambda it: describe(
        it.project, by=it.alice, name="Acme", purpose="Acme ships ink."
    ),
    "somebody comes in": lambda it: add_member(
        it.project, make_user("zoe"), Role.REVIEWER, by=it.alice
    ),
    "a role changes": lambda it: [
        change_role(it.project, it.dora, Role.OWNER, by=it.alice),
        change_role(it.project, it.alice, Role.VIEWER, by=it.dora),
    ],
    "the project is closed": lambda it: close(it.project, by=it.alice, slug="acme"),
    "an agent recalls": Scene.recall,
}


@pytest.mark.parametrize("act", ACTS.values(), ids=ACTS)
def test_whatever_changes_a_region_is_told_by_an_event_that_it_names(looks, scene, act):
    looks()
    before = looks()
    seq, calls = AuditEvent.objects.order_by("-seq")[0].seq, ToolCall.objects.count()

    act(scene)

    after = looks()
    told = {one.type.split(".")[0] for one in AuditEvent.objects.filter(seq__gt=seq)}
    told |= {"tool"} if ToolCall.objects.count() > calls else set()
    changed = {
        name
        for name, region in after.items()
        if name in before and own(region) != own(before[name])
    }
    assert "days" in changed
    for name in changed:
        assert not tells_of(after[name]) or tells_of(after[name]) & told, name


def test_a_region_by_itself_is_what_the_page_shows(looks, scene):
    looks()
    page = looks()

    assert set(TEMPLATES) - set(page) == {"guide-now", "guide-steps"}
    for name, region in page.items():
        asked = looks(name)
        assert str(asked[name]) == str(region)
        within = {given["id"] for _, given in elements(region) if "data-live" in given}
        assert set(asked) == {name} | within


def test_a_proposal_asks_for_what_waits_the_map_and_the_activity(looks, scene):
    asked = {
        name for name, one in looks().items() if not tells_of(one) or "proposal" in tells_of(one)
    }

    notes = {name for name in asked if name.startswith("waits-")}
    assert asked - notes == set(ON_A_PROPOSAL.split())
    assert notes == {f"waits-{scene.storage.label}"}
    assert "1 change proposed" in str(looks(*notes)[f"waits-{scene.storage.label}"])


def test_a_region_that_nobody_knows_brings_the_page(looks, scene):
    assert set(looks("days nonsense")) == set(looks())
    assert set(looks("days")) == {"days"}


def test_nothing_of_another_project_is_noted(looks, elsewhere):
    foreign = make_memory(elsewhere)
    make_proposal(elsewhere, target=foreign)

    assert looks(f"days waits-{foreign.label}").keys() == {"days"}


def test_a_region_is_for_members_alone(browse, charlie, acme):
    headers = {HEADER: "days"}

    assert browse(charlie).get("/p/acme/", headers=headers).status_code == 404
    assert browse().get("/p/acme/", headers=headers).status_code == 302


@pytest.mark.parametrize("names", ["", ON_A_PROPOSAL], ids=["page", "regions"])
def test_they_ask_as_often_however_much_there_is(looks, acme, bob, alice, names):
    def grow(count):
        for number in range(count):
            memory = make_memory(acme, kind="decision", by=bob)
            link = [{"type": "part_of", "memory_id": str(memory.public_id)}]
            make_memory(acme, supersedes=make_memory(acme, links=link))
            proposal = make_proposal(acme, target=memory, by=bob)
            comment(proposal, by=bob, text=f"Look at {number}.")

    def asked():
        with CaptureQueriesContext(connection) as queries:
            looks(names)
        return len(queries)

    grow(9)
    looks()
    few = asked()
    grow(9)

    assert asked() == few
    assert few <= (48 if not names else 44)

"""Several proposals at once: looked at, then rejected or assigned, never approved."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from memory.actors import human
from memory.models import AuditEvent, ToolCall
from memory.services.projects import change_policy, close_project
from proposals.models import Assignment
from proposals.services.assign import assign
from proposals.services.review import approve, reject
from proposals.states import Operation, Status
from tests.factories import make_memory, make_proposal
from tests.pages.seen import events, shown, status_of
from tests.pages.sent import Forms

TRIAGE = "/p/acme/proposals/triage/"


@pytest.fixture
def three(acme, bob, storage):
    return [
        make_proposal(acme, "Bees fly.", by=bob, title="Flying"),
        make_proposal(acme, "Use SQLite.", target=storage, by=bob),
        make_proposal(acme, operation=Operation.RETIRE, target=storage, by=bob),
    ]


def chosen(proposals):
    return [f"{one.label}:{one.revision}" for one in proposals]


def look(client, proposals, do, **more):
    return client.get(TRIAGE, {"do": do, "chosen": [one.label for one in proposals], **more})


def send(client, proposals, do, **more):
    return client.post(TRIAGE, {"do": do, "chosen": chosen(proposals), **more})


def sent_from(page):
    """The fields of the page's form, lists too."""
    form = re.search(r'<form class="stack gap-5".*?</form>', page, re.S)[0]
    return re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', form)


def test_a_look_lists_each_with_what_becomes_of_it_and_changes_nothing(
    as_alice, acme, dora, alice, three
):
    change_policy(acme, by=alice, approvals_needed=2)
    approve(three[0], by=dora, revision=1)
    assign(three[1], to=dora, by=alice)
    before = AuditEvent.objects.count()

    page = shown(look(as_alice, three, "reject"))

    assert "Reject 3 proposals" in page
    assert (
        "The reason goes to bob; the same words are refused as a new memory; 1 approval set aside."
        in page
    )
    assert "the same words are refused for this memory; asked to decide was dora." in page
    assert "the same retirement is refused." in page
    assert AuditEvent.objects.count() == before


def test_one_reason_rejects_each_with_an_event_of_its_own(as_alice, acme, three):
    page = look(as_alice, three, "reject")
    fields = sent_from(page.content.decode())
    assert [value for name, value in fields if name == "chosen"] == chosen(reversed(three))

    done = send(as_alice, three, "reject", note="Not so.")

    assert done.status_code == 200
    assert "3 rejected" in shown(done)
    assert {status_of(one) for one in three} == {Status.REJECTED}
    assert [events(one).count("proposal.rejected") for one in three] == [1, 1, 1]
    assert {one.reviews.get().note for one in three} == {"Not so."}


@pytest.mark.parametrize("reason", ["", "  ", "n" * 4_001])
def test_without_a_fit_reason_nothing_is_rejected_and_all_of_it_is_kept(as_alice, three, reason):
    answer = send(as_alice, three, "reject", note=reason)

    assert answer.status_code == 422
    assert "field__error" in shown(answer)
    assert {value for _, value in sent_from(answer.content.decode())} >= set(chosen(three))
    assert {status_of(one) for one in three} == {Status.PENDING}


def test_what_could_not_be_rejected_is_named_and_stops_nothing(as_alice, dora, three, elsewhere):
    foreign = make_proposal(elsewhere, "Foreign words.")
    reject(three[0], by=dora, revision=1, reason="Mine.")
    old = f"{three[1].label}:7"

    sent = {"do": "reject", "note": "No.", "chosen": [chosen(three)[0], old, chosen(three)[2]]}
    answer = as_alice.post(TRIAGE, {**sent, "chosen": [*sent["chosen"], str(foreign.public_id)]})

    page = shown(answer)
    assert "1 rejected, 3 not" in page
    assert "Flying</bdi>" in page.split("Done</h2>")[0]
    assert "Too late: this proposal is rejected already." in page
    assert "The words changed since you opened this page." in page
    assert "is not known here" in page
    assert "Foreign words" not in page
    assert [status_of(one) for one in three[1:]] == [Status.PENDING, Status.REJECTED]
    assert three[0].reviews.get().note == "Mine."


def test_sent_again_it_changes_nothing_and_says_so(as_alice, three):
    send(as_alice, three, "reject", note="No.")
    before = AuditEvent.objects.count()

    again = send(as_alice, three, "reject", note="No.")

    assert again.status_code == 409
    assert "0 rejected, 3 not" in shown(again)
    assert AuditEvent.objects.count() == before


def test_all_that_match_are_those_of_the_view(as_alice, acme, three):
    view = {"do": "reject", "all": "1", "queue": "mine", "q": "operation:retire"}

    page = shown(as_alice.get(TRIAGE, view))

    assert "Reject 1 proposal<" in page
    assert three[2].label in page
    assert three[0].label not in page


def test_several_are_assigned_after_a_look(as_alice, alice, dora, acme, three):
    change_policy(acme, by=alice, four_eyes=True)
    own = make_proposal(acme, by=dora, title="Of dora")
    assign(three[0], to=alice, by=dora)
    assign(three[1], to=dora, by=alice)

    page = shown(look(as_alice, [*three, own], "assign", to="dora"))
    done = send(as_alice, [*three, own], "assign", to="dora")

    assert "Assign 2 proposals to <bdi>dora</bdi>" in page
    assert "From alice to dora." in page
    assert "It is assigned so already." in page
    assert "Four eyes: they or their agent proposed it." in page
    assert "2 assigned to <bdi>dora</bdi>, 2 not" in shown(done)
    rows = Assignment.objects.filter(assignee=dora)
    assert {one.proposal for one in rows} == set(three)


def test_several_are_assigned_to_nobody(as_alice, alice, three):
    assign(three[0], to=alice, by=alice)

    send(as_alice, three, "assign", to="nobody")

    assert not Assignment.objects.exists()


@pytest.mark.parametrize(
    "query",
    [
        "",
        "?do=approve&all=1",
        "?do=assign&all=1",
        "?do=assign&all=1&to=bob",
        "?do=reject",
        "?do=%00",
    ],
)
def test_there_is_nothing_else_to_do_here(as_alice, three, query):
    answer = as_alice.get(TRIAGE + query, follow=True)

    assert answer.redirect_chain[0][1] == 303
    assert "Nothing was done." in shown(answer)


def test_where_none_can_be_the_page_says_so(as_alice, three):
    assert "Nothing to assign" in shown(look(as_alice, three, "assign", to="nobody"))
    assert "Assign 3 proposals to" in shown(look(as_alice, three, "assign", to="alice"))


def test_no_form_of_it_approves(as_alice, three):
    answer = send(as_alice, three, "approve", note="Yes.", to="alice")

    assert answer.status_code == 303
    assert {status_of(one) for one in three} == {Status.PENDING}


def test_who_may_not_review_gets_nowhere_and_it_is_recorded(
    browse, acme, bob, vera, charlie, three
):
    for person, status in ((bob, 403), (vera, 403), (charlie, 404), (None, 302)):
        client = browse(person) if person else browse()
        assert look(client, three, "reject").status_code == status
        assert send(client, three, "reject", note="No.").status_code == status
    assert {status_of(one) for one in three} == {Status.PENDING}
    assert ToolCall.objects.filter(tool="triage", outcome="FORBIDDEN").count() == 2
    page = browse(bob).get("/p/acme/proposals/?queue=others")
    assert 'name="chosen"' not in shown(page)


def test_a_closed_project_offers_none_of_it(as_alice, alice, acme, three):
    close_project(acme, actor=human(alice))

    page = shown(as_alice.get("/p/acme/proposals/?queue=others"))

    assert 'name="chosen"' not in page
    assert send(as_alice, three, "reject", note="No.").status_code in (403, 409)
    assert {status_of(one) for one in three} == {Status.PENDING}


def test_it_asks_as_much_for_many_as_for_two(as_alice, acme, alice, three):
    def asked(proposals):
        with CaptureQueriesContext(connection) as queries:
            assert look(as_alice, proposals, "assign", to="alice").status_code == 200
        return len(queries)

    asked(three[:2])
    few = asked(three[:2])
    more = [make_proposal(acme, target=make_memory(acme)) for _ in range(6)]

    assert asked(more) == few


def test_the_inbox_sends_what_was_chosen_without_script(as_alice, three):
    forms = Forms(as_alice.get("/p/acme/proposals/").content.decode()).forms

    [bulk] = [form for form in forms if form["action"] == TRIAGE]
    assert bulk["fields"]["queue"] == "mine"
    assert {"to", "all"} <= set(bulk["fields"])

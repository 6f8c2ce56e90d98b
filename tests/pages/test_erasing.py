"""Owners erase words from a form; afterwards every page says so and none shows them."""

import pytest

from memory.actors import human, page_agent
from memory.models import Memory
from memory.services.projects import change_policy, close_project
from proposals.changes import Asked
from proposals.models import Proposal
from proposals.services.propose import propose_batch
from proposals.services.turns import Queue
from proposals.states import Operation, Status
from tests.factories import make_memory, make_proposal
from tests.pages.seen import shown

WORD = "zanzibarquokka"


@pytest.fixture
def secret(acme):
    return make_memory(acme, f"The {WORD} rings at seven.", title=f"Of {WORD}", tags=[WORD])


def page_of(memory):
    return f"/p/acme/memories/{memory.label}/"


def erase(browser, page, typed, **more):
    return browser.post(f"{page}erase/", {"reason": "It named a customer.", "typed": typed, **more})


def test_the_form_says_what_goes_and_erases(as_alice, secret):
    form = shown(as_alice.get(f"{page_of(secret)}erase/"))
    answer = erase(as_alice, page_of(secret), "m-001")

    page = shown(as_alice.get(page_of(secret)))
    assert WORD in form
    assert (answer.status_code, answer["Location"]) == (303, page_of(secret))
    assert WORD not in page
    assert "Erased" in page
    assert "It named a customer." in page
    assert "by <bdi>alice</bdi>" in " ".join(page.split())


@pytest.mark.parametrize(
    "wrong", [{"typed": "M-002"}, {"typed": ""}, {"reason": " "}, {"reason": "x" * 4_001}]
)
def test_a_form_that_is_not_complete_erases_nothing_and_keeps_what_was_typed(
    as_alice, secret, wrong
):
    sent = {"reason": "My reason.", "typed": "M-001", **wrong}

    answer = as_alice.post(f"{page_of(secret)}erase/", sent)

    assert answer.status_code == 422
    assert sent["reason"].strip()[:10] in shown(answer)
    assert Memory.objects.get(pk=secret.pk).content


def test_the_password_is_asked_for_where_policy_asks(as_alice, alice, acme, secret):
    change_policy(acme, by=alice, confirm_with="password")

    refused = erase(as_alice, page_of(secret), "M-001", password="wrong")
    done = erase(as_alice, page_of(secret), "M-001", password="a long password")

    assert (refused.status_code, done.status_code) == (422, 303)
    assert "Type your password" in shown(refused)


def test_only_owners_come_in(browse, bob, dora, vera, charlie, secret):
    proposal = Proposal.objects.get()
    for page in (page_of(secret), f"/p/acme/proposals/{proposal.label}/"):
        for person, status in ((bob, 403), (dora, 403), (vera, 403), (charlie, 404), (None, 302)):
            assert browse(person).get(f"{page}erase/").status_code == status
            assert erase(browse(person), page, "M-001").status_code == status
        assert "erase/" not in shown(browse(dora).get(page))
    assert Memory.objects.get(pk=secret.pk).content


def test_every_page_that_named_it_is_silent(as_alice, acme, alice, secret):
    link = [{"type": "depends_on", "memory_id": str(secret.public_id)}]
    linked = make_memory(acme, "It needs the other.", links=link)
    citing = make_proposal(acme, evidence_ids=[str(secret.public_id)], links=link)
    newer = make_memory(acme, "Another clock.", supersedes=secret)
    waiting = make_proposal(acme, "A third clock.", target=newer)
    batch = propose_batch(
        acme,
        [
            Asked(operation=Operation.UPDATE, memory_id=str(newer.public_id), content=WORD),
            Asked(operation=Operation.CREATE, kind="fact", content="Quite another."),
        ],
        actor=page_agent(alice),
    ).proposal
    makers = [f"/p/acme/proposals/{one.label}/" for one in Proposal.objects.all()]
    pages = [
        *makers,
        *(page_of(one) for one in (secret, linked, newer)),
        *("/p/acme/", "/p/acme/activity/", "/p/acme/graph/", "/p/acme/graph.json"),
        *(f"/p/acme/proposals/?queue={queue}" for queue in Queue),
        f"/p/acme/memories/?q={WORD[:4]}&authority=all",
        "/p/acme/memories/?authority=all",
        f"{page_of(newer)}changes/",
        "/p/acme/activity/?since=2020-01-01",
        f"/admin/memory/memory/{secret.public_id}/change/",
        "/admin/memory/memory/",
        "/admin/memory/auditevent/",
    ]
    before = [page for page in pages if WORD in as_alice.get(page).content.decode()]

    erase(as_alice, page_of(secret), "M-001", all_versions="on")

    assert len(before) >= 10
    for page in pages:
        answer = as_alice.get(page)
        assert answer.status_code == 200, page
        assert WORD not in answer.content.decode(), page
    assert "not available" in shown(as_alice.get(page_of(linked)))
    assert "not available" in shown(as_alice.get(f"/p/acme/proposals/{citing.label}/"))
    for stale in (waiting, batch):
        page = shown(as_alice.get(f"/p/acme/proposals/{stale.label}/"))
        assert "erased" in page
        assert "Approve" not in page


def test_it_is_not_found_to_be_changed(as_alice, secret):
    before = as_alice.get("/p/acme/proposals/new/?operation=update&target=M-001")
    erase(as_alice, page_of(secret), "M-001")

    after = as_alice.get("/p/acme/proposals/new/?operation=update&target=M-001")

    assert (before.status_code, after.status_code) == (200, 404)


def test_an_older_version_names_no_erased_one_as_what_agents_are_told(as_alice, acme, secret):
    newer = make_memory(acme, "Another clock.", supersedes=secret)
    named = f'href="{page_of(newer)}">version 2'
    before = as_alice.get(page_of(secret)).content.decode()

    erase(as_alice, page_of(newer), newer.label)

    after = as_alice.get(page_of(secret))
    form = as_alice.get("/p/acme/proposals/new/?operation=update&target=M-001")
    assert named in before
    assert named not in after.content.decode()
    assert form.status_code == 404


def test_a_proposal_is_erased_from_its_own_page(as_alice, acme, bob):
    proposal = make_proposal(acme, f"Say {WORD}.", by=bob, reason=WORD, status=Status.REJECTED)
    page = f"/p/acme/proposals/{proposal.label}/"
    link = f'href="{page}erase/"'
    before = shown(as_alice.get(page))

    answer = erase(as_alice, page, proposal.label)

    after = shown(as_alice.get(page))
    assert link in before
    assert answer.status_code == 303
    assert WORD not in after
    assert "The words were erased" in after
    assert link not in after
    assert "erased its words" in after


def test_again_says_that_nothing_is_left(as_alice, secret):
    erase(as_alice, page_of(secret), "M-001")

    assert "Nothing is left here" in shown(as_alice.get(f"{page_of(secret)}erase/"))
    assert erase(as_alice, page_of(secret), "M-001").status_code == 303


def test_what_a_person_wrote_is_found_and_erased_also_after_they_left(as_alice, acme, bob):
    memory = make_memory(acme, f"By bob: {WORD}.", by=bob)
    bob.delete()
    people = shown(as_alice.get("/p/acme/people/"))
    person = memory.proposed_by["user_id"]

    form = shown(as_alice.get(f"/p/acme/people/{person}/erase/"))
    answer = erase(as_alice, f"/p/acme/people/{person}/", "bob")

    assert "bob" in people
    assert "not a member" in people
    assert "1 memory made" in " ".join(form.split())
    assert answer.status_code == 303
    assert Memory.objects.get(pk=memory.pk).content == ""
    assert "erased what bob wrote" in shown(as_alice.get("/p/acme/activity/"))


def test_somebody_who_wrote_nothing_here_is_not_found(as_alice, charlie, acme):
    assert as_alice.get(f"/p/acme/people/{charlie.pk}/erase/").status_code == 404


def test_a_closed_project_lets_its_owner_erase(as_alice, alice, acme, secret):
    close_project(acme, actor=human(alice))

    assert erase(as_alice, page_of(secret), "M-001").status_code == 303
    assert Memory.objects.get(pk=secret.pk).content == ""

"""What else a change of one memory reaches, told before anybody decides."""

import re

from memory.actors import human
from memory.models import ToolCall
from proposals.services.apply import apply
from proposals.services.review import approve
from proposals.states import Status
from tests.factories import make_memory, make_project, make_proposal, retire
from tests.pages.seen import shown
from tests.pages.sent import page_of


def touched(page):
    found = re.search(r'<section aria-labelledby="touched-h">.*?</section>', shown(page), re.S)
    return found[0] if found else ""


def link(memory, type="depends_on"):
    return [{"type": type, "memory_id": str(memory.public_id)}]


def test_what_is_linked_and_in_force_is_named_from_both_sides(read, acme, storage, bob):
    proposal = make_proposal(acme, "Use SQLite.", target=storage, by=bob)
    assert "edges-list" not in touched(read(proposal))

    make_memory(acme, "One command installs it.", title="Installation", links=link(storage))
    gone = make_memory(acme, "A server is set up.", title="Servers", links=link(storage))
    retire(gone)
    part = touched(read(proposal))

    assert re.search(r"needed by.*Installation.*One command installs it\.", part, re.S)
    assert "Servers" not in part


def test_rivals_are_named_until_one_wins(read, acme, storage, alice, bob):
    proposal = make_proposal(acme, "Use SQLite.", target=storage, by=bob)
    rival = make_proposal(acme, "Use PostgreSQL.", target=storage, by=bob)
    make_proposal(acme, "Use nothing.", target=storage, by=bob, status=Status.REJECTED)
    elsewhere = make_proposal(acme, "Bees fly.", by=bob)

    part = touched(read(proposal))
    assert part.count("overtakes") == 1
    assert rival.label in part
    assert elsewhere.label not in part

    approve(rival, by=alice, revision=1)
    apply(rival, actor=human(alice))
    assert touched(read(proposal)) == ""


def test_how_often_agents_were_told_it_is_counted_and_only_that(read, acme, alice, storage, bob):
    other = make_project("beacon", owner=alice)
    ref = str(storage.public_id)

    def call(project=acme, origin="page", outcome="ok", tool="recall_memory", ids=(ref,)):
        ToolCall.objects.create(
            project=project,
            tool=tool,
            origin=origin,
            outcome=outcome,
            ids=list(ids),
            actor={},
            milliseconds=1,
            at=storage.recorded_at,
        )

    proposal = make_proposal(acme, "Use SQLite.", target=storage, by=bob)
    call(origin="self_test")
    call(outcome="RATE_LIMITED")
    call(project=other)
    call(ids=["another"])
    call(tool="propose_memory_change")
    assert "No agent was told" in touched(read(proposal))

    call()
    call(origin="key", tool="get_project_brief", ids=["another", ref])

    assert "in 2 of their newest 500 reads" in touched(read(proposal))


def test_it_asks_as_much_whatever_is_linked(
    browse, alice, acme, storage, bob, django_assert_max_num_queries
):
    proposal = make_proposal(acme, "Use SQLite.", target=storage, by=bob)
    client = browse(alice)
    client.get(page_of(proposal))
    with django_assert_max_num_queries(200) as few:
        client.get(page_of(proposal))
    for n in range(8):
        make_memory(acme, f"Room {n} needs it.", links=link(storage))
        make_proposal(acme, f"Use {n} files.", target=storage, by=bob)

    with django_assert_max_num_queries(len(few) + 6):
        assert touched(client.get(page_of(proposal))).count("<li>") == 16


def test_a_new_memory_and_what_is_decided_touch_nothing(read, acme, storage, bob):
    assert touched(read(make_proposal(acme, "Bees fly.", by=bob))) == ""
    decided = make_proposal(acme, "Use SQLite.", target=storage, status=Status.REJECTED)
    assert touched(read(decided)) == ""


def test_what_was_said_of_an_earlier_version_says_so(read, acme, storage, bob):
    make_memory(acme, "Servers are too much.", title="Installation", links=link(storage))
    newest = make_memory(acme, "Use SQLite.", supersedes=storage, kind="decision")
    make_memory(acme, "Files are kept.", title="Files", links=link(newest))

    part = touched(read(make_proposal(acme, "Use two files.", target=newest, by=bob)))

    assert re.search(r"Servers are too much\.</span> <span[^>]*>said of version 1<", part)
    assert part.count("said of version") == 1

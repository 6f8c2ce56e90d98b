import json
from importlib import import_module

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from memory.authority import Authority, Instant
from memory.models import AuditEvent, Claim, Memory
from memory.roles import Role
from memory.services.projects import change_policy
from proposals.models import Conflict, Proposal
from proposals.services.erase_memory import erase_memory
from proposals.states import Status
from tests.factories import join, make_memory, make_project, make_proposal
from tests.proposals.peers import database, edge, node


@pytest.fixture
def bring(tmp_path, acme, capsys):
    """Import lines into acme as alice; what is said on standard output and error."""

    def run(*lines, by="alice", raw=None, slug="acme"):
        file = tmp_path / "file.jsonl"
        text = "\n".join(one if isinstance(one, str) else json.dumps(one) for one in lines)
        file.write_bytes(raw if raw is not None else text.encode())
        capsys.readouterr()
        call_command("import_memories", slug, str(file), "--as", by)
        return capsys.readouterr().out

    return run


def fact(content, **more):
    return {"kind": "fact", "content": content, **more}


def stand(project):
    now = Memory.objects.in_project(project).at(Instant.now())
    return {memory.content: memory.authority for memory in now}


def test_lines_become_memories_through_a_reviewed_batch(acme, bring):
    said = bring(fact("One.", title="T", tags=["a"]), fact("Two."))

    assert "Applied: 2 memories." in said
    assert stand(acme) == {"One.": Authority.AUTHORITATIVE, "Two.": Authority.AUTHORITATIVE}
    [proposal] = Proposal.objects.all()
    assert proposal.operation == "batch"
    assert proposal.status == "applied"
    [approval] = Memory.objects.get(content="One.").approved_by
    assert approval["name"] == "alice"
    types = list(AuditEvent.objects.order_by("seq").values_list("type", flat=True))
    assert types[-5:] == [
        "proposal.created",
        "proposal.approved",
        "memory.recorded",
        "memory.recorded",
        "proposal.applied",
    ]


def test_what_ended_never_is_true_again(acme, bring):
    bring(
        fact("New.", id="b", supersedes="a"),
        fact("Old.", id="a", valid_from="2026-01-01"),
        fact("Gone.", retired_at="2026-02-01T00:00:00Z", recorded_at="2026-01-01"),
        fact("Over.", valid_from="2025-01-01", valid_until="2025-06-01"),
        fact("Later.", valid_from="2999-01-01"),
    )

    assert stand(acme) == {
        "New.": Authority.AUTHORITATIVE,
        "Old.": Authority.SUPERSEDED,
        "Gone.": Authority.RETIRED,
        "Over.": Authority.EXPIRED,
        "Later.": Authority.SCHEDULED,
    }
    old, new = Memory.objects.get(content="Old."), Memory.objects.get(content="New.")
    assert (new.lineage, new.version, old.version) == (old.public_id, 2, 1)


def test_claims_are_kept_as_claims(acme, bring):
    forged = [{"name": "The Pope", "at": "2020-01-01T00:00:00Z"}]
    bring(fact("One.", recorded_at="2020-01-01", claimed_approval={"approved_by": forged}))

    memory = Memory.objects.get()
    assert memory.claim.said["claimed_approval"]["approved_by"] == forged
    assert [one["name"] for one in memory.approved_by] == ["alice"]
    assert memory.recorded_at.year >= 2026
    assert memory.valid_from.year == 2020


def test_links_and_edges_go_between_lines_of_the_file(acme, bring):
    bring(
        fact("One.", id="1", links=[{"type": "depends_on", "memory_id": "2"}]),
        fact("Two.", id="2", links=[{"type": "relates_to", "memory_id": "1"}]),
        {"type": "edge", "edge_type": "part_of", "source": "2", "target": "1"},
    )

    one, two = Memory.objects.get(content="One."), Memory.objects.get(content="Two.")
    assert one.links == [{"type": "depends_on", "memory_id": str(two.public_id)}]
    assert {link["type"] for link in two.links} == {"relates_to", "part_of"}


def test_an_unknown_kind_becomes_a_note_with_a_tag(acme, bring):
    bring(fact("One.", kind="entity"), fact("Two.", kind="Decision"))

    assert list(Memory.objects.order_by("number").values_list("kind", "tags")) == [
        ("note", ["entity"]),
        ("decision", []),
    ]


def test_again_is_no_second_effect(acme, bring):
    lines = [fact("One."), fact("One."), fact("Two.")]
    bring(*lines)
    before = AuditEvent.objects.count()

    assert "Here already, from an earlier run: 3." in bring(*lines)
    assert (Memory.objects.count(), AuditEvent.objects.count()) == (3, before)


def test_interrupted_between_batches_it_comes_to_the_same_end(acme, bring, monkeypatch):
    monkeypatch.setattr("memory.limits.BATCH", 2)
    lines = [
        fact(
            f"Line {n}.", id=str(n), links=[{"type": "relates_to", "memory_id": str(max(n - 1, 0))}]
        )
        for n in range(1, 7)
    ]
    lines[0]["links"] = []
    service = import_module("proposals.services.bring_in")

    decide, calls = service._Import._decide, []

    def dies(self, proposal):
        calls.append(proposal)
        if len(calls) == 2:
            raise KeyboardInterrupt
        return decide(self, proposal)

    monkeypatch.setattr(service._Import, "_decide", dies)
    with pytest.raises(KeyboardInterrupt):
        bring(*lines)
    assert Memory.objects.count() == 2

    monkeypatch.setattr(service._Import, "_decide", decide)
    assert "Applied: 4 memories." in bring(*lines)
    assert sorted(stand(acme)) == [f"Line {n}." for n in range(1, 7)]
    assert Memory.objects.get(content="Line 3.").links == [
        {"type": "relates_to", "memory_id": str(Memory.objects.get(content="Line 2.").public_id)}
    ]


def test_long_lines_go_in_smaller_batches(acme, bring, monkeypatch):
    monkeypatch.setattr("memory.limits.BATCH_BYTES", 1_000)

    bring(*(fact("long " * 120 + str(n)) for n in range(3)), fact("Short."))

    assert Proposal.objects.filter(status=Status.APPLIED).count() == 3


def test_what_a_batch_has_just_stored_is_not_read_again(acme, bring):
    with CaptureQueriesContext(connection) as asked:
        bring(fact("One."), fact("Two."))

    read = [one["sql"] for one in asked if one["sql"].startswith("SELECT")]
    assert [sql for sql in read if "proposals_revision" in sql] == []


def test_a_later_batch_is_compared_with_an_earlier_one(acme, bring, monkeypatch):
    monkeypatch.setattr("memory.limits.BATCH", 2)

    bring(
        fact("The nightly backup runs at two in the morning."),
        fact("Invoices are sent by post."),
        fact("The office plants are watered on Mondays."),
        fact("The nightly backup runs at four in the morning."),
    )

    [found] = Conflict.objects.all()
    assert "two" in found.older.content
    assert "four" in found.newer.content


@pytest.mark.parametrize("why", ["four eyes", "contributor", "password"])
def test_where_the_bringer_may_not_review_it_waits(acme, alice, bring, why):
    by = "bob" if why == "contributor" else "alice"
    if why == "four eyes":
        change_policy(acme, by=alice, four_eyes=True)
    if why == "password":
        change_policy(acme, by=alice, confirm_with="password")

    said = bring(fact("One."), by=by)

    [proposal] = Proposal.objects.all()
    assert proposal.status == "pending"
    assert not Memory.objects.exists()
    assert f"/p/acme/proposals/{proposal.label}/" in said
    assert f"/p/acme/proposals/{proposal.label}/" in bring(fact("One."), by=by)
    assert Proposal.objects.count() == 1


def test_a_viewer_brings_nothing(acme, charlie, bring):
    join(acme, charlie, Role.VIEWER)

    with pytest.raises(CommandError, match="contributor role"):
        bring(fact("One."), by="charlie")


def test_what_is_true_already_is_refused_by_its_line(acme, bring, capsys):
    make_memory(acme, "Known.")

    with pytest.raises(CommandError, match="1 of 2 lines"):
        bring(fact("New."), fact("  known"))
    assert "line 2: content: M-001 says this already" in capsys.readouterr().err
    assert Memory.objects.count() == 1


def test_a_rejected_value_stays_rejected(acme, bring, capsys):
    make_proposal(acme, "Never.", status=Status.REJECTED)

    with pytest.raises(CommandError):
        bring(fact("New."), fact("NEVER\u200b"), fact("Never!", retired_at="2020-01-01"))
    said = capsys.readouterr().err
    assert "line 2: content: rejected before, by owner" in said
    assert "Not so." in said
    assert "line 3" in said
    assert not Memory.objects.exists()
    assert Proposal.objects.count() == 1


def test_ids_of_a_file_never_touch_what_is_here(acme, bring, capsys):
    live = make_memory(acme, "Live.")

    with pytest.raises(CommandError):
        bring(
            fact("Evil.", supersedes=str(live.public_id)),
            fact("Evil link.", links=[{"type": "contradicts", "memory_id": "M-001"}]),
        )
    said = capsys.readouterr().err
    assert "line 1: supersedes: names no line of this file" in said
    assert "line 2: links: names no line of this file" in said
    bring(fact("Same id.", id=str(live.public_id)))
    assert stand(acme)["Live."] == Authority.AUTHORITATIVE


def test_the_same_file_in_another_project_has_other_ids(acme, alice, bring):
    make_project("second", owner=alice)
    bring(fact("One.", id="x"))
    bring(fact("One.", id="x"), slug="second")

    assert Memory.objects.values("public_id").distinct().count() == 2


def test_erasing_takes_the_claims_too_and_the_file_does_not_bring_them_back(acme, alice, bring):
    line = fact("Secret.", claimed_approval={"by": "Secretary"})
    bring(line)
    erase_memory(Memory.objects.get(), by=alice, reason="Asked for.")

    assert "Here already" in bring(line)
    assert not Claim.objects.exists()
    assert "Secret" not in json.dumps(Proposal.objects.get().current.changes)


def test_the_page_shows_what_the_file_claims_as_a_claim(acme, alice, bring, browse):
    evil = "</script><script>alert(1)</script>\u202e"
    bring(fact("One.", claimed_approval={"approved_by": [{"name": evil}]}))

    page = browse(alice).get("/p/acme/memories/M-001/").content.decode()
    assert "Claimed by the file it came from" in page
    assert "<script>alert" not in page
    assert "&lt;/script&gt;&lt;script&gt;alert" in page
    assert "U+202E" in page


def test_a_reviewer_sees_what_a_batch_brings_as_ended(acme, alice, bring, browse):
    bring(
        fact("Old.", id="a"),
        fact("New.", supersedes="a"),
        fact("Gone.", retired_at="2020-01-01"),
        by="bob",
    )

    page = browse(alice).get("/p/acme/proposals/P-0001/").content.decode()
    assert "taking the place of another of this batch" in page
    assert "recorded as retired" in page


def test_a_database_of_waggle_mcp_comes_in_with_its_history(acme, bring, tmp_path, capsys):
    nodes = [
        node("a", "Old words.", metadata={"superseded_by": "b"}),
        node("b", "New words.", agent_id="Robin"),
        node("c", "Lived for a day.", valid_to="2026-02-01T00:00:00+00:00"),
        node("d", "Elsewhere.", project="orchard"),
    ]
    path = database(tmp_path / "peer.db", nodes, [edge("b", "updates", "a")])
    call_command("import_memories", "acme", str(path), "--as", "alice")

    assert "garden 3, orchard 1" in capsys.readouterr().out
    assert stand(acme) == {
        "Old words.": Authority.SUPERSEDED,
        "New words.": Authority.AUTHORITATIVE,
        "Lived for a day.": Authority.EXPIRED,
        "Elsewhere.": Authority.AUTHORITATIVE,
    }
    new = Memory.objects.get(content="New words.")
    assert new.claim.said["claimed_approval"]["agent_id"] == "Robin"
    assert [one["name"] for one in new.approved_by] == ["alice"]
    call_command("import_memories", "acme", str(path), "--as", "alice")
    assert "Here already" in capsys.readouterr().out


def test_a_refusal_of_a_peer_s_file_names_its_record(acme, tmp_path, capsys):
    nodes = [node("a", "One."), node("a", "Two."), node("c", "Three.", valid_to="May")]
    path = database(tmp_path / "peer.db", nodes, [edge("a", "part_of", "nowhere")])
    with pytest.raises(CommandError, match="3 of 4 lines refused"):
        call_command("import_memories", "acme", str(path), "--as", "alice")

    said = capsys.readouterr().err
    assert "nodes row 2: id: nodes row 1 has it already" in said
    assert "nodes row 3" in said
    assert "edges row 1: target: names no line of this file" in said
    assert not Proposal.objects.exists()


def test_a_file_that_nothing_can_be_read_of_says_why(acme, tmp_path):
    path = tmp_path / "picture.png"
    path.write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR")

    with pytest.raises(CommandError, match="nothing that can be brought in"):
        call_command("import_memories", "acme", str(path), "--as", "alice")


def test_lines_that_supersede_each_other_in_a_circle_are_refused_by_line(acme, bring, capsys):
    with pytest.raises(CommandError):
        bring(
            fact("Fine.", id="x"),
            fact("One.", id="a", supersedes="b"),
            fact("Two.", id="b", supersedes="a"),
        )
    assert "line 2: supersedes: goes round in a circle" in capsys.readouterr().err
    assert not Proposal.objects.exists()


def test_what_seems_to_be_a_key_is_told_by_its_line_and_not_refused(acme, tmp_path, capsys):
    lines = [fact("Keys rotate weekly."), fact("Use AKIAIOSFODNN7EXAMPLE.")]
    path = tmp_path / "file.jsonl"
    path.write_text("\n".join(map(json.dumps, lines)))
    call_command("import_memories", "acme", str(path), "--as", "alice")

    said = capsys.readouterr().err
    assert "line 2: warning: this seems to hold an AWS access key" in said
    assert "line 1" not in said
    assert Memory.objects.count() == 2


def test_who_is_no_member_is_told_so(acme, charlie, tmp_path):
    file = tmp_path / "lines.jsonl"
    file.write_text('{"kind": "fact", "content": "Bees fly."}\n')

    with pytest.raises(CommandError, match="charlie is no member of acme"):
        call_command("import_memories", "acme", str(file), **{"person": "charlie"})

    assert not Memory.objects.exists()

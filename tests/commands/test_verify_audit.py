import json

import pytest
from django.core.management import CommandError, call_command

from memory.models import ProjectHead
from memory.services.drop import drop_demo
from tests.factories import make_memory, make_project, make_proposal
from tests.memory.tampering import run, unguarded


@pytest.fixture
def anchor(tmp_path, capsys):
    """Writes where the records end now, to be kept elsewhere."""

    def keep():
        capsys.readouterr()
        call_command("anchor")
        path = tmp_path / "anchor.json"
        path.write_text(capsys.readouterr().out)
        return path

    return keep


def test_an_intact_record_is_proven_to_its_end(acme, elsewhere, capsys):
    make_memory(acme)

    call_command("verify_audit")

    lines = capsys.readouterr().out.splitlines()
    heads = {row.project.slug: row for row in ProjectHead.objects.all()}
    assert lines == [
        f"{slug} {heads[slug].event_seq} {heads[slug].event_digest}"
        for slug in ("acme", "elsewhere")
    ]


def test_one_project_alone(acme, elsewhere, capsys):
    call_command("verify_audit", "ACME")

    assert capsys.readouterr().out.startswith("acme ")
    with pytest.raises(CommandError, match="no project nowhere"):
        call_command("verify_audit", "nowhere")


def test_an_anchor_names_every_end(acme, anchor):
    make_memory(acme)
    head = ProjectHead.objects.get()

    assert json.loads(anchor().read_text()) == {
        "heads": [{"project": "acme", "seq": head.event_seq, "digest": head.event_digest}],
        "signing_keys": [],
    }


def test_an_anchor_still_holds_when_the_record_went_on(acme, anchor, capsys):
    path = anchor()
    make_memory(acme)

    call_command("verify_audit", anchor=path)

    head = ProjectHead.objects.get()
    assert capsys.readouterr().out == f"acme {head.event_seq} {head.event_digest}\n"


@pytest.mark.parametrize(
    "change",
    [
        "DELETE FROM memory_auditevent WHERE seq > 3",
        "DELETE FROM memory_auditevent WHERE seq = 2",
        "DELETE FROM memory_auditevent",
        "UPDATE memory_auditevent SET type = 'project.closed' WHERE seq = 1",
    ],
)
def test_a_broken_record_names_its_first_broken_event(acme, change):
    make_memory(acme)
    with unguarded():
        run(change)

    with pytest.raises(CommandError, match=r"acme: event \d+ does not hold: ") as refusal:
        call_command("verify_audit")

    assert refusal.value.returncode == 1


def test_a_record_that_was_cut_and_mended_does_not_meet_its_anchor(acme, anchor):
    make_memory(acme)
    proposed = make_proposal(acme)
    path = anchor()
    end = ProjectHead.objects.get().event_seq
    with unguarded():
        run("DELETE FROM memory_auditevent WHERE object_id = %s", str(proposed.public_id))
    last = acme.events.order_by("-seq").first()
    ProjectHead.objects.update(event_seq=last.seq, event_digest=last.digest)

    call_command("verify_audit")
    with pytest.raises(CommandError, match=f"acme: event {end} does not hold: the anchor"):
        call_command("verify_audit", anchor=path)


def test_a_project_that_the_anchor_names_must_be_there(acme, anchor):
    path = anchor()
    path.write_text(path.read_text().replace("acme", "gone"))

    with pytest.raises(CommandError, match="gone: event 1 does not hold"):
        call_command("verify_audit", anchor=path)


def test_a_demo_that_expired_is_not_missed(acme, anchor, capsys):
    demo = make_project("demo", is_demo=True)
    path = anchor()
    drop_demo(demo)

    call_command("verify_audit", anchor=path)

    head = ProjectHead.objects.get()
    assert capsys.readouterr().out == f"acme {head.event_seq} {head.event_digest}\n"


@pytest.mark.parametrize("words", ["", "[]", '{"heads": [{"project": "acme"}]}', "nonsense"])
def test_a_file_that_is_no_anchor_is_refused(acme, tmp_path, words):
    path = tmp_path / "anchor.json"
    path.write_text(words)

    with pytest.raises(CommandError, match="is not what"):
        call_command("verify_audit", anchor=path)

"""What a file claims is read beside its words before anybody decides, and approves nothing."""

import io
import json

import pytest

from memory.models import Memory
from memory.services.projects import change_policy
from proposals.lines.door import lines_of
from proposals.models import Proposal
from proposals.services.bring_in import bring_in
from proposals.services.survey import survey
from tests.pages.seen import shown
from tests.pages.sent import decide

CLAIM = {"approved_by": [{"name": "the chairwoman\u202e"}]}


@pytest.fixture
def batch(acme, alice):
    """One line with claims and one without, waiting for another reviewer."""
    change_policy(acme, by=alice, four_eyes=True)
    lines = [
        {"kind": "fact", "content": "Ships are blue.", "claimed_approval": CLAIM},
        {"kind": "fact", "content": "Boats are red."},
    ]
    file = io.BytesIO("\n".join(map(json.dumps, lines)).encode())
    found = survey(acme, lines_of(file), refuse=lambda *_: None)
    list(bring_in(acme, found, by=alice, name="a file"))
    return Proposal.objects.get()


def test_a_pending_batch_shows_the_claims_of_each_line(read, batch, dora):
    page = shown(read(batch, by=dora))

    assert page.count("Claimed by the file it comes from") == 1
    assert "the chairwoman" in page
    assert "right-to-left override U+202E" in page
    assert not Memory.objects.exists()


def test_approved_and_applied_they_stand_on_the_memory_and_no_approval_came_of_them(
    browse, batch, dora
):
    decide(browse(dora), batch, "approve")
    decide(browse(dora), Proposal.objects.get(), "apply")

    memory = Memory.objects.get(content="Ships are blue.")
    assert [one["name"] for one in memory.approved_by] == ["dora"]
    assert "the chairwoman" in shown(browse(dora).get(f"/p/acme/memories/{memory.label}/"))

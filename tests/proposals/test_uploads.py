"""A file that an owner sent: brought in once, however often it is asked for, and kept no longer."""

import json

import pytest

from memory.actors import human
from memory.models import Memory
from memory.roles import Role
from memory.services.people import delete_user
from memory.services.projects import change_policy
from proposals.models import Proposal, Upload
from proposals.services.bring_upload import bring_upload
from proposals.services.uploads import keep
from proposals.spans import spans
from proposals.states import Status
from tests.factories import join, make_user
from tests.proposals.race import at_once, raced

LINES = [json.dumps({"kind": "fact", "content": f"Bee {n} flies."}) for n in range(30)]


def upload(project, by, lines=LINES):
    return keep(project, by=by, name="bees.jsonl", pieces=["\n".join(lines).encode()])


@pytest.mark.race
@raced()
def test_two_clicks_at_once_bring_it_in_once(team):
    first = upload(team.project, team.alice)
    second = Upload.objects.get(pk=first.pk)

    found = at_once(*(lambda one=one: bring_upload(one, by=team.alice) for one in (first, second)))

    assert [one.refusal for one in found] == [None, None]
    own = Proposal.objects.in_project(team.project)
    assert [one.status for one in own] == [Status.APPLIED]
    assert Memory.objects.in_project(team.project).count() == len(LINES)
    done = Upload.objects.get(pk=first.pk)
    assert done.is_done
    assert bytes(done.content) == b""
    assert done.outcome["applied"] + done.outcome["there"] == len(LINES)


def test_what_links_to_a_batch_that_waits_is_left_for_the_next_time(acme, alice):
    change_policy(acme, by=alice, confirm_with="password")
    linked = [
        json.dumps({"kind": "fact", "content": f"Bee {n}.", "id": str(n), "links": links})
        for n in range(1_100)
        for links in [[{"type": "part_of", "memory_id": "0"}] if n else []]
    ]
    first = upload(acme, alice, linked)
    bring_upload(first, by=alice)
    first.refresh_from_db()

    none = dict.fromkeys(("applied", "there", "entries", "entries_there"), 0)
    assert first.outcome == none | {"waiting": 1_000, "left": 100}
    assert Upload.objects.get().is_done


def test_a_person_who_goes_takes_what_they_sent_along(acme, alice):
    olga = join(acme, make_user(), Role.OWNER)
    upload(acme, olga)

    delete_user(olga, actor=human(alice))

    assert not Upload.objects.exists()


@pytest.mark.parametrize(
    ("places", "told"),
    [
        ([], ""),
        (["line 3"], "line 3"),
        (["line 3", "line 4"], "lines 3, 4"),
        (["line 3", "line 4", "line 5", "line 9"], "lines 3 to 5, 9"),
        (["line 9", "line 3", "line 3"], "lines 3, 9"),
        (["line 1000", "nodes row 2", "plans/a b.md"], "line 1,000; nodes row 2; plans/a b.md"),
    ],
)
def test_many_places_are_told_in_few_words(places, told):
    assert spans(places) == told

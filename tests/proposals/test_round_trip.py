"""Out, in, out: the same lineages, words, windows, links and authority, up to new ids."""

import io
import json
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memory.authority import Instant
from memory.kinds import ASKABLE_EDGES, Kind
from memory.models import Memory
from memory.services.export import lines
from memory.services.export_formats import FORMATS
from proposals.lines.door import lines_of
from proposals.services.bring_in import bring_in
from proposals.services.survey import survey
from tests.factories import make_project, owner_of

WORDS = st.text(
    st.characters(codec="utf-8", exclude_categories=["Cs", "Cc", "Cn"]), min_size=1, max_size=20
).filter(lambda text: any(char.isalnum() for char in text))
DAYS = st.integers(0, 25_000)
MOMENTS = DAYS.map(lambda days: datetime(1990, 1, 1, tzinfo=UTC) + timedelta(days=days))


@st.composite
def files(draw):
    found = []
    free = []
    for at in range(draw(st.integers(1, 8))):
        line = {"id": str(at), "kind": draw(st.sampled_from(Kind.values)), "content": draw(WORDS)}
        line["title"] = draw(st.one_of(st.just(""), WORDS))
        line["tags"] = draw(st.sampled_from([[], ["a"], ["b", "a"]]))
        begins = draw(MOMENTS)
        line["valid_from"] = begins.isoformat()
        if draw(st.booleans()):
            line["valid_until"] = (begins + timedelta(days=draw(st.integers(1, 9999)))).isoformat()
        if draw(st.integers(0, 3)) == 0:
            line["retired_at"] = "2020-01-01T00:00:00Z"
        if free and draw(st.booleans()):
            line["supersedes"] = free.pop(draw(st.integers(0, len(free) - 1)))
        free.append(str(at))
        ends = draw(st.lists(st.integers(0, 7), max_size=2, unique=True))
        line["links"] = [
            {"type": draw(st.sampled_from(ASKABLE_EDGES)).value, "memory_id": str(end)}
            for end in ends
            if end != at
        ]
        found.append(line)
    for line in found:
        line["links"] = [one for one in line["links"] if int(one["memory_id"]) < len(found)]
    return draw(st.permutations(found))


def brought(project, found):
    bring(project, "\n".join(json.dumps(one) for one in found).encode())


def bring(project, whole):
    file = io.BytesIO(whole)
    refused = []
    plan = survey(project, lines_of(file), refuse=lambda *one: refused.append(one))
    assert refused == []
    list(bring_in(project, plan, by=owner_of(project), name="a file"))


def told(project):
    """A project without its ids: each memory by where it stands in the export."""
    out = list(lines(project))
    place = {line["id"]: at for at, line in enumerate(out)}
    now = Memory.objects.in_project(project).at(Instant.now())
    authority = {str(memory.public_id): memory.authority for memory in now}
    return [
        {
            **{
                name: line.get(name)
                for name in ("kind", "title", "content", "tags", "valid_from", "valid_until")
            },
            "links": sorted(
                (one["type"], place[one["memory_id"]]) for one in line.get("links", [])
            ),
            "supersedes": place.get(line.get("supersedes")),
            "authority": authority[line["id"]],
        }
        for line in out
    ]


@pytest.mark.django_db
@settings(
    max_examples=15,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(files(), st.sampled_from(["jsonl", "abhi"]))
def test_out_and_in_and_out_is_the_same(found, form):
    first, second = make_project(), make_project()
    brought(first, found)
    bring(second, b"".join(FORMATS[form].write(first)))

    assert told(second) == told(first)
    assert len(told(first)) == len(found)

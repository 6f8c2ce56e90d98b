"""A project in which everything occurs that the Studio can show, always the same one: 40 memories,
proposals in every state, what is cited, and titles that would be markup if somebody let them.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import datetime, timedelta

from django.utils import timezone

from memory.actors import human
from memory.kinds import ASKABLE_EDGES, Kind
from memory.models import Memory, Project, User
from proposals.changes import Asked
from proposals.models import Proposal
from proposals.services.erase_memory import erase_memory
from proposals.services.propose import propose_batch
from proposals.states import Operation, Status
from tests.factories import make_entry, make_memory, make_project, make_proposal, retire

MEMORIES, DAYS = 40, 60
TAGS = ["hall", "Shed", "Öl"]
HOSTILE = [
    '</text></svg><script>alert("1")</script>',
    "<img src=x onerror=alert(2)> & ]]> <!-- &#x0;",
    "حديقة \u202e\u2066 gnol \U0001f41d \ufffc",
]


def grow(slug: str, alice: User) -> Project:
    project, dice = make_project(slug, owner=alice, name=slug.title()), random.Random(11)  # noqa: S311 - no secret
    entries = [make_entry(project, f"The frost came {n} times.") for n in range(5)]
    cited = [str(entry.public_id) for entry in entries]
    memories = list(planted(project, dice, cited[:3]))
    for memory in dice.sample(memories[:20], 3):
        if _is_last(memory):
            retire(memory)
    gone = next(memory for memory in memories[20:] if _is_last(memory) and memory.version > 1)
    for proposal in waiting(project, alice, memories, cited[3:]):
        assert proposal.pk
    erase_memory(gone, by=alice, reason="Somebody asked for it.")
    return project


def planted(project: Project, dice: random.Random, cited: list[str]) -> Iterator[Memory]:
    now, made = timezone.now(), list[Memory]()
    for n in range(MEMORIES):
        begins = _begins(now, dice)
        chosen = dice.sample(made, min(len(made), dice.choice([0, 1, 2])))
        links = [
            {"type": dice.choice(ASKABLE_EDGES), "memory_id": str(one.public_id)} for one in chosen
        ]
        last = [one for one in made if _is_last(one)]
        old = dice.choice(last) if last and dice.random() < 0.4 else None
        ends = begins + timedelta(days=dice.randrange(1, 50))
        memory = make_memory(
            project,
            f"Bed {n} grows beans, says row {n}.",
            title=HOSTILE[n] if n < len(HOSTILE) else f"Bed {n}",
            kind=dice.choice(Kind.values),
            tags=dice.sample(TAGS, dice.randrange(3)),
            links=links,
            supersedes=old,
            valid_from=begins,
            valid_until=ends if dice.random() < 0.3 else None,
            evidence_ids=[dice.choice(cited)] if dice.random() < 0.3 else [],
        )
        made.append(memory)
        yield memory


def _begins(now: datetime, dice: random.Random) -> datetime | None:
    return now + timedelta(days=dice.randrange(-DAYS, 15), microseconds=dice.randrange(10**9))


def _is_last(memory: Memory) -> bool:
    versions = Memory.objects.filter(lineage=memory.lineage).order_by("-version")
    return versions[0].pk == memory.pk and versions[0].retired_at is None


def waiting(
    project: Project, alice: User, memories: list[Memory], cited: list[str]
) -> list[Proposal]:
    """Of every operation in every state, about memories of their own where they are about any."""
    about = iter([one for one in memories if one.version == 1 and _is_last(one)])
    bees = [Asked(operation=Operation.CREATE, kind="fact", content=f"Bee {n}.") for n in range(3)]
    first = next(about)
    bees.append(Asked(operation=Operation.UPDATE, memory_id=str(first.public_id), content="Bees."))
    made = [propose_batch(project, bees, actor=human(alice), reason="Bees.").proposal]
    for status in Status:
        if status is not Status.STALE:
            made.append(make_proposal(project, f"New and {status}.", kind="goal", status=status))
        made.append(make_proposal(project, f"Then {status}.", target=next(about), status=status))
    last = {"target": next(about), "operation": Operation.RETIRE, "evidence_ids": cited}
    return [*made, make_proposal(project, **last)]  # type: ignore[arg-type] # as asked

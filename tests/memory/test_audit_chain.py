"""Whatever is done to the record afterwards, walking it shows where."""

from collections.abc import Callable
from typing import Any

import pytest

from memory.audit import Verdict, digest_of, verify
from memory.models import AuditEvent, Project, ProjectHead
from memory.models.project import GENESIS
from tests.factories import make_memory, make_project
from tests.memory.tampering import run, unguarded

EVENTS = "memory_auditevent"


@pytest.fixture
def chain(acme: Project) -> Project:
    """Ten events, beside those of another project."""
    make_memory(make_project("other"))
    make_memory(acme)
    make_memory(acme)
    assert head_of(acme)[0] == 10
    return acme


def head_of(project: Project) -> tuple[int, str]:
    head = ProjectHead.objects.get(project=project)
    return head.event_seq, head.event_digest


def cut(project: Project, *, after: int) -> None:
    run(f"DELETE FROM {EVENTS} WHERE project_id = %s AND seq > %s", project.pk, after)


def rewrite_head(project: Project) -> None:
    last = AuditEvent.objects.filter(project=project).order_by("-seq").first()
    ProjectHead.objects.filter(project=project).update(
        event_seq=last.seq if last else 0, event_digest=last.digest if last else GENESIS
    )


def rewrite_all(project: Project) -> None:
    """Every digest anew, so that the chain holds within itself."""
    previous = GENESIS
    for event in AuditEvent.objects.filter(project=project).order_by("seq"):
        event.previous = previous
        event.digest = previous = digest_of(event, project)
        event.save()
    rewrite_head(project)


def renumber(project: Project, was: int, seq: int) -> None:
    run(f"UPDATE {EVENTS} SET seq = %s WHERE project_id = %s AND seq = %s", seq, project.pk, was)


def swap(project: Project) -> None:
    renumber(project, 4, 999)
    renumber(project, 5, 4)
    renumber(project, 999, 5)


def delete_one(seq: int) -> Callable[[Project], Any]:
    return lambda project: run(
        f"DELETE FROM {EVENTS} WHERE project_id = %s AND seq = %s", project.pk, seq
    )


def close_the_gap(project: Project) -> None:
    delete_one(4)(project)
    for seq in range(5, 11):
        renumber(project, seq, seq - 1)
    rewrite_head(project)


def adopt(project: Project) -> None:
    """An event of another project in the place of one's own."""
    other = Project.objects.get(slug="other")
    delete_one(4)(project)
    where = "WHERE project_id = %s AND seq = 4"
    run(f"UPDATE {EVENTS} SET project_id = %s {where}", project.pk, other.pk)


TAMPERINGS: dict[str, tuple[Callable[[Project], Any], int]] = {
    "the first is deleted": (delete_one(1), 1),
    "a middle one is deleted": (delete_one(5), 5),
    "the last two are deleted": (lambda project: cut(project, after=8), 9),
    "all are deleted": (lambda project: cut(project, after=0), 1),
    "two are swapped": (swap, 4),
    "one is deleted and the gap closed": (close_the_gap, 4),
    "one is taken from another project": (adopt, 4),
}
EDITS: dict[str, Any] = {
    "type": "policy.changed",
    "at": "2020-01-01T00:00:00Z",
    "actor": {"kind": "human", "name": "mallory"},
    "object_type": "user",
    "object_id": "77",
    "details": {"proposal": "another"},
    "previous": "f" * 64,
    "digest": "f" * 64,
}


def test_an_untouched_chain_holds_to_its_head(chain: Project) -> None:
    assert verify(chain) == Verdict(*head_of(chain))
    assert verify(chain, anchor=head_of(chain)).broken_at is None


@pytest.mark.parametrize("name", TAMPERINGS)
def test_it_breaks_where(chain: Project, name: str) -> None:
    tamper, where = TAMPERINGS[name]

    with unguarded():
        tamper(chain)

    verdict = verify(chain)
    assert verdict.broken_at == where
    assert verdict.reason


@pytest.mark.parametrize("column", EDITS)
def test_it_breaks_where_anything_of_an_event_is_edited(chain: Project, column: str) -> None:
    with unguarded():
        AuditEvent.objects.filter(project=chain, seq=5).update(**{column: EDITS[column]})

    assert verify(chain).broken_at == 5


def test_a_head_that_was_rewritten_breaks_it(chain: Project) -> None:
    ProjectHead.objects.filter(project=chain).update(event_digest="f" * 64)

    assert verify(chain).broken_at == 11


def test_a_head_that_is_gone_breaks_it(chain: Project) -> None:
    ProjectHead.objects.filter(project=chain).delete()

    assert verify(chain).broken_at == 11


def test_a_tail_cut_together_with_its_head_is_missed_by_the_anchor_alone(chain: Project) -> None:
    anchor = head_of(chain)

    with unguarded():
        cut(chain, after=8)
        rewrite_head(chain)

    assert verify(chain).broken_at is None  # all that is left does hold
    assert verify(chain, anchor=anchor).broken_at == 9


def test_a_record_that_was_emptied_together_with_its_head_is_missed(chain: Project) -> None:
    with unguarded():
        cut(chain, after=0)
        rewrite_head(chain)

    assert verify(chain).broken_at == 1
    assert verify(chain, anchor=(10, "f" * 64)).broken_at == 1


def test_a_history_written_anew_is_not_the_one_of_the_anchor(chain: Project) -> None:
    anchor = head_of(chain)

    with unguarded():
        AuditEvent.objects.filter(project=chain, seq=3).update(actor={"kind": "human", "name": "m"})
        rewrite_all(chain)

    assert verify(chain).broken_at is None
    assert verify(chain, anchor=anchor).broken_at == 10


def test_an_older_anchor_still_holds_after_more_happened(chain: Project) -> None:
    anchor = head_of(chain)

    make_memory(chain)

    assert verify(chain, anchor=anchor) == Verdict(*head_of(chain))
    assert verify(chain, anchor=(0, GENESIS)).broken_at is None


def test_one_project_broken_leaves_another_whole(chain: Project) -> None:
    with unguarded():
        cut(chain, after=8)

    assert verify(Project.objects.get(slug="other")).broken_at is None

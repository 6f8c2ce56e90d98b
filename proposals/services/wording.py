"""Which of several wordings could be proposed at this moment."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from memory.ids import new_id
from memory.models import Memory
from memory.text import normal_form
from proposals.changes import Change, Words
from proposals.models import Proposal
from proposals.services.drafts import draft_of, same_as
from proposals.services.rejections import is_rejected
from proposals.states import Operation


def first_fresh(target: Memory, wordings: Iterable[str], *, own: Collection[str] = ()) -> str:
    """The first that is not what is true, not what a no is remembered of, and not what an open
    proposal says already, except the `own` ones.
    """
    return next(content for content in wordings if _is_fresh(target, content, own))


def _is_fresh(target: Memory, content: str, own: Collection[str]) -> bool:
    if normal_form(content) == normal_form(target.content):
        return False
    names = ("kind", "title", "tags", "links")
    kept = {name: getattr(target, name) for name in names}
    words = Words.model_validate({**kept, "content": content})
    change = Change.make(Operation.UPDATE, new_id(), words, target=target.public_id)
    draft = draft_of(target.project, change, target)
    key = same_as(target.project, [draft])
    same = Proposal.objects.in_project(target.project).open().filter(same_as=key)
    return not (same.exclude(public_id__in=own).exists() or is_rejected(target, draft))

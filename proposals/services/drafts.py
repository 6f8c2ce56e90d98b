"""From what was asked to exact changes: targets resolved, omitted words kept, nothing written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any
from uuid import UUID

from memory.access import get_memory
from memory.authority import Instant
from memory.canonical import keyed_digest
from memory.errors import InvalidInput, NoChange, NotAuthoritative, NotFound
from memory.head import Head
from memory.ids import new_id
from memory.models import Memory, Project
from memory.prepared import Given, Prepared, fitting_lists, given_list
from memory.services.lineage import authoritative_version, newest, state_of
from memory.services.recall import what_is_true
from memory.text import normal_form
from memory.values import value_of
from proposals.changes import NEVER, Asked, Change, Link, Words
from proposals.models import Proposal
from proposals.states import Operation

TEXT_FIELDS = ("kind", "title", "content", "tags", "links")


@dataclass(frozen=True, slots=True)
class Draft:
    """A change, the memory it is about, that memory's words now, and the value it would store."""

    change: Change
    target: Memory | None
    base: dict[str, Any] | None
    value: str

    @property
    def operation(self) -> Operation:
        return self.change.operation


def draft(
    head: Head,
    asked: Asked,
    *,
    memory_id: UUID | None = None,
    names: Mapping[str, UUID] | None = None,
) -> Draft:
    """`names` stand for memories that the same batch makes. Raises a Problem where it cannot be."""
    _refuse_misfits(head, asked)
    target = _target(head, asked) if asked.memory_id else None
    memory_id = memory_id or new_id()
    if target and asked.operation is Operation.RETIRE:
        memory_id, words = target.public_id, None
    else:
        words = _words(head, asked, target, names or {})
        if any(link.memory_id == str(memory_id) for link in words.links):
            raise InvalidInput({"links": "a memory does not link to itself"})
        _refuse_same(words, target, head.at)
    change = Change.make(
        asked.operation,
        memory_id,
        words,
        target=target.public_id if target else None,
        fingerprint=state_of(target) if target else "",
    )
    return draft_of(head.project, change, target)


def draft_of(project: Project, change: Change, target: Memory | None, *, value: str = "") -> Draft:
    """The same for a change that was made before. `value` where it is known already."""
    base = target.words if target else None
    return Draft(change, target, base, value or _value(project, change, target))


def _value(project: Project, change: Change, target: Memory | None) -> str:
    """What a no to this change is remembered by: its text, or where that stays, all the rest."""
    words = change.words
    if words is None:
        return keyed_digest([Operation.RETIRE], key=bytes(project.value_key))
    if target is None or words.content != target.content:
        return value_of(project, words.content)
    return keyed_digest(_visible(change)[2:], key=bytes(project.value_key))


def same_as(project: Project, drafts: Sequence[Draft]) -> str:
    """One key for proposals that a reviewer could not tell apart."""
    return keyed_digest([_visible(one.change) for one in drafts], key=bytes(project.value_key))


def _visible(change: Change) -> list[object]:
    words = change.words
    if words is None:
        return [change.operation, change.target]
    plain = words.plain()
    return [
        change.operation,
        change.target,
        words.kind,
        normal_form(words.title),
        normal_form(words.content),
        sorted(normal_form(tag) for tag in words.tags),
        plain["links"],
        words.valid_from,
        words.valid_until,
    ]


def refuse_known(head: Head, drafts: Sequence[Draft], *, imported_from: str = "") -> None:
    """Raises NoChange if a new memory would say what an authoritative one says already.

    Lines of one file may say the same as each other, as they did where they came from.
    """
    new = {
        (one.value, one.change.words.kind)
        for one in _to_be_true(head, drafts)
        if one.operation is Operation.CREATE and one.change.words
    }
    if not new:
        return
    # The values first and alone, or SQLite looks through all that is true for them.
    same = [
        pk
        for size, values in fitting_lists("value", [value for value, _ in new])
        for [pk] in _same(size).rows(project=head.project.pk, **values)
    ]
    if not same:
        return
    for memory in what_is_true(head.project, Instant(head.at, head.at)).filter(pk__in=same):
        if (memory.value, memory.kind) in new and not _came_with(memory, imported_from):
            raise NoChange(
                "An authoritative memory says this already. Propose a change to it instead.",
                memory_id=str(memory.public_id),
            )


def _came_with(memory: Memory, imported_from: str) -> bool:
    return bool(imported_from) and (
        Proposal.objects.in_project(memory.project)
        .filter(public_id=memory.proposal_id, imported_from=imported_from)
        .exists()
    )


def _to_be_true(head: Head, drafts: Sequence[Draft]) -> list[Draft]:
    """Without what a batch brings as ended already."""
    ended = {
        one.change.after
        for one in drafts
        if one.change.words and (one.change.words.valid_from or head.at) <= head.at
    }
    return [one for one in drafts if not one.change.retired and one.change.memory_id not in ended]


@cache
def _same(size: int) -> Prepared[Memory]:
    values = given_list("value", size)
    return Prepared(
        lambda: Memory.objects.filter(project=Given("project"), value__in=values).values_list("pk")
    )


def _refuse_misfits(head: Head, asked: Asked) -> None:
    wrong: dict[str, str] = {}
    has_words = asked.model_fields_set & {*TEXT_FIELDS, "valid_from", "valid_until"}
    if asked.operation is Operation.CREATE:
        if asked.memory_id is not None:
            wrong["memory_id"] = "is for a change or a retirement; a new memory has none yet"
        if asked.kind is None:
            wrong["kind"] = "say which kind of memory this is"
    elif asked.memory_id is None:
        wrong["memory_id"] = "say which memory, by its id or number"
    if asked.operation is Operation.RETIRE:
        wrong |= {
            name: "a retirement has no words of its own; leave it out"
            for name in has_words
            if getattr(asked, name) is not None
        }
    elif asked.content is None:
        wrong["content"] = "write the whole statement as it should read"
    if isinstance(asked.valid_until, datetime) and asked.valid_until <= _beginning(head, asked):
        wrong["valid_until"] = "must be later than the beginning, and later than now"
    if wrong:
        raise InvalidInput(wrong)


def _target(head: Head, asked: Asked) -> Memory:
    memory = get_memory(head.project, str(asked.memory_id))
    if memory.erased_at is not None:
        raise NotFound("The memory")
    ahead = newest(memory)
    if memory.retired_at is None and ahead.pk == memory.pk:
        return memory
    true = authoritative_version(memory, Instant(head.at, head.at))
    if true and true.pk == memory.pk:
        # A later version is recorded, yet this one is true: that one is scheduled, or was and is
        # retired. It can be retired; it can be changed where nothing is to come after it.
        if asked.operation is Operation.RETIRE or ahead.retired_at is not None:
            return memory
        true = ahead
    current = true or ahead
    if current.erased_at is not None:
        raise NotAuthoritative(
            "The words of its later version were erased. Propose a new memory instead.",
            authoritative_memory_id=None,
        )
    if current.retired_at is not None:
        raise NotAuthoritative(
            "This memory was retired; nothing replaced it.", authoritative_memory_id=None
        )
    raise NotAuthoritative(
        "A later version took its place. Read the one that is named and propose a change to that.",
        authoritative_memory_id=str(current.public_id),
    )


def _words(head: Head, asked: Asked, target: Memory | None, names: Mapping[str, UUID]) -> Words:
    own = asked.model_dump(include=set(TEXT_FIELDS), exclude_none=True)
    if asked.links is not None:
        own["links"] = _links(head.project, asked.links, names)
    kept = (
        {"kind": target.kind, "title": target.title, "tags": target.tags, "links": target.links}
        if target
        else {"title": "", "tags": [], "links": []}
    )
    return Words.model_validate(
        {
            **kept,
            **own,
            "valid_from": asked.valid_from,
            "valid_until": _end_of(head, asked, target),
        }
    )


def _beginning(head: Head, asked: Asked) -> datetime:
    return asked.valid_from or head.at


def _end_of(head: Head, asked: Asked, target: Memory | None) -> datetime | None:
    """As named; else the target's own, where the new words begin before it."""
    if asked.valid_until is not None:
        return None if asked.valid_until == NEVER else asked.valid_until
    kept = target.valid_until if target else None
    return kept if kept and kept > _beginning(head, asked) else None


def _links(project: Project, links: Sequence[Link], names: Mapping[str, UUID]) -> list[Link]:
    resolved = [
        Link(type=link.type, memory_id=str(names.get(link.memory_id) or _end(project, link)))
        for link in links
    ]
    if len(set(resolved)) < len(resolved):
        raise InvalidInput({"links": "names one twice"})
    return resolved


def _end(project: Project, link: Link) -> UUID:
    memory = get_memory(project, link.memory_id)
    if memory.erased_at is not None:
        raise NotFound("The memory that a link names")
    return memory.public_id


def _refuse_same(words: Words, target: Memory | None, at: datetime) -> None:
    if target is not None and says_the_same(words, target.words, at):
        raise NoChange(
            "These are exactly the memory's current words. There is nothing to change.",
            memory_id=str(target.public_id),
        )


def says_the_same(words: Words, base: Mapping[str, Any], at: datetime) -> bool:
    """Whether these are the words there are. A beginning counts only where the new words name one,
    the old words' end while it is ahead.
    """
    plain = words.plain()
    if words.valid_from is not None:
        return plain == base
    ends = base["valid_until"]
    counts = words.valid_until is not None or (ends is not None and ends > at)
    names = (*TEXT_FIELDS, "valid_until") if counts else TEXT_FIELDS
    return all(plain[name] == base[name] for name in names)


def window_has_ended(words: Words | None, at: datetime) -> bool:
    """Whether words approved earlier would now begin after their own end."""
    return bool(words and words.valid_until and words.valid_until <= (words.valid_from or at))

"""What a queue of proposals is narrowed to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Value
from django.db.models.fields.json import KeyTransform as Key

from memory.models import User
from memory.numbers import parse_number
from memory.services.narrowing import HasTag
from proposals.models import Revision
from proposals.models.proposal import ProposalQuerySet

ME, NOBODY = "me", "nobody"
AGENT, PERSON = "agent", "person"
SOURCES = {
    "page": Q(proposed_by__kind="agent", proposed_by__key_id__isnull=True),
    "key": Q(proposed_by__kind="agent", proposed_by__key_id__isnull=False),
    "hand": Q(proposed_by__kind="human", imported_from=""),
    "file": ~Q(imported_from=""),
}
_FIRST = ("changes__0__words", "base__0")
_TEXTS = [f"{part}__{name}__icontains" for part in _FIRST for name in ("title", "content")]


@dataclass(frozen=True, slots=True)
class Narrowing:
    """Of each sort any, of tags and words all; `after` is part of the span, `before` not."""

    words: Sequence[str] = ()
    statuses: Sequence[str] = ()
    kinds: Sequence[str] = ()
    operations: Sequence[str] = ()
    tags: Sequence[str] = ()
    authors: Sequence[str] = ()
    agents: Sequence[str] = ()
    proposers: Sequence[str] = ()
    sources: Sequence[str] = ()
    assignees: Sequence[str] = ()
    after: datetime | None = None
    before: datetime | None = None

    def of(self, rows: ProposalQuerySet, person: User) -> ProposalQuerySet:
        """`person` is who is meant by me."""
        for field, values in (
            ("status", self.statuses),
            ("kind", self.kinds),
            ("operation", self.operations),
        ):
            if values:
                rows = rows.filter(**{f"{field}__in": values})
        rows = rows.filter(
            _any(_by_author(one) for one in self.authors),
            _any(Q(proposed_by__kind="agent", proposed_by__name__iexact=a) for a in self.agents),
            _any(_by_sort(one) for one in self.proposers),
            _any(SOURCES[one] for one in self.sources),
            _any(_for(one, person) for one in self.assignees),
        )
        if self.after:
            rows = rows.filter(created_at__gte=self.after)
        if self.before:
            rows = rows.filter(created_at__lt=self.before)
        for tag in self.tags:
            tagged = HasTag(_tags(), Value(tag))
            rows = rows.filter(Exists(_in_force().filter(tagged)))
        for word in self.words:
            says = _any(Q(**{text: word}) for text in _TEXTS)
            rows = rows.filter(_numbered(word) | Exists(_in_force().filter(says)))
        return rows


def _any(conditions: Iterable[Q]) -> Q:
    """None: no condition."""
    found = Q()
    for one in conditions:
        found |= one
    return found


def _in_force() -> QuerySet[Revision]:
    return Revision.objects.filter(proposal=OuterRef("pk"), number=OuterRef("revision"))


def _tags() -> Key:
    return Key("tags", Key("words", Key(0, F("changes"))))


def _by_author(name: str) -> Q:
    return Q(proposed_by__name__iexact=name) | Q(proposed_by__on_behalf_of__iexact=name)


def _by_sort(sort: str) -> Q:
    return Q(proposed_by__kind="agent" if sort == AGENT else "human")


def _for(name: str, person: User) -> Q:
    if name == ME:
        return Q(assignment__assignee=person)
    if name == NOBODY:
        return Q(assignment=None)
    who = "assignment__assignee__"
    return Q(**{f"{who}username__iexact": name}) | Q(**{f"{who}display_name__iexact": name})


def _numbered(word: str) -> Q:
    """A proposal is found by its number as people see it."""
    number = parse_number(word[2:]) if word[:2].upper() == "P-" else None
    return Q(pk=None) if number is None else Q(number=number)

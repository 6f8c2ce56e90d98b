"""One view of the review inbox, as an address says it: a queue, a query, an order."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, cast

from django.http import QueryDict
from django.utils.http import urlencode

from memory import limits
from memory.access import Access
from memory.query_language import instead
from memory.roles import Role
from proposals.models.proposal import ProposalQuerySet
from proposals.query_language import Asked, parse
from proposals.services.inbox import Order
from proposals.services.turns import Queue, Turns

ORDERS = {"newest": "Newest first", "oldest": "Oldest first"}


@dataclass(frozen=True)
class Viewed:
    queue: Queue
    query: str = ""
    order: Order = "newest"

    @classmethod
    def of(cls, given: QueryDict, access: Access) -> Viewed:
        """Anything unknown is taken for nothing; who may not review looks at what others do."""
        mine = Queue.MINE if access.may(Role.REVIEWER) else Queue.OTHERS
        asked = given.get("queue", "")
        order = given.get("order", "")
        return cls(
            Queue(asked) if asked in Queue.values else mine,
            given.get("q", "").replace("\x00", "")[: limits.QUERY].strip(),
            cast(Order, order) if order in ORDERS else "newest",
        )

    @cached_property
    def said(self) -> Asked:
        return parse(self.query)

    def rows(self, turns: Turns) -> ProposalQuerySet:
        return self.said.narrowing.of(turns.rows(self.queue), turns.access.user)

    @property
    def fields(self) -> dict[str, str]:
        """What a form sends along to come back to it."""
        order = "" if self.order == "newest" else self.order
        named = {"queue": str(self.queue), "q": self.query, "order": order}
        return {name: value for name, value in named.items() if value}

    def address(self, **more: Any) -> str:
        return f"?{urlencode(self.fields | more)}"

    def narrowed(self, name: str, value: str = "") -> Viewed:
        """The same with this filter in place of those of its name."""
        return replace(self, query=instead(self.query, name, value))

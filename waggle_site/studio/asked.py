"""What the Studio is asked to show: all of it stands in the address, so that it can be sent on."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from django.http import QueryDict

from memory import limits
from memory.authority import Authority
from memory.kinds import EdgeType, Kind
from memory.numbers import parse_number


@dataclass(frozen=True, slots=True)
class Asked:
    """Of kinds, authorities and edge types: none chosen is the same as all."""

    kinds: list[str]
    authorities: list[str]
    edges: list[str]
    tag: str
    query: str
    lineage: str
    """A memory's id or number: only its lineage and what is linked to it."""
    node: str
    """What is selected: M-031, P-0141 or an id."""
    view: str
    before: int | None
    """Memories of lower numbers alone, and no proposals."""
    proposals_before: int | None
    """Proposals of lower numbers alone, and no memories."""

    @classmethod
    def of(cls, given: QueryDict) -> Asked:
        def text(name: str, length: int) -> str:
            return given.get(name, "").replace("\x00", "").strip()[:length]

        return cls(
            kinds=_chosen(given, "kind", Kind.values),
            authorities=_chosen(given, "authority", Authority.values),
            edges=_chosen(given, "edge", EdgeType.values),
            tag=text("tag", limits.TAG),
            query=text("q", limits.QUERY),
            lineage=text("lineage", 40),
            node=text("node", 40),
            view="list" if given.get("view") == "list" else "picture",
            before=parse_number(given.get("before", "")),
            proposals_before=parse_number(given.get("proposals_before", "")),
            select=_select(given),
        )

    select: str
    """The start of an address that selects what is written after it, and changes nothing else."""

    @property
    def is_narrowed(self) -> bool:
        return bool(self.kinds or self.authorities or self.tag or self.query or self.lineage)


def _chosen(given: QueryDict, name: str, known: Collection[str]) -> list[str]:
    asked = set(given.getlist(name))
    chosen = [one for one in known if one in asked]
    return [] if len(chosen) == len(known) else chosen


def _select(given: QueryDict) -> str:
    rest = given.copy()
    rest.pop("node", None)
    return f"?{rest.urlencode()}&node=" if rest else "?node="

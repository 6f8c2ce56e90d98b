"""Who cites an entry is known to the apps that stand on this one: each adds what it knows."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from companion.models import Entry


@dataclass(frozen=True, slots=True)
class Citing:
    """A page that cites an entry, whole or by so many of its facts."""

    page: str
    label: str
    heading: str
    state: str
    facts: int = 0
    led_to: tuple[str, str] | None = None
    """The page and label of what came of it."""


@dataclass(frozen=True, slots=True)
class CitedBy:
    shown: list[Citing]
    total: int

    @property
    def further(self) -> int:
        return self.total - len(self.shown)


CITERS: list[Callable[[Entry], CitedBy]] = []


def cited_by(entry: Entry) -> CitedBy:
    found = [tell(entry) for tell in CITERS]
    return CitedBy(_joined(one.shown for one in found), sum(one.total for one in found))


def _joined(parts: Iterable[list[Citing]]) -> list[Citing]:
    return [one for part in parts for one in part]

"""Many places of a file in few words: `lines 3, 5 to 9; nodes row 2`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

_NUMBERED = re.compile(r"(.+) ([0-9]+)")


def spans(places: Iterable[str]) -> str:
    numbered: dict[str, list[int]] = {}
    for place in places:
        found = _NUMBERED.fullmatch(place)
        if found:
            numbered.setdefault(found[1], []).append(int(found[2]))
        else:
            numbered.setdefault(place, [])
    return "; ".join(_told(name, numbers) for name, numbers in numbered.items())


def _told(name: str, numbers: list[int]) -> str:
    if not numbers:
        return name
    plural = "s" if len(set(numbers)) > 1 else ""
    return f"{name}{plural} {', '.join(_ranges(sorted(set(numbers))))}"


def _ranges(numbers: list[int]) -> Iterator[str]:
    start = last = numbers[0]
    for number in [*numbers[1:], numbers[-1] + 2]:
        if number == last + 1:
            last = number
            continue
        if last - start > 1:
            yield f"{start:,} to {last:,}"
        else:
            yield from (f"{one:,}" for one in sorted({start, last}))
        start = last = number

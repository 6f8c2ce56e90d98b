"""Which lines go into one batch: a lineage whole, and whatever links in a circle whole."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from memory import limits

NONE = -1


class TooLarge(Exception):
    """Lines that only make sense together do not fit one batch. `at` is one of their positions."""

    def __init__(self, at: int) -> None:
        super().__init__(at)
        self.at = at


def batches(
    after: Sequence[int],
    links: Mapping[int, Sequence[int]],
    size_of: Callable[[int], int] = lambda at: 0,
) -> list[list[int]]:
    """Positions, each batch needing none but those before it. `after[i]` is what i supersedes."""
    roots = _roots(after)
    found: list[list[int]] = [[]]
    held = 0
    for group in _in_order(_lineages(roots), _between(roots, links)):
        if len(group) > limits.BATCH:
            raise TooLarge(min(group))
        size = sum(map(size_of, group))
        if len(found[-1]) + len(group) > limits.BATCH or held + size > limits.BATCH_BYTES:
            found.append([])
            held = 0
        found[-1] += group
        held += size
    return [list(_older_first(sorted(batch), after)) for batch in found if batch]


def _roots(after: Sequence[int]) -> list[int]:
    roots = [NONE] * len(after)
    for start in range(len(after)):
        path, at = [], start
        while roots[at] == NONE and after[at] != NONE:
            path.append(at)
            at = after[at]
        root = at if roots[at] == NONE else roots[at]
        roots[at] = root
        for one in path:
            roots[one] = root
    return roots


def _lineages(roots: Sequence[int]) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for at, root in enumerate(roots):
        found.setdefault(root, []).append(at)
    return found


def _between(roots: Sequence[int], links: Mapping[int, Sequence[int]]) -> dict[int, list[int]]:
    needs: dict[int, set[int]] = {}
    for at, ends in links.items():
        others = {roots[end] for end in ends} - {roots[at]}
        if others:
            needs.setdefault(roots[at], set()).update(others)
    return {root: sorted(others) for root, others in needs.items()}


def _in_order(
    lineages: Mapping[int, list[int]], needs: Mapping[int, Sequence[int]]
) -> Iterator[list[int]]:
    """Tarjan's components, without recursion: each after all that it links to."""
    index: dict[int, int] = {}
    low: dict[int, int] = {}
    stack: list[int] = []
    on_stack: set[int] = set()
    for start in lineages:
        if start in index:
            continue
        work = [(start, iter(needs.get(start, ())))]
        index[start] = low[start] = len(index)
        stack.append(start)
        on_stack.add(start)
        while work:
            at, ahead = work[-1]
            for end in ahead:
                if end not in index:
                    index[end] = low[end] = len(index)
                    stack.append(end)
                    on_stack.add(end)
                    work.append((end, iter(needs.get(end, ()))))
                    break
                if end in on_stack:
                    low[at] = min(low[at], index[end])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[at])
                if low[at] == index[at]:
                    group = stack[stack.index(at) :] if stack[-1] != at else [at]
                    del stack[-len(group) :]
                    on_stack.difference_update(group)
                    yield [position for root in group for position in lineages[root]]


def _older_first(positions: Sequence[int], after: Sequence[int]) -> Iterator[int]:
    done: set[int] = set()
    for start in positions:
        path, at = [], start
        while at != NONE and at not in done:
            path.append(at)
            done.add(at)
            at = after[at]
        yield from reversed(path)

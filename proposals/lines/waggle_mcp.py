"""The nodes and edges of waggle-mcp, in whichever of its files they stand.

A node is a line. What replaced it there replaces it here; what had ended there arrives as ended.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any, NamedTuple

from memory import limits
from memory.kinds import ASKABLE_EDGES, EdgeType
from memory.text import is_blank
from memory.times import parse_instant
from proposals.lines.fields import claims, fitting_tags, fitting_title, plain_name
from proposals.lines.own import own_line
from proposals.lines.told import Refused, Told, Unreadable, Wish

LONG_AGO = "1970-01-01T00:00:00Z"
"""Where something ended before it was recorded and no beginning is known."""

CLAIMED = (
    "project",
    "tenant_id",
    "agent_id",
    "session_id",
    "aliases",
    "source_prompt",
    "evidence_records",
    "metadata",
    "valid_from",
    "valid_to",
    "updated_at",
)
USUAL = {"tenant_id": "local-default"}


class Row(NamedTuple):
    """A node or an edge, or why it is none. `metadata`, `tags` and such are parsed."""

    where: str
    fields: Mapping[str, Any] | Refused


Rows = Callable[[], Iterable[Row]]


class _Edge(NamedTuple):
    where: str
    kind: str
    source: str
    target: str
    at: str


def lines_of_graph(nodes: Rows, edges: Rows, wish: Wish) -> Iterator[Told]:
    """Raises Unreadable where the project that is wished for is not there."""
    yield from _Graph(nodes, edges, wish).lines()


class _Graph:
    def __init__(self, nodes: Rows, edges: Rows, wish: Wish) -> None:
        self.nodes, self.only, self.now = nodes, wish.only, wish.now
        self.projects = wish.projects
        self.ids: set[str] = set()
        self.ended: dict[str, tuple[str, str]] = {}
        self.refused: list[Row] = []
        self._look_at_nodes()
        self.edges = list(self._edges(edges))
        self.before: dict[str, str] = {}
        """By the newer of two, the one that it took the place of."""
        self._find_successors()
        self.named: dict[str, list[dict[str, str]]] = {}
        """Links of a kind that is none of ours, by where they start."""

    def _look_at_nodes(self) -> None:
        for _, node in self.nodes():
            if isinstance(node, Refused):
                continue
            self.projects[str(node.get("project") or "")] += 1
            if not self._is_wanted(node):
                continue
            key, meta = str(node.get("id")), node.get("metadata")
            self.ids.add(key)
            if isinstance(meta, dict) and (meta.get("superseded_by") or meta.get("superseded_at")):
                self.ended[key] = (
                    str(meta.get("superseded_by") or ""),
                    str(meta.get("superseded_at") or ""),
                )

        if self.only and self.only not in self.projects:
            known = ", ".join(sorted(one for one in self.projects if one)) or "none by name"
            raise Unreadable(f"holds no project of that name; it holds {known}")

    def _is_wanted(self, node: Mapping[str, Any]) -> bool:
        return not self.only or node.get("project") == self.only

    def _edges(self, rows: Rows) -> Iterator[_Edge]:
        for where, edge in rows():
            if isinstance(edge, Refused):
                self.refused.append(Row(where, edge))
                continue
            kind, start, end = (edge.get(one) for one in ("relationship", "source_id", "target_id"))
            if not (isinstance(kind, str) and isinstance(start, str) and isinstance(end, str)):
                self.refused.append(Row(where, Refused("names no relationship, source and target")))
                continue
            found = _Edge(where, kind, start, end, str(edge.get("created_at") or ""))
            if not self.only or {found.source, found.target} <= self.ids:
                yield found

    def _find_successors(self) -> None:
        after: dict[str, str] = {}

        def follows(new: str, old: str) -> bool:
            if new in self.before or old in after or not {new, old} <= self.ids:
                return self.before.get(new) == old
            self.before[new], after[old] = old, new
            return True

        for edge in self.edges:
            if _kind(edge) == EdgeType.UPDATES and not follows(edge.source, edge.target):
                self.ended.setdefault(edge.target, (edge.source, edge.at))
        for old, (new, _) in self.ended.items():
            if old not in after:
                follows(new, old)
        self.retired = self.ended.keys() - after.keys()

    def lines(self) -> Iterator[Told]:
        links = list(self._links())
        number = 0
        for where, node in self.nodes():
            if isinstance(node, Refused) or self._is_wanted(node):
                number += 1
                yield Told(number, where, node if isinstance(node, Refused) else self._line(node))
        for where, line in [*self.refused, *links]:
            number += 1
            yield Told(number, where, line)

    def _links(self) -> Iterator[Row]:
        for edge in self.edges:
            kind = _kind(edge)
            if self.before.get(edge.source) == edge.target and kind == EdgeType.UPDATES:
                continue
            if kind not in ASKABLE_EDGES:
                said = {"relationship": edge.kind, "target": edge.target}
                self.named.setdefault(edge.source, []).append(said)
                kind = EdgeType.RELATES_TO
            fields = {"type": "edge", "edge_type": str(kind)}
            yield Row(edge.where, fields | {"source": edge.source, "target": edge.target})

    def _line(self, node: Mapping[str, Any]) -> dict[str, Any]:
        before = self.before.get(str(node.get("id")))
        return own_line(node, supersedes=before) or self._foreign(node)

    def _foreign(self, node: Mapping[str, Any]) -> dict[str, Any]:
        key, content = str(node.get("id")), str(node.get("content") or "")
        label = str(node.get("label") or "")
        if is_blank(content):
            content = label
        kind = str(node.get("node_type") or "note")
        tags = node.get("tags")
        tags = tags if isinstance(tags, list) else []
        # Which of several it is of, or they could not be told apart here.
        project = [str(node.get("project"))] if len(self.projects) > 1 and not self.only else []
        fit = fitting_tags([*tags, *project], room=limits.TAGS - 1)
        said = {name: node.get(name) for name in CLAIMED if node.get(name) != USUAL.get(name)}
        said |= {
            "created_at": node.get("created_at"),
            "label": label if fitting_title(label) != label else "",
            "tags": [tag for tag in tags if tag not in fit],
            "links": self.named.get(key),
        }
        line = {
            "id": key,
            "kind": kind,
            "title": "" if label == content else fitting_title(label),
            "content": content,
            "tags": fit,
            "supersedes": self.before.get(key),
            "claimed_approval": {"source": "waggle-mcp", **claims(said)},
        }
        return line | self._times(key, node)

    def _times(self, key: str, node: Mapping[str, Any]) -> dict[str, Any]:
        begins, ends = _instant(node.get("valid_from")), _instant(node.get("valid_to"))
        recorded = self._past(node.get("created_at"))
        if ends and begins is None and _is_later(recorded or LONG_AGO, ends):
            begins = LONG_AGO
        times = {"valid_from": begins, "valid_until": ends, "recorded_at": recorded}
        if key in self.retired:
            told = (self.ended[key][1], node.get("updated_at"), node.get("created_at"), LONG_AGO)
            times["retired_at"] = next(at for one in told if (at := self._past(one)))
        return times

    def _past(self, value: Any) -> str | None:
        """A time that has come; another machine's clock may be ahead of ours."""
        at = _instant(value)
        try:
            return at if at and parse_instant(at) <= self.now else None
        except ValueError:
            return None


def _kind(edge: _Edge) -> str:
    return plain_name(edge.kind)


def _instant(value: Any) -> str | None:
    """As it is written there: in UTC where it names no zone."""
    if not isinstance(value, str) or not value:
        return None
    try:
        if datetime.fromisoformat(value).tzinfo is None and len(value) > len("2026-01-01"):
            return f"{value}Z"
    except ValueError:
        pass
    return value


def _is_later(one: str, other: str) -> bool:
    try:
        return parse_instant(one) >= parse_instant(other)
    except ValueError:
        return False

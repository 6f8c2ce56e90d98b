"""What is typed into the search of the review inbox: the language of the memory list's search,
with the filters that proposals have.

kind:decision agent:planner age:>2d assignee:me source:key status:rejected tag:storage
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import timedelta

from django.utils import timezone

from memory.looking_back import read_instant
from memory.query_language import COMMON, Query, Readers, one_of, read, some
from memory.spoken import to_the_digit
from proposals.services.narrowing import AGENT, ME, NOBODY, PERSON, Narrowing
from proposals.states import Operation, Status

PROPOSERS = {AGENT: "proposed by an agent", PERSON: "proposed by a person"}
FROM = {
    "page": "through the page",
    "key": "with an agent key",
    "hand": "by hand",
    "file": "from a file",
}
_AGE = re.compile(r"([<>])(\d{1,4})(m|h|d|w)")
_UNITS = {"m": ("minute", 60), "h": ("hour", 3_600), "d": ("day", 86_400), "w": ("week", 604_800)}


@dataclass
class Asked(Query):
    statuses: list[str] = field(default_factory=list)
    operations: list[str] = field(default_factory=list)
    agents: list[str] = field(default_factory=list)
    proposers: list[str] = field(default_factory=list)
    sources: list[str] = field(default_factory=list)
    assignees: list[str] = field(default_factory=list)

    @property
    def narrowing(self) -> Narrowing:
        return Narrowing(
            words=self.words.replace('"', "").split(),
            statuses=self.statuses,
            kinds=self.kinds,
            operations=self.operations,
            tags=self.tags,
            authors=self.authors,
            agents=self.agents,
            proposers=self.proposers,
            sources=self.sources,
            assignees=self.assignees,
            after=self.after,
            before=self.before,
        )


def parse(query: str) -> Asked:
    return read(query, Asked(), _READERS)


def _status(asked: Asked, value: str) -> str:
    return Status(one_of(Status.values, value, asked.statuses)).label


def _operation(asked: Asked, value: str) -> str:
    return Operation(one_of(Operation.values, value, asked.operations)).label


def _agent(asked: Asked, value: str) -> str:
    asked.agents.append(some(value))
    return f"the agent {value}"


def _proposer(asked: Asked, value: str) -> str:
    return PROPOSERS[one_of(PROPOSERS, value, asked.proposers)]


def _source(asked: Asked, value: str) -> str:
    return f"proposed {FROM[one_of(FROM, value, asked.sources)]}"


def _assignee(asked: Asked, value: str) -> str:
    asked.assignees.append(value.lower() if value.lower() in (ME, NOBODY) else some(value))
    return f"assigned to {asked.assignees[-1]}"


def _age(asked: Asked, value: str) -> str:
    found = _AGE.fullmatch(value.lower())
    if found is None:
        raise ValueError("write for example >2d or <12h, with m, h, d or w")
    name, seconds = _UNITS[found[3]]
    then = timezone.now() - timedelta(seconds=seconds * int(found[2]))
    asked.before, asked.after = (then, asked.after) if found[1] == ">" else (asked.before, then)
    many = "" if int(found[2]) == 1 else "s"
    return f"{'older' if found[1] == '>' else 'younger'} than {int(found[2])} {name}{many}"


def _after(asked: Asked, value: str) -> str:
    asked.after = read_instant(value)
    return f"proposed on {to_the_digit(asked.after)} or later"


def _before(asked: Asked, value: str) -> str:
    asked.before = read_instant(value)
    return f"proposed before {to_the_digit(asked.before)}"


_READERS: Readers[Asked] = {
    **COMMON,
    "operation": _operation,
    "agent": _agent,
    "proposer": _proposer,
    "source": _source,
    "assignee": _assignee,
    "age": _age,
    "after": _after,
    "before": _before,
    "status": _status,
}

from dataclasses import dataclass
from enum import StrEnum


class Level(StrEnum):
    OK = "ok"
    WARNING = "warning"
    PROBLEM = "problem"


@dataclass(frozen=True, slots=True)
class Finding:
    level: Level
    about: str
    says: str
    """What is so, and where it should not be, what to do."""


def ok(about: str, says: str) -> Finding:
    return Finding(Level.OK, about, says)


def warning(about: str, says: str) -> Finding:
    return Finding(Level.WARNING, about, says)


def problem(about: str, says: str) -> Finding:
    return Finding(Level.PROBLEM, about, says)

"""From a builder's JSON to its stages, or to the codes that say why not."""

import json
from collections.abc import Hashable
from typing import Any, NoReturn, TypeVar

from pydantic import ValidationError

from companion.meaning.codes import Code
from companion.meaning.results import Problem, Refused
from companion.metamodel import Shape, StageA, StageB

LONGEST = 20_000_000
_FIELDS = {
    ("id", "string_pattern_mismatch"): Code.LOCAL_ID_INVALID,
    ("from_node", "string_pattern_mismatch"): Code.LOCAL_ID_INVALID,
    ("to_node", "string_pattern_mismatch"): Code.LOCAL_ID_INVALID,
    ("candidate_id", "string_pattern_mismatch"): Code.LOCAL_ID_INVALID,
    ("type", "enum"): Code.NODE_TYPE_INVALID,
    ("provenance", "enum"): Code.PROVENANCE_INVALID,
    ("polarity", "enum"): Code.QUALIFIER_INVALID,
    ("modality", "enum"): Code.QUALIFIER_INVALID,
    ("status", "enum"): Code.STATUS_INVALID,
}
_Stage = TypeVar("_Stage", bound=Shape)


def read_stage_a(text: str) -> StageA | Refused:
    return _read(StageA, text)


def read_stage_b(text: str) -> StageB | Refused:
    return _read(StageB, text)


def strict_json(text: str) -> Any:
    """JSON without doubled keys, NaN or U+0000, which no database here could store.

    Raises ValueError, also for what is nested too deep to be read.
    """
    if len(text) > LONGEST:
        raise ValueError("too long")
    try:
        return json.loads(text, object_pairs_hook=_object, parse_constant=_no_constant)
    except RecursionError:
        raise ValueError("nested too deep") from None


def _read(shape: type[_Stage], text: str) -> _Stage | Refused:
    try:
        return shape.model_validate(strict_json(text))
    except ValidationError as problem:
        return Refused(tuple(dict.fromkeys(map(_problem, problem.errors(include_url=False)))))
    except ValueError:
        return Refused((Problem(Code.SCHEMA_INVALID),))


def _problem(error: Any) -> Problem:
    place = error["loc"]
    field: Hashable = place[-1] if place else ""
    code = _FIELDS.get((str(field), error["type"]), Code.SCHEMA_INVALID)
    return Problem(code, ".".join(map(str, place))[:200])


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key appears twice")
    if any("\0" in text for value in found.values() for text in _texts(value)):
        raise ValueError("holds U+0000")
    return found


def _texts(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value]
    return [each for each in value if isinstance(each, str)] if isinstance(value, list) else []


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")

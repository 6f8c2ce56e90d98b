"""Data that fits where only so many levels may stand."""

import json
from typing import Any


def flattened(value: Any, levels: int) -> Any:
    """What is nested deeper than `levels` becomes its JSON, as text."""
    if isinstance(value, dict | list) and levels == 0:
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, dict):
        return {name: flattened(one, levels - 1) for name, one in value.items()}
    if isinstance(value, list):
        return [flattened(one, levels - 1) for one in value]
    return value

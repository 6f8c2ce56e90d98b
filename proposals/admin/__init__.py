"""Django's admin imports this; each module registers what it shows."""

from proposals.admin import proposals

__all__ = ["proposals"]

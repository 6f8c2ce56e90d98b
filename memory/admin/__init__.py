"""The admin's door: a view of a person's own projects, from which nothing is edited."""

from memory.admin import memories, people, record

__all__ = ["memories", "people", "record"]

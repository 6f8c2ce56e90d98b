"""Who did it: made from a credential, never from what a caller says of itself."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal

from django.contrib.auth import get_user_model

from memory.errors import Forbidden

if TYPE_CHECKING:
    from memory.models import AgentKey, User

PAGE_AGENT = "Agent in the page"


@dataclass(frozen=True, slots=True)
class Actor:
    kind: Literal["human", "agent", "system"]
    name: str
    on_behalf_of: str | None = None
    user_id: int | None = None
    """The person, or the person behind the agent."""
    key_id: int | None = None

    @property
    def credential(self) -> str:
        """One name a credential: what retries and rates are counted by."""
        return f"{self.kind}:{self.user_id or ''}:{self.key_id or ''}:{self.name}"

    def person(self) -> User:
        """The person, or the person behind the agent. Raises Forbidden where there is none."""
        user = get_user_model().objects.filter(pk=self.user_id or 0).first()
        if user is None:
            raise Forbidden("The person behind this credential is not here any more.")
        return user

    def public(self) -> dict[str, str]:
        shown = {"kind": self.kind, "name": self.name}
        return shown | ({"on_behalf_of": self.on_behalf_of} if self.on_behalf_of else {})

    def stored(self) -> dict[str, Any]:
        """As its rows tell of it: one for all of them, to be read and never altered."""
        return _stored(self)

    @classmethod
    def load(cls, stored: dict[str, Any]) -> Actor:
        return cls(**stored)


@lru_cache(maxsize=256)
def _stored(actor: Actor) -> dict[str, Any]:
    said = {name: getattr(actor, name) for name in actor.__slots__}
    return {name: value for name, value in said.items() if value is not None}


def human(user: User) -> Actor:
    return Actor("human", user.name, user_id=user.pk)


def page_agent(user: User) -> Actor:
    return Actor("agent", PAGE_AGENT, on_behalf_of=user.name, user_id=user.pk)


def key_agent(key: AgentKey) -> Actor:
    person = key.made_for
    return Actor("agent", key.name, on_behalf_of=person.name, user_id=person.pk, key_id=key.pk)


def system(name: str) -> Actor:
    return Actor("system", name)

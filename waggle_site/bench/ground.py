"""What is measured on: one project of seeded memories, made through the same door as any other."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore

from memory import limits
from memory.actors import human
from memory.kinds import Kind
from memory.models import Project, User
from memory.roles import Scope
from memory.services.keys import create_key
from memory.services.projects import create_project
from proposals.changes import Asked
from proposals.services.apply import apply
from proposals.services.propose import propose_batch
from proposals.services.review import approve
from proposals.states import Operation

SEED = 20_260_514
VOCABULARY = 4_000
SYLLABLES = [
    "ba",
    "co",
    "du",
    "fe",
    "gri",
    "ha",
    "jo",
    "ku",
    "le",
    "mi",
    "no",
    "pa",
    "qui",
    "ro",
    "su",
    "ta",
    "ve",
    "wi",
    "xo",
    "zen",
    "tor",
    "lan",
    "mer",
    "dis",
]
COMMON = [
    "the",
    "a",
    "of",
    "to",
    "in",
    "and",
    "is",
    "for",
    "on",
    "with",
    "before",
    "after",
    "when",
    "must",
    "never",
    "not",
    "by",
    "from",
    "each",
    "one",
]


@dataclass(frozen=True, slots=True)
class Ground:
    project: Project
    owner: User
    session: str


def make_ground(slug: str, memories: int) -> Ground:
    owner = User.objects.create_user(f"{slug}-owner", display_name="Owner")
    project = create_project(slug, name="Bench", owner=owner, actor=human(owner))
    words = Words()
    for start in range(0, memories, limits.BATCH):
        size = min(limits.BATCH, memories - start)
        items = [words.asked() for _ in range(size)]
        batch = propose_batch(project, items, actor=human(owner)).proposal
        approve(batch, by=owner, revision=1)
        apply(batch, actor=human(owner))
    return Ground(project, owner, _session(owner))


def new_key(ground: Ground, name: str) -> str:
    _, token = create_key(
        ground.project,
        name=name,
        scopes=Scope.values,
        made_for=ground.owner,
        actor=human(ground.owner),
    )
    return token


class Words:
    """Seeded sentences, no two alike, their words as unevenly common as those of a language."""

    def __init__(self, seed: int = SEED) -> None:
        self.chance = random.Random(seed)  # noqa: S311 - measured, not guarded
        made = random.Random(SEED)  # noqa: S311 - the same words for every seed
        self.known = ["".join(made.choices(SYLLABLES, k=3)) for _ in range(VOCABULARY)]
        # Zipf's law: the word of rank n is n times rarer than the first.
        self.weights = list(accumulate(1 / rank for rank in range(10, VOCABULARY + 10)))
        self.count = 0

    def words(self, number: int) -> list[str]:
        return self.chance.choices(self.known, cum_weights=self.weights, k=number)

    def sentence(self) -> str:
        self.count += 1
        words = self.words(self.chance.randint(6, 18))
        words += self.chance.choices(COMMON, k=len(words) // 2)
        self.chance.shuffle(words)
        return f"{' '.join(words).capitalize()}, item {self.count}."

    def query(self) -> str:
        """Four words such as somebody would ask with."""
        return " ".join([*self.words(3), self.chance.choice(COMMON)])

    def asked(self) -> Asked:
        return Asked(
            operation=Operation.CREATE,
            kind=self.chance.choice(list(Kind)),
            title=" ".join(self.words(2)).title(),
            content=self.sentence(),
            tags=sorted(set(self.words(2))),
        )

    def queries(self) -> Iterator[str]:
        while True:
            yield self.query()


def _session(user: User) -> str:
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.create()
    key = session.session_key
    if key is None:
        raise RuntimeError("The session was not stored.")
    return key

"""What is measured on: one project of seeded memories, made through the same door as any other."""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass

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

SEED = 20_260_514
SUBJECTS = [
    "storage",
    "search",
    "export",
    "import",
    "sign-in",
    "backup",
    "release",
    "pilot",
    "notes",
    "links",
    "installer",
    "worker",
    "queue",
    "cache",
    "index",
    "migration",
    "schema",
    "licence",
    "browser",
    "tablet",
    "keyboard",
    "theme",
    "colour",
    "report",
    "digest",
    "webhook",
    "token",
    "key",
    "session",
    "form",
    "table",
    "graph",
    "map",
    "lineage",
    "audit",
    "policy",
    "reviewer",
    "proposal",
    "evidence",
    "subject",
    "entry",
    "vocabulary",
]
VERBS = [
    "uses",
    "needs",
    "keeps",
    "avoids",
    "replaces",
    "follows",
    "stores",
    "reads",
    "writes",
    "checks",
    "prints",
    "sends",
    "waits",
]
OBJECTS = [
    "SQLite",
    "PostgreSQL",
    "Redis",
    "Markdown",
    "JSON",
    "folders",
    "files",
    "machines",
    "network",
    "passwords",
    "passkeys",
    "words",
    "nightly",
    "lock",
    "clock",
    "checksum",
    "first",
    "Tuesday",
    "small",
    "steps",
]


@dataclass(frozen=True, slots=True)
class Ground:
    project: Project
    owner: User
    session: str


def make_ground(slug: str, memories: int, tell: Callable[[int], None]) -> Ground:
    owner = User.objects.create_user(f"{slug}-owner", display_name="Owner")
    project = create_project(slug, name="Bench", owner=owner, actor=human(owner))
    words = Words()
    for start in range(0, memories, limits.BATCH):
        size = min(limits.BATCH, memories - start)
        items = [words.asked() for _ in range(size)]
        batch = propose_batch(project, items, actor=human(owner)).proposal
        approve(batch, by=owner, revision=1)
        apply(batch, actor=human(owner))
        tell(start + size)
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
    """Seeded sentences, no two alike."""

    def __init__(self, seed: int = SEED) -> None:
        self.chance = random.Random(seed)  # noqa: S311 - measured, not guarded
        self.count = 0

    def sentence(self) -> str:
        self.count += 1
        one, other = self.chance.sample(SUBJECTS, 2)
        verb, thing = self.chance.choice(VERBS), " ".join(self.chance.sample(OBJECTS, 4))
        return f"The {one} {verb} {thing} before the {other} of round {self.count} is done."

    def query(self) -> str:
        return " ".join(self.chance.sample([*SUBJECTS, *VERBS, *OBJECTS], 3))

    def asked(self) -> Asked:
        return Asked(
            operation="create",  # type: ignore[arg-type] # read by pydantic
            kind=self.chance.choice(list(Kind)),
            title=self.chance.choice(SUBJECTS).title(),
            content=self.sentence(),
            tags=self.chance.sample(SUBJECTS, 2),
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

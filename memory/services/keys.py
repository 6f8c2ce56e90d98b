"""Agent keys: shown once, kept as a digest, never more than the person they act for."""

import hashlib
import secrets
from collections.abc import Collection

from memory import audit, limits
from memory.access import access_to
from memory.actors import Actor, human
from memory.errors import InvalidInput
from memory.head import locked
from memory.models import AgentKey, Membership, Project, User
from memory.prepared import Given, Prepared
from memory.roles import Role, Scope
from memory.text import is_blank, refusal

PREFIX = "wgl_"
DEFAULT_SCOPES = (Scope.READ, Scope.PROPOSE)


def create_key(
    project: Project, *, name: str, scopes: Collection[str], made_for: User, actor: Actor
) -> tuple[AgentKey, str]:
    """The key and its token. The token is nowhere afterwards."""
    _refuse_unfit(name, scopes)
    with locked(project) as head:
        if not Membership.objects.filter(project=project, user=made_for).exists():
            raise InvalidInput({"for": "is not a member of this project"})
        token = PREFIX + secrets.token_urlsafe(32)
        key = AgentKey.objects.create(
            project=project,
            name=name.strip(),
            prefix=token[:12],
            digest=_digest(token),
            scopes=sorted(set(scopes)),
            made_for=made_for,
            created_at=head.at,
        )
        audit.record(
            head,
            "key.created",
            actor=actor,
            about=("key", key.pk),
            details={"name": key.name, "scopes": key.scopes, "for": made_for.name},
        )
    return key, token


def _refuse_unfit(name: str, scopes: Collection[str]) -> None:
    if unknown := sorted(set(scopes) - set(Scope.values)):
        raise InvalidInput({"scopes": f"unknown: {', '.join(unknown)}"})
    if not scopes:
        raise InvalidInput({"scopes": "say what the key may do"})
    if is_blank(name):
        raise InvalidInput({"name": "give the key a name, for the record"})
    if reason := refusal(name):
        raise InvalidInput({"name": reason})
    if len(name.strip()) > limits.KEY_NAME:
        raise InvalidInput({"name": f"must have at most {limits.KEY_NAME} characters"})


def keys_of(project: Project) -> list[AgentKey]:
    """Newest first, revoked ones too."""
    rows = AgentKey.objects.filter(project=project).select_related("made_for")
    return list(rows.order_by("-pk"))


def revoke_key(key: AgentKey, *, by: User) -> None:
    with locked(key.project) as head:
        access_to(key.project, by, Role.OWNER)
        if AgentKey.objects.filter(pk=key.pk, revoked_at=None).update(revoked_at=head.at):
            audit.record(
                head,
                "key.revoked",
                actor=human(by),
                about=("key", key.pk),
                details={"name": key.name},
            )


def find_key(token: str) -> AgentKey | None:
    """The live key with this token. 256 random bits need no slow hash."""
    found = _BY_DIGEST.models(digest=_digest(token))
    return found[0] if found else None


def find_bearer(header: str) -> AgentKey | None:
    """The live key of an `Authorization` header."""
    scheme, _, token = header.partition(" ")
    return find_key(token.strip()) if scheme.lower() == "bearer" else None


_BY_DIGEST = Prepared(
    lambda: AgentKey.objects.select_related("project__policy", "made_for").filter(
        digest=Given("digest"), revoked_at=None, made_for__is_active=True
    )
)


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()

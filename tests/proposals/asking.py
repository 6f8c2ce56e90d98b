"""Asking for what was refused before."""

from memory.actors import Actor
from memory.models import Memory, Project
from proposals.changes import parse_asked
from proposals.models import Proposal
from proposals.services.propose import propose

NO = "Use MongoDB as the primary store."


def ask_to_update(project: Project, memory: Memory, content: str, actor: Actor) -> Proposal:
    asked = parse_asked(
        {
            "operation": "update",
            "memory_id": str(memory.public_id),
            "content": content,
            "reason": "Another reason.",
        }
    )
    return propose(project, asked, actor=actor).proposal


def ask_to_create(project: Project, content: str, actor: Actor, **fields: object) -> Proposal:
    asked = parse_asked({"operation": "create", "kind": "fact", "content": content, **fields})
    return propose(project, asked, actor=actor).proposal

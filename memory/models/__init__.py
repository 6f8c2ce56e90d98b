from memory.models.agent_key import AgentKey
from memory.models.audit_event import AuditEvent
from memory.models.claim import Claim
from memory.models.demo_lease import DemoLease
from memory.models.edge import Edge
from memory.models.erasure import Erasure
from memory.models.idempotency import IdempotencyRecord
from memory.models.instance_event import InstanceEvent
from memory.models.membership import Membership
from memory.models.memory import Memory
from memory.models.project import Policy, Project, ProjectHead
from memory.models.search_index import PostgresIndex, SqliteEver, SqliteNow
from memory.models.tool_call import ToolCall
from memory.models.user import User
from memory.models.worker_beat import WorkerBeat

__all__ = [
    "AgentKey",
    "AuditEvent",
    "Claim",
    "DemoLease",
    "Edge",
    "Erasure",
    "IdempotencyRecord",
    "InstanceEvent",
    "Membership",
    "Memory",
    "Policy",
    "PostgresIndex",
    "Project",
    "ProjectHead",
    "SqliteEver",
    "SqliteNow",
    "ToolCall",
    "User",
    "WorkerBeat",
]

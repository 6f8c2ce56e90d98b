from companion.models.candidate import Candidate, Outcome
from companion.models.construction_run import ConstructionRun, State
from companion.models.draft import Draft
from companion.models.entry import Entry
from companion.models.entry_claim import EntryClaim
from companion.models.relation import Happening, Node, Relation, RelationEvent
from companion.models.subject import Subject

__all__ = [
    "Candidate",
    "ConstructionRun",
    "Draft",
    "Entry",
    "EntryClaim",
    "Happening",
    "Node",
    "Outcome",
    "Relation",
    "RelationEvent",
    "State",
    "Subject",
]

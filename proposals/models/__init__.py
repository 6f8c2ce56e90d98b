from proposals.models.addition import Addition
from proposals.models.assignment import Assignment
from proposals.models.citation import Citation
from proposals.models.comment import Comment
from proposals.models.conflict import Conflict
from proposals.models.proposal import Proposal, ProposalTarget
from proposals.models.rejected_value import RejectedValue
from proposals.models.review import Review
from proposals.models.revision import Revision
from proposals.models.uncompared import Uncompared
from proposals.models.upload import Upload

__all__ = [
    "Addition",
    "Assignment",
    "Citation",
    "Comment",
    "Conflict",
    "Proposal",
    "ProposalTarget",
    "RejectedValue",
    "Review",
    "Revision",
    "Uncompared",
    "Upload",
]

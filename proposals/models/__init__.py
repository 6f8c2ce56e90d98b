from proposals.models.addition import Addition
from proposals.models.assignment import Assignment
from proposals.models.citation import Citation
from proposals.models.comment import Comment
from proposals.models.conflict import Conflict
from proposals.models.delivery import Channel, Delivery, Sent
from proposals.models.notification import Notification, NotifiedUpTo
from proposals.models.notification_choice import NotificationChoice, Wants, Webhook
from proposals.models.proposal import Proposal, ProposalTarget
from proposals.models.rejected_value import RejectedValue
from proposals.models.review import Review
from proposals.models.revision import Revision
from proposals.models.saved_view import SavedView
from proposals.models.uncompared import Uncompared
from proposals.models.upload import Upload

__all__ = [
    "Addition",
    "Assignment",
    "Channel",
    "Citation",
    "Comment",
    "Conflict",
    "Delivery",
    "Notification",
    "NotificationChoice",
    "NotifiedUpTo",
    "Proposal",
    "ProposalTarget",
    "RejectedValue",
    "Review",
    "Revision",
    "SavedView",
    "Sent",
    "Uncompared",
    "Upload",
    "Wants",
    "Webhook",
]

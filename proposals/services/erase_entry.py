from companion.models import Entry
from companion.services.emptying import empty_entries
from memory.access import access_to
from memory.actors import human
from memory.confirming import require_confirmation
from memory.head import locked
from memory.models import Policy, User
from memory.roles import Role
from memory.services.erase import Order, leave_nothing_behind, note_erasure


def erase_entry(entry: Entry, *, by: User, reason: str, password: str | None = None) -> bool:
    """Its words, and all that was read out of them. What cites it says that it is gone.

    False where that was done before.
    """
    project = entry.project
    with locked(project, even_closed=True) as head:
        access_to(project, by, Role.OWNER)
        order = Order.of(human(by), reason)
        require_confirmation(Policy.objects.get(project=project), by, password, what="the erasure")
        erased = empty_entries(head, [entry])
        for one in erased:
            note_erasure(head, order, about=("entry", one.public_id), event="evidence.erased")
        leave_nothing_behind()
        return bool(erased)

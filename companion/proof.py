"""Entries are proven like memories: their words are those that the record tells of."""

from companion.models import Entry
from memory.proof import TOLD, Told

TOLD.append(
    Told[Entry](
        noun="entry",
        recorded="evidence.confirmed",
        erased="evidence.erased",
        rows=lambda project: Entry.objects.filter(project=project).select_related("subject"),
    )
)

"""The index made anew from the memories: it holds nothing of its own."""

from itertools import islice

from django.db import transaction

from memory import search
from memory.models import Memory
from memory.services.tidy import end_begun

AT_ONCE = 1_000


@transaction.atomic
def index_anew() -> None:
    rows = Memory.objects.filter(erased_at=None).order_by("pk").iterator(chunk_size=AT_ONCE)
    while memories := list(islice(rows, AT_ONCE)):
        search.erase(memories)
        search.add(memories)
        search.end([memory for memory in memories if memory.retired_at is not None])
    while end_begun():
        pass

"""Proposals by a number or by words that stand in them."""

from django.db.models import Exists, F, OuterRef, Q
from django.db.models.fields.json import KT

from memory.access import reference
from memory.errors import NotFound
from proposals.models import Revision
from proposals.models.proposal import ProposalQuerySet


def matching(rows: ProposalQuerySet, query: str) -> ProposalQuerySet:
    """Those with each word in their present text or title, their reason or their target's text.

    Of a batch the first change is looked through.
    """
    try:
        field, value = reference(query.strip(), prefix="P", what="")
    except NotFound:
        for word in query.split():
            rows = rows.filter(_says(word))
        return rows
    return rows.filter(**{field: value})


def _says(word: str) -> Q:
    revisions = Revision.objects.filter(proposal=OuterRef("pk"), erased_at=None)
    now = revisions.filter(number=OuterRef("revision")).annotate(
        text=KT("changes__0__words__content"), title=KT("changes__0__words__title")
    )
    return (
        Exists(now.filter(Q(text__icontains=word) | Q(title__icontains=word)))
        | Exists(revisions.filter(reason__icontains=word))
        | Q(target__project=F("project"), target__content__icontains=word)
    )

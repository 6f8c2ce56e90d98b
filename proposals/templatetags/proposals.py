"""How a proposal's words look, on every page."""

from datetime import datetime

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from memory import spoken
from memory.models import Memory
from memory.templatetags.waggle import inline, reveal
from proposals.comparing import Part
from proposals.diffing import word_diff
from proposals.mentions import runs
from proposals.models import Comment, Proposal
from proposals.services import changing, naming
from proposals.services.naming import Cited
from proposals.shown import Shown
from proposals.shown import shown as shown_of

register = template.Library()

SEALS = {"pending": "proposed", "approved": "frozen"}


@register.simple_tag
def shown(proposal: Proposal) -> Shown:
    return shown_of(proposal)


@register.simple_tag
def evidence_of(memory: Memory) -> list[Cited]:
    return naming.evidence_of(memory)


@register.simple_tag
def waiting_to_change(memory: Memory) -> list[str]:
    return changing.waiting_to_change(memory.project, [memory.pk])[memory.pk]


@register.filter
def seal_of(status: str) -> str:
    """The seal of a proposal's status: hollow until a person decided."""
    return SEALS.get(status, status)


@register.filter
def pane_of(authority: str) -> str:
    """Only what is told to agents stands in the field of the record."""
    return "record" if authority == "authoritative" else "was pane--seen"


@register.filter
def exact(moment: datetime) -> str:
    return spoken.exact(moment)


@register.simple_tag
def diff(old: str, new: str) -> SafeString:
    """Words out struck, words in underlined."""
    return inline("_diff.html", {"pieces": word_diff(old, new)})


@register.simple_tag
def parts(pieces: list[Part]) -> SafeString:
    """The same, with long unchanged stretches folded."""
    return inline("proposals/_parts.html", {"parts": pieces})


@register.simple_tag
def said(comment: Comment) -> SafeString:
    """A comment's text: whom it names stands out, and no character hides."""
    return format_html_join(
        "",
        "{}",
        (
            (format_html('<strong class="mention">{}</strong>', shown) if is_mention else shown,)
            for run in runs(comment.text, comment.mentions)
            for shown, is_mention in [(reveal(run.text), run.is_mention)]
        ),
    )


@register.simple_tag
def only_old(old: str, new: str) -> SafeString:
    """The old text, its lost words struck."""
    return _side(old, new, "del")


@register.simple_tag
def only_new(old: str, new: str) -> SafeString:
    """The new text, its new words underlined."""
    return _side(old, new, "ins")


def _side(old: str, new: str, op: str) -> SafeString:
    pieces = [piece for piece in word_diff(old, new) if piece.op in {"same", op}]
    return inline("_diff.html", {"pieces": pieces})

"""How what was read out of an entry is said on a page."""

from __future__ import annotations

from django import template

from companion.meaning.codes import RULE_OF, Code
from companion.metamodel import Provenance
from companion.models import Candidate
from companion.services.showing import sentence_of

register = template.Library()

KNOWN_FROM = {
    Provenance.OBSERVED: "seen or heard",
    Provenance.MEASURED: "measured",
    Provenance.REPORTED: "told by somebody else",
    Provenance.SPEAKER_INFERENCE: "concluded",
}


@register.filter
def sentence(candidate: Candidate) -> str:
    return sentence_of(candidate)


@register.filter
def predicate(words: str) -> str:
    return words.replace("_", " ")


@register.filter
def known_from(provenance: str) -> str:
    return KNOWN_FROM[Provenance(provenance)] if provenance in set(Provenance) else provenance


@register.filter
def why(code: str) -> str:
    """A rule's words, or the code itself where no rule is behind it."""
    return RULE_OF[Code(code)].words if code in set(Code) else code

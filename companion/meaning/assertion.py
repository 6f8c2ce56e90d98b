"""Whether the words assert it: questions, denials, doubt, conditions, plans, hearsay."""

import regex

from companion.meaning.codes import Code
from companion.meaning.context import plain
from companion.meaning.grounding import Claim
from companion.meaning.lists import Lists
from companion.metamodel import Modality, Polarity, Provenance, Structural

# A mark that ends the sentence, or stands in or right after the excerpt: "worn (?)".
_ASKS = regex.compile(r"[?\uff1f\u061f][\"'\u201d)\]\s]*$")
_ASKS_NEXT = regex.compile(r"^\s*[\"'\u201d(\[]*[?\uff1f\u061f]")


def codes(claim: Claim) -> set[Code]:
    found = set()
    if claim.is_explicit and not _parts_stand_together(claim):
        found.add(Code.NODE_OUTSIDE_EXCERPT_SENTENCE)
    if _asks(claim):
        found.add(Code.QUESTION_NOT_ASSERTED)
    if claim.candidate.provenance is Provenance.MEASURED and not any(
        char.isnumeric() for char in claim.context.excerpt
    ):
        found.add(Code.MEASURED_WITHOUT_NUMBER)
    if claim.lists is None:
        return found | _codes_without_lists(claim)
    found |= _negation(claim, claim.lists)
    if claim.candidate.modality is Modality.ASSERTED:
        found |= _certainty(claim, claim.lists)
    return found | _attribution(claim, claim.lists) | _cause(claim, claim.lists)


def _codes_without_lists(claim: Claim) -> set[Code]:
    found = set()
    if claim.candidate.predicate == Structural.STATED_CAUSE_OF:
        found.add(Code.UNSTATED_CAUSE)
    if claim.candidate.provenance is Provenance.REPORTED and not _names_its_source(claim):
        found.add(Code.ATTRIBUTION_MISSING)
    return found


def _parts_stand_together(claim: Claim) -> bool:
    start, end = claim.context.start, claim.context.end
    return all(start <= place.start and place.end <= end for place in claim.places)


def _asks(claim: Claim) -> bool:
    context = claim.context
    return bool(
        _ASKS.search(context.sentence)
        or _ASKS.search(context.excerpt)
        or _ASKS_NEXT.search(context.after)
    )


def _negation(claim: Claim, lists: Lists) -> set[Code]:
    context = claim.context
    inside = _negators(context.excerpt, lists)
    around = (
        _negators(context.lead, lists)
        + len(lists.negators.findall(lists.not_negators.sub(" ", context.tail)))
        + len(lists.trailing_negators.findall(context.tail))
    )
    in_labels = any(_negators(plain(label), lists) for label in claim.said_of_the_subject)
    denies = claim.candidate.polarity is Polarity.NEGATIVE or in_labels
    found = set()
    if (inside or around) and not denies:
        found.add(Code.NEGATION_DROPPED)
    if denies and not (inside or around):
        found.add(Code.NEGATION_INVENTED)
    if inside > 1:
        found.add(Code.MULTIPLE_NEGATION)
    return found


def _negators(text: str, lists: Lists) -> int:
    text = lists.not_negators.sub(" ", text)
    return len(lists.negators.findall(text)) + len(lists.lexical_negators.findall(text))


def _certainty(claim: Claim, lists: Lists) -> set[Code]:
    """Only for what claims to be asserted."""
    context = claim.outside
    found = set()
    own_view = claim.candidate.provenance in (Provenance.REPORTED, Provenance.SPEAKER_INFERENCE)
    hedged = lists.hedges.search(lists.not_negators.sub(" ", context.before + context.excerpt))
    if (hedged or lists.trailing_hedges.search(context.after)) and not own_view:
        found.add(Code.HEDGE_DROPPED)
    if lists.modals.search(context.clause):
        found.add(Code.HEDGE_DROPPED)
    if lists.conditions.search(context.sentence):
        found.add(Code.CONDITION_DROPPED)
    said = " ".join(claim.said)
    plans = any(hit[0] not in said for hit in lists.plans.finditer(context.clause))
    times = lists.future_times.search(context.sentence) and not lists.past.search(said)
    if lists.futures.search(context.clause) or plans or times:
        found.add(Code.FUTURE_AS_FACT)
    return found


def _attribution(claim: Claim, lists: Lists) -> set[Code]:
    if claim.candidate.provenance is Provenance.REPORTED:
        marked = lists.speech.search(claim.context.sentence) or _names_its_source(claim)
        return set() if marked else {Code.ATTRIBUTION_MISSING}
    for pattern, text in (
        (lists.speech_before, claim.context.before),
        (lists.speech_within, claim.context.excerpt),
        (lists.speech_after, claim.context.after),
    ):
        found = pattern.search(text)
        if found and not any(found["verb"] in plain(label) for label in claim.said):
            return {Code.ATTRIBUTION_DROPPED}
    return set()


def _names_its_source(claim: Claim) -> bool:
    attribution = claim.candidate.attribution
    return bool(attribution and plain(attribution) in claim.context.sentence)


def _cause(claim: Claim, lists: Lists) -> set[Code]:
    predicate = claim.candidate.predicate
    if not lists.causal_predicates.search(plain(predicate)):
        return set()
    if predicate == Structural.STATED_CAUSE_OF:
        stated = _states_cause_and_effect(claim, lists)
    else:
        stated = any(
            marker.search(claim.context.excerpt)
            for marker in (lists.cause_follows, lists.cause_precedes)
        )
    return set() if stated else {Code.UNSTATED_CAUSE}


def _states_cause_and_effect(claim: Claim, lists: Lists) -> bool:
    """A marker inside the excerpt, with the cause on the side on which it says causes stand."""
    cause, effect = claim.places
    words, offset = claim.words.replace("\u2019", "'"), claim.excerpt.start
    for found in lists.cause_follows.finditer(words):
        start, end = offset + found.start(), offset + found.end()
        if cause.start >= end and (effect.end <= start or effect.start >= cause.end):
            return True
    for found in lists.cause_precedes.finditer(words):
        start, end = offset + found.start(), offset + found.end()
        if cause.end <= start + _joint(found[0]) and effect.start >= end:
            return True
    return False


def _joint(marker: str) -> int:
    """How much of a marker is punctuation before its word: ", so"."""
    return len(marker) - len(marker.lstrip(",;. \n"))

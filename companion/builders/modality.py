"""How sure a clause is by its own verbs: may, must, is going to, plans to."""

from companion.builders import lexicon
from companion.builders.clauses import (
    AUXILIARIES,
    Clause,
)
from companion.builders.words import Word
from companion.metamodel import Modality


def modality_of(clause: Clause) -> Modality:
    modality = _said(clause)
    if modality is Modality.NECESSARY and _looks_back(clause):
        return _concluded(clause)
    return modality


def _said(clause: Clause) -> Modality:
    for verb in clause.chain:
        for auxiliary in _auxiliaries(verb):
            found = _of_auxiliary(auxiliary)
            if found is not None:
                return found
    return _of_chain(clause)


def _looks_back(clause: Clause) -> bool:
    auxiliaries = [one for verb in clause.chain for one in _auxiliaries(verb)]
    return any(one.tag == "MD" for one in auxiliaries) and any(
        one.lower == "have" for one in auxiliaries
    )


def _concluded(clause: Clause) -> Modality:
    """It must have leaked, somebody concludes; it should have been shut, and was not."""
    auxiliaries = {one.lower for verb in clause.chain for one in _auxiliaries(verb)}
    return Modality.BELIEVED if "must" in auxiliaries else Modality.HYPOTHETICAL


def _auxiliaries(verb: Word) -> list[Word]:
    own = verb.having(*AUXILIARIES)
    first = verb.head
    if not own and verb.dep == "conj" and verb.tag == first.tag and verb.tag == "VB":
        return first.having(*AUXILIARIES)
    return own


_OF_MODAL = (
    (lexicon.PLANNED_MODALS, Modality.PLANNED),
    (lexicon.NECESSARY_MODALS, Modality.NECESSARY),
    (lexicon.POSSIBLE_MODALS, Modality.POSSIBLE),
    (lexicon.HYPOTHETICAL_MODALS, Modality.HYPOTHETICAL),
    (lexicon.ABILITY_MODALS, Modality.ABILITY),
)


def _of_auxiliary(auxiliary: Word) -> Modality | None:
    if auxiliary.tag == "MD" or auxiliary.lower in ("ought", "need"):
        for modals, modality in _OF_MODAL:
            if auxiliary.lower in modals:
                return modality
    return None


def _of_chain(clause: Clause) -> Modality:
    first = clause.verb
    infinitive = any(c.lower == "to" for v in clause.chain[1:] for c in v.having("aux"))
    if not infinitive:
        own = any(c.lower == "to" for c in first.having("aux"))
        return Modality.PLANNED if own and first.dep != "ROOT" else Modality.ASSERTED
    if first.is_one_of(lexicon.PLANNING) and not first.is_one_of(lexicon.PLAN_KEPT):
        return Modality.PLANNED
    if first.is_one_of(lexicon.NEEDING):
        return Modality.NECESSARY
    if first.lemma == "go" and first.tag == "VBG":
        return Modality.PLANNED
    if first.lemma == "be":
        return Modality.PLANNED
    return Modality.ASSERTED

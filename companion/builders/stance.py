"""How a clause is meant: said or denied, sure or not, and how the person knows."""

from dataclasses import replace

from companion.builders import lexicon
from companion.builders.arguments import Frame
from companion.builders.clauses import (
    Clause,
)
from companion.builders.denial import negations
from companion.builders.governors import above, as_governed, inferred, weaker
from companion.builders.modality import modality_of
from companion.builders.reading import Stance
from companion.builders.words import Word
from companion.metamodel import Modality, Polarity, Provenance


def stance_of(clause: Clause, said: Frame, head: Word | None, *, conditional: bool) -> Stance:
    """The clause's own stance on this object, then what every clause above it adds."""
    denied = len(negations(clause, said, head)) % 2
    own = Stance(polarity=Polarity.NEGATIVE if denied else Polarity.POSITIVE)
    own = _by_modal(own, clause)
    own = _by_hedge(own, clause)
    own = _by_seeming(own, clause)
    for governor, branch in above(clause.verb):
        own = as_governed(own, governor, branch)
    if conditional:
        own = replace(own, modality=_under_condition(own))
    return own


def _under_condition(stance: Stance) -> Modality:
    if stance.modality in (Modality.HYPOTHETICAL, Modality.POSSIBLE):
        return Modality.HYPOTHETICAL
    return Modality.CONDITIONAL


def _by_modal(stance: Stance, clause: Clause) -> Stance:
    modality = modality_of(clause)
    if modality in (Modality.POSSIBLE, Modality.BELIEVED):
        return replace(stance, modality=modality, provenance=Provenance.SPEAKER_INFERENCE)
    return replace(stance, modality=modality)


def _by_hedge(stance: Stance, clause: Clause) -> Stance:
    for child in clause.children():
        words = (
            [child, *child.children]
            if child.dep in ("acomp", "attr", "prep", "advmod")
            else [child]
        )
        for word in words:
            if word.lower in lexicon.SAID_BY_OTHERS:
                return replace(stance, provenance=Provenance.REPORTED)
            if word.lower in lexicon.HEDGES:
                return replace(
                    stance,
                    modality=weaker(stance.modality, Modality.POSSIBLE),
                    provenance=Provenance.SPEAKER_INFERENCE,
                )
    return stance


def _by_seeming(stance: Stance, clause: Clause) -> Stance:
    if any(aux.is_one_of(lexicon.SEEMING) for aux in clause.verb.having("aux", "auxpass")):
        return inferred(stance, Modality.BELIEVED)
    if not clause.verb.is_one_of(lexicon.SEEMING):
        return stance
    complement = clause.last.first("acomp", "oprd", "attr") or (
        clause.last if len(clause.chain) > 1 else None
    )
    like = any(c.lower in ("like", "as") for c in clause.children())
    if complement is None and not like:
        return stance
    return replace(
        stance,
        modality=weaker(stance.modality, Modality.BELIEVED),
        provenance=Provenance.SPEAKER_INFERENCE,
    )

"""How a clause is meant: said or denied, sure or not, and how the person knows."""

from collections.abc import Iterator
from dataclasses import replace

from companion.builders import lexicon
from companion.builders.arguments import Frame
from companion.builders.clauses import (
    AUXILIARIES,
    OBJECTS,
    SUBJECTS,
    Clause,
    is_apart,
    is_contrasted,
    is_predicate,
)
from companion.builders.reading import Stance
from companion.builders.words import Word
from companion.metamodel import Modality, Polarity, Provenance


def negations(clause: Clause, said: Frame, head: Word | None) -> list[Word]:
    """The words that deny it for this object, in order; those of subject and object among them."""
    if head is not None and is_contrasted(head):
        return [one for one in _of_noun(head) if not _is_not_only(one)]
    found = [one for verb in clause.chain for one in _of_verb(verb)]
    found += [word for word in said.predicate.words if word.dep == "neg"]
    found += _of_noun(clause.subject)
    if head is not None and not is_predicate(said.heads[0]):
        found += _of_noun(said.heads[0])
        if head is not said.heads[0]:
            found += (one for one in _of_noun(head) if one.lower == "not")
    counted = {word for word in found if not _is_not_only(word)}
    return sorted(counted, key=lambda word: word.index)


def _is_not_only(word: Word) -> bool:
    """Not only empty but cracked: both hold."""
    around = (*word.children, *word.head.children, word.head)
    return word.lower == "not" and any(
        one.lower == "only" and one.index == word.index + 1
        for one in (*around, *(below for one in around for below in one.children))
    )


def _of_verb(verb: Word) -> Iterator[Word]:
    for child in verb.children:
        if (
            child.dep == "neg"
            or child.lower in lexicon.NEVER
            or child.lower in ("n't", "not")
            or (child.dep == "preconj" and child.lower == "neither")
            or (child.lower == "longer" and any(c.lower == "no" for c in child.children))
        ):
            yield child


def _of_noun(noun: Word) -> Iterator[Word]:
    if noun.lower in lexicon.NEGATIVE_PRONOUNS:
        yield noun
    for child in (*noun.children, *(below for c in noun.children for below in c.children)):
        if child.index > noun.index or child.dep in ("relcl", "acl"):
            continue
        if (
            child.lower in lexicon.NEGATIVE_DETERMINERS and not _is_no_denial(child)
        ) or child.lower == "not":
            yield child


def _is_no_denial(word: Word) -> bool:
    """No longer is counted with its verb; No. 7 is a number."""
    following = next((w for w in word.head.children if w.index == word.index + 1), word.head)
    return word.head.lower == "longer" or following.tag == "CD" or following.text == "."


def stance_of(clause: Clause, said: Frame, head: Word | None, *, conditional: bool) -> Stance:
    """The clause's own stance on this object, then what every clause above it adds."""
    denied = len(negations(clause, said, head)) % 2
    own = Stance(polarity=Polarity.NEGATIVE if denied else Polarity.POSITIVE)
    own = _by_modal(own, clause)
    own = _by_hedge(own, clause)
    own = _by_seeming(own, clause)
    for governor, branch in _above(clause.verb):
        own = _by_governor(own, governor, branch)
    if conditional:
        own = replace(own, modality=_under_condition(own))
    return own


def is_denied(verb: Word) -> bool:
    """Said inside what somebody did not say, did not ask for, or denied."""
    for governor, branch in _above(verb):
        if branch.dep not in ("ccomp", "xcomp") or governor.is_one_of(lexicon.BELIEF):
            continue
        merged = branch.dep == "xcomp" and governor.first(*OBJECTS) is None
        if not merged and any(True for _ in _of_verb(governor)):
            return True
        if governor.is_one_of(lexicon.DENIAL) and branch.dep == "ccomp":
            return True
    return False


def speaker_above(word: Word) -> Word | None:
    """Whose words a clause is: the subject of the nearest verb of speech that holds it."""
    for governor, branch in _above(word):
        if branch.dep not in ("ccomp", "parataxis") or not governor.is_one_of(lexicon.SPEECH):
            continue
        speaker = governor.first(*SUBJECTS)
        if speaker is not None and speaker.lower not in lexicon.SPEAKERS:
            return speaker
    return None


def _under_condition(stance: Stance) -> Modality:
    if stance.modality in (Modality.HYPOTHETICAL, Modality.POSSIBLE):
        return Modality.HYPOTHETICAL
    return Modality.CONDITIONAL


def _by_modal(stance: Stance, clause: Clause) -> Stance:
    modality = _modality(clause)
    if modality is Modality.NECESSARY and _looks_back(clause):
        modality = _concluded(clause)
    if modality in (Modality.POSSIBLE, Modality.BELIEVED):
        return replace(stance, modality=modality, provenance=Provenance.SPEAKER_INFERENCE)
    return replace(stance, modality=modality)


def _looks_back(clause: Clause) -> bool:
    auxiliaries = [one for verb in clause.chain for one in _auxiliaries(verb)]
    return any(one.tag == "MD" for one in auxiliaries) and any(
        one.lower == "have" for one in auxiliaries
    )


def _concluded(clause: Clause) -> Modality:
    """It must have leaked, somebody concludes; it should have been shut, and was not."""
    auxiliaries = {one.lower for verb in clause.chain for one in _auxiliaries(verb)}
    return Modality.BELIEVED if "must" in auxiliaries else Modality.HYPOTHETICAL


def _modality(clause: Clause) -> Modality:
    for verb in clause.chain:
        for auxiliary in _auxiliaries(verb):
            found = _of_auxiliary(auxiliary)
            if found is not None:
                return found
    return _of_chain(clause)


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
                    modality=_weaker(stance.modality, Modality.POSSIBLE),
                    provenance=Provenance.SPEAKER_INFERENCE,
                )
    return stance


def _by_seeming(stance: Stance, clause: Clause) -> Stance:
    if any(aux.is_one_of(lexicon.SEEMING) for aux in clause.verb.having("aux", "auxpass")):
        return _inferred(stance, Modality.BELIEVED)
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
        modality=_weaker(stance.modality, Modality.BELIEVED),
        provenance=Provenance.SPEAKER_INFERENCE,
    )


def _weaker(now: Modality, hedged: Modality) -> Modality:
    return hedged if now is Modality.ASSERTED else now


def _above(verb: Word) -> Iterator[tuple[Word, Word]]:
    """Governors that the clause is the content of, nearest first, each with the branch it holds."""
    branch = verb
    while not branch.is_root:
        governor = branch.head
        content = branch.dep in ("ccomp", "xcomp", "acl", "pcomp", "advcl", "parataxis")
        if content and not is_apart(branch):
            yield governor, branch
        branch = governor


def _by_governor(stance: Stance, governor: Word, branch: Word) -> Stance:
    if branch.dep == "advcl":
        looks = governor.is_one_of(lexicon.SEEMING) and any(
            c.lower in ("like", "as") for c in branch.having("mark")
        )
        return _inferred(stance, Modality.BELIEVED) if looks else stance
    if branch.dep in ("acl", "pcomp", "xcomp"):
        return stance
    if not is_predicate(governor) and governor.pos not in ("ADJ", "VERB", "AUX"):
        return stance
    return _by_embedding(stance, governor)


def _by_embedding(stance: Stance, governor: Word) -> Stance:
    speaker = governor.first(*SUBJECTS)
    own = speaker is not None and speaker.lower in lexicon.SPEAKERS
    passive = governor.first("auxpass") is not None
    if governor.is_one_of(lexicon.DENIAL):
        return _inferred(stance, Modality.BELIEVED)
    if governor.is_one_of(lexicon.HEARSAY) and (own or passive):
        return replace(stance, provenance=Provenance.REPORTED)
    if governor.is_one_of(lexicon.SPEECH) and not own:
        return replace(stance, provenance=Provenance.REPORTED)
    if governor.is_one_of(lexicon.SEEMING):
        return _inferred(stance, Modality.BELIEVED)
    if governor.is_one_of(lexicon.BELIEF):
        return _believed(stance, governor, speaker, own=own)
    if governor.is_one_of(lexicon.UNCERTAIN) or governor.pos == "ADJ":
        return _inferred(stance, Modality.BELIEVED)
    if any(child.lower in lexicon.UNCERTAIN for child in governor.having("acomp")):
        return _inferred(stance, Modality.BELIEVED)
    if own or governor.is_one_of(lexicon.FACTIVE | lexicon.SPEECH):
        return stance
    return _inferred(stance, Modality.BELIEVED)


def _believed(stance: Stance, governor: Word, speaker: Word | None, *, own: bool) -> Stance:
    provenance = Provenance.SPEAKER_INFERENCE if own or speaker is None else Provenance.REPORTED
    polarity = stance.polarity
    if any(True for _ in _of_verb(governor)):
        polarity = Polarity.POSITIVE if polarity is Polarity.NEGATIVE else Polarity.NEGATIVE
    return replace(
        stance,
        polarity=polarity,
        provenance=provenance,
        modality=_weaker(stance.modality, Modality.BELIEVED),
    )


def _inferred(stance: Stance, modality: Modality) -> Stance:
    return replace(
        stance,
        modality=_weaker(stance.modality, modality),
        provenance=Provenance.SPEAKER_INFERENCE
        if stance.provenance is not Provenance.REPORTED
        else stance.provenance,
    )

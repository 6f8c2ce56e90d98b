"""What stands above a clause and says how it is meant: who said it, who believes or denies it."""

from collections.abc import Iterator
from dataclasses import replace

from companion.builders import lexicon
from companion.builders.clauses import (
    OBJECTS,
    SUBJECTS,
    is_apart,
    is_predicate,
)
from companion.builders.denial import denials_of
from companion.builders.reading import Stance
from companion.builders.words import Word
from companion.metamodel import Modality, Polarity, Provenance


def is_denied(verb: Word) -> bool:
    """Said inside what somebody did not say, did not ask for, or denied."""
    for governor, branch in above(verb):
        if branch.dep not in ("ccomp", "xcomp") or governor.is_one_of(lexicon.BELIEF):
            continue
        merged = branch.dep == "xcomp" and governor.first(*OBJECTS) is None
        if not merged and any(True for _ in denials_of(governor)):
            return True
        if governor.is_one_of(lexicon.DENIAL) and branch.dep == "ccomp":
            return True
    return False


def speaker_above(word: Word) -> Word | None:
    """Whose words a clause is: the subject of the nearest verb of speech that holds it."""
    for governor, branch in above(word):
        if branch.dep not in ("ccomp", "parataxis") or not governor.is_one_of(lexicon.SPEECH):
            continue
        speaker = governor.first(*SUBJECTS)
        if speaker is not None and speaker.lower not in lexicon.SPEAKERS:
            return speaker
    return None


def weaker(now: Modality, hedged: Modality) -> Modality:
    return hedged if now is Modality.ASSERTED else now


def above(verb: Word) -> Iterator[tuple[Word, Word]]:
    """Governors that the clause is the content of, nearest first, each with the branch it holds."""
    branch = verb
    while not branch.is_root:
        governor = branch.head
        content = branch.dep in ("ccomp", "xcomp", "acl", "pcomp", "advcl", "parataxis")
        if content and not is_apart(branch):
            yield governor, branch
        branch = governor


def as_governed(stance: Stance, governor: Word, branch: Word) -> Stance:
    if branch.dep == "advcl":
        looks = governor.is_one_of(lexicon.SEEMING) and any(
            c.lower in ("like", "as") for c in branch.having("mark")
        )
        return inferred(stance, Modality.BELIEVED) if looks else stance
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
        return inferred(stance, Modality.BELIEVED)
    if governor.is_one_of(lexicon.HEARSAY) and (own or passive):
        return replace(stance, provenance=Provenance.REPORTED)
    if governor.is_one_of(lexicon.SPEECH) and not own:
        return replace(stance, provenance=Provenance.REPORTED)
    if governor.is_one_of(lexicon.SEEMING):
        return inferred(stance, Modality.BELIEVED)
    if governor.is_one_of(lexicon.BELIEF):
        return _believed(stance, governor, speaker, own=own)
    if governor.is_one_of(lexicon.UNCERTAIN) or governor.pos == "ADJ":
        return inferred(stance, Modality.BELIEVED)
    if any(child.lower in lexicon.UNCERTAIN for child in governor.having("acomp")):
        return inferred(stance, Modality.BELIEVED)
    if own or governor.is_one_of(lexicon.FACTIVE | lexicon.SPEECH):
        return stance
    return inferred(stance, Modality.BELIEVED)


def _believed(stance: Stance, governor: Word, speaker: Word | None, *, own: bool) -> Stance:
    provenance = Provenance.SPEAKER_INFERENCE if own or speaker is None else Provenance.REPORTED
    polarity = stance.polarity
    if any(True for _ in denials_of(governor)):
        polarity = Polarity.POSITIVE if polarity is Polarity.NEGATIVE else Polarity.NEGATIVE
    return replace(
        stance,
        polarity=polarity,
        provenance=provenance,
        modality=weaker(stance.modality, Modality.BELIEVED),
    )


def inferred(stance: Stance, modality: Modality) -> Stance:
    return replace(
        stance,
        modality=weaker(stance.modality, modality),
        provenance=Provenance.SPEAKER_INFERENCE
        if stance.provenance is not Provenance.REPORTED
        else stance.provenance,
    )

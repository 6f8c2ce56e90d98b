"""What is only spoken of: looked for, doubted, still to be shown. Nobody says that it is so."""

from companion.builders import lexicon
from companion.builders.clauses import AUXILIARIES, is_infinitive, own_subject
from companion.builders.phrases import is_aside
from companion.builders.words import Word

_CONTENT = ("ccomp", "xcomp", "acl", "relcl", "pcomp", "advcl")
_OPEN_MODALS = (
    lexicon.PLANNED_MODALS
    | lexicon.NECESSARY_MODALS
    | lexicon.POSSIBLE_MODALS
    | lexicon.HYPOTHETICAL_MODALS
)


def is_only_spoken_of(verb: Word) -> bool:
    branch = verb
    while not branch.is_root:
        if branch.dep in _CONTENT and _is_open(branch):
            return True
        branch = branch.head
    return False


def _is_open(branch: Word) -> bool:
    governor = branch.head
    if branch.dep == "ccomp" and governor.is_verb:
        return _is_subjunctive(branch) or _leaves_open(governor)
    if branch.dep in ("acl", "ccomp", "relcl") and _is_content_of_noun(branch):
        return not _is_a_fact(governor)
    if branch.dep in ("relcl", "acl"):
        return _picks_out(branch, governor)
    if branch.dep == "advcl":
        return is_denied_reason(branch)
    return branch.dep == "pcomp" and _replaces(governor)


def is_denied_reason(clause: Word) -> bool:
    """Not because it leaked."""
    because = next((one for one in clause.having("mark") if one.lower == "because"), None)
    return because is not None and any(
        one.dep == "neg" and one.index < because.index for one in clause.children
    )


def _is_subjunctive(verb: Word) -> bool:
    """Demanded that the door be shut."""
    marked = any(mark.lower == "that" for mark in verb.having("mark"))
    carrier = next(iter(verb.having(*AUXILIARIES)), verb)
    return marked and carrier.tag == "VB" and carrier.lower != "do"


def _leaves_open(governor: Word) -> bool:
    """Must prove that, will say that, to check that; it is false that."""
    if governor.is_one_of(lexicon.MAKE_BELIEVE | lexicon.HOPING):
        return True
    if any(word.lower in lexicon.UNTRUE for word in governor.having("acomp", "attr", "oprd")):
        return True
    return not governor.is_one_of(lexicon.KNOWING) and not is_settled(governor)


def is_settled(verb: Word) -> bool:
    """Neither a plan, a duty, a possibility nor a purpose."""
    if any(one.lower in _OPEN_MODALS and one.tag == "MD" for one in verb.having(*AUXILIARIES)):
        return False
    return not (is_infinitive(verb) and not _is_done(verb))


def _is_done(infinitive: Word) -> bool:
    """Managed to show, was able to prove, seemed to say: what governs it settles it."""
    return infinitive.dep == "xcomp" and infinitive.head.is_one_of(lexicon.DOING)


def _is_content_of_noun(verb: Word) -> bool:
    """The claim that the seal failed: no gap in it."""
    marked = any(mark.lower == "that" for mark in verb.having("mark"))
    return verb.head.is_noun and marked and own_subject(verb) is not None


def _is_a_fact(noun: Word) -> bool:
    denied = any(child.lower in lexicon.NEGATIVE_DETERMINERS for child in noun.children)
    return noun.is_one_of(lexicon.FACTS) and not denied


def _picks_out(clause: Word, noun: Word) -> bool:
    """Every pump that leaks, a pump that would fit: which is meant, not that it leaks or fits."""
    determiners = {child.lower for child in noun.having("det", "predet", "amod", "neg")}
    if determiners & lexicon.NEGATIVE_DETERMINERS or noun.lower in lexicon.NEGATIVE_PRONOUNS:
        return True
    if is_aside(clause, noun):
        return False
    if determiners & lexicon.UNIVERSAL or noun.lower in lexicon.WHOEVER:
        return True
    return not _is_definite(noun) and _is_sought(noun)


def _is_definite(noun: Word) -> bool:
    if noun.tag in ("NNP", "NNPS", "PRP"):
        return True
    chosen = noun.having("det", "poss", "nummod")
    return any(one.dep != "det" or one.lower not in lexicon.INDEFINITE for one in chosen)


def _is_sought(noun: Word) -> bool:
    """What it is looked for, needed, planned or denied as does not have to be there."""
    if noun.dep in ("nsubj", "nsubjpass"):
        return False
    for above in noun.ancestors():
        if not above.is_verb:
            continue
        denied = any(one.dep == "neg" or one.lower in lexicon.NEVER for one in above.children)
        return denied or above.is_one_of(lexicon.SEEKING) or not is_settled(above)
    return False


def _replaces(preposition: Word) -> bool:
    """Instead of, without, far from opening it: it was not opened."""
    around = (preposition, *preposition.having("advmod"), preposition.head)
    return any(word.lower in lexicon.REPLACING for word in around)

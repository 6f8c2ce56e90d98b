"""What a sentence does not assert: questions, commands, conditions, what is only asked."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from companion.builders import lexicon
from companion.builders.clauses import SUBJECTS, is_apart, is_predicate, own_subject
from companion.builders.words import Word

_MARKER = re.compile(
    r"\b(?:if|unless|whether|in case|as long as|so long as|provided(?: that)?"
    r"(?=\s+(?:the|a|an|that|it|we|they|all|no|you|he|she)\b)|assuming|supposing|in the event|"
    r"on condition|otherwise)\b"
    r"|^(?:had|were|should)\s(?=[^?]*,)|^suppose\b",
    re.IGNORECASE,
)
_QUESTION = re.compile(r"\?[\"'\u201d\u2019)\]\s.!]*$")
_AUXILIARY_FIRST = lexicon.words(
    """am is are was were do does did has have had can could will would shall should may might must
    ca wo isn't aren't"""
)


class Mood(StrEnum):
    STATEMENT = "statement"
    QUESTION = "QUESTION"
    COMMAND = "COMMAND"


@dataclass(frozen=True, slots=True)
class Asserted:
    """`silent`: heads of branches that assert nothing. `conditional`: what hangs on one."""

    mood: Mood = Mood.STATEMENT
    silent: tuple[Word, ...] = ()
    conditional: tuple[Word, ...] = ()
    unknown: tuple[Word, ...] = field(default=())

    def is_silent(self, word: Word) -> bool:
        return any(word.hangs_below(head) for head in self.silent)

    def is_conditional(self, verb: Word) -> bool:
        return any(_depends_on(verb, head) for head in self.conditional)


def asserted(sentence: Sequence[Word], text: str) -> Asserted:
    """`text`: the canonical text that the words' offsets count in."""
    written = text[sentence[0].start : sentence[-1].end]
    if _QUESTION.search(written) or _inverted(sentence):
        return Asserted(Mood.QUESTION)
    if _is_command(sentence):
        return Asserted(Mood.COMMAND)
    silent: list[Word] = []
    conditional: list[Word] = []
    unknown: list[Word] = []
    for word in sentence:
        if _is_condition(word, text):
            silent.append(word)
            conditional.append(_governor(word))
        elif _is_general_time(word):
            silent.append(word)
        elif _is_only_asked(word):
            silent.append(word)
            unknown += word.ancestors()
        elif word.text == "?":
            silent.append(_asked_before(word))
    found = Asserted(silent=tuple(silent), conditional=tuple(conditional), unknown=tuple(unknown))
    return _with_markers(found, sentence, written)


def _with_markers(found: Asserted, sentence: Sequence[Word], written: str) -> Asserted:
    """A condition's marker without a clause of its own: from it to the comma nothing is said."""
    silent, hanging, unknown = list(found.silent), list(found.conditional), list(found.unknown)
    for match in _MARKER.finditer(written):
        at = sentence[0].start + match.start()
        marker = next(word for word in sentence if word.end > at)
        if found.is_silent(marker):
            continue
        reach = _reach(marker, sentence)
        silent += reach
        hanging += [word for word in sentence if word.is_root]
        if marker.lower == "whether":
            unknown += marker.ancestors()
    return Asserted(silent=tuple(silent), conditional=tuple(hanging), unknown=tuple(unknown))


def _reach(marker: Word, sentence: Sequence[Word]) -> list[Word]:
    """The predicates from the marker to the next comma, to the end where there is none."""
    after = [word for word in sentence if word.index >= marker.index]
    comma = next(
        (word.index for word in after if word.text in (",", ";", ":")), after[-1].index + 1
    )
    if marker.lower == "otherwise":
        return []
    return [word for word in after if word.index < comma and (is_predicate(word) or word is marker)]


def _inverted(sentence: Sequence[Word]) -> bool:
    """Is the pump, who closed, what is: asked without a question mark."""
    first = next((word for word in sentence if word.dep != "punct"), None)
    root = next((word for word in sentence if word.is_root), None)
    if first is None or root is None:
        return False
    if first.lower in _AUXILIARY_FIRST and first.head in (root, first) and first.dep != "advcl":
        subject = root.first(*SUBJECTS, "expl")
        return (
            subject is not None
            and subject.index > first.index
            and root.first("attr") is not subject
        )
    return False


def _is_command(sentence: Sequence[Word]) -> bool:
    root = next((word for word in sentence if word.is_root), None)
    if root is None:
        return False
    if root.lower == "let" and root.tag == "VB":
        return True
    if root.first(*SUBJECTS, "expl") is not None or _states_before(root, sentence):
        return False
    if _begins_with_a_command(sentence):
        return True
    if root.tag not in ("VB", "VBP") or any(
        child.tag in ("MD", "VBZ", "VBD", "TO") for child in root.having("aux", "auxpass")
    ):
        return False
    before = [w for w in sentence if w.index < root.index and w.dep not in ("punct", "intj", "dep")]
    return bool(before) or not _is_name_of_a_note(root)


def _states_before(root: Word, sentence: Sequence[Word]) -> bool:
    """Something with a subject is said before the root, and no condition or time of it."""
    return any(
        word.index < root.index
        and is_predicate(word)
        and word.first(*SUBJECTS) is not None
        and word.dep not in ("advcl", "relcl", "acl", "csubj")
        for word in sentence
    )


def _begins_with_a_command(sentence: Sequence[Word]) -> bool:
    first = next(
        (w for w in sentence if w.dep != "punct" and w.lower not in lexicon.BEFORE_A_COMMAND), None
    )
    return first is not None and first.lower in lexicon.COMMAND_VERBS


def _is_name_of_a_note(root: Word) -> bool:
    """Pump leaking, wound clean: taken for a verb, but a state follows it at once."""
    following = next((w for w in sorted(root.subtree(), key=_order) if w.index > root.index), None)
    state = following is not None and (
        following.tag in ("VBG", "VBN") or following.lower in lexicon.STATES
    )
    bare = not any(child.dep in ("dobj", "prt") and child.having("det") for child in root.children)
    return state and bare and root.lower not in lexicon.COMMANDING


def _order(word: Word) -> int:
    return word.index


def _is_condition(word: Word, text: str) -> bool:
    """A clause that begins with if, unless, in case; or is turned round: had it been closed."""
    if not is_predicate(word) or word.is_root:
        return False
    if word.dep == "advcl" and _turned_round(word):
        return True
    if (
        any(c.lower in lexicon.CONDITIONAL_MARKS for c in word.having("mark"))
        and word.dep != "ccomp"
    ):
        return True
    if word.lower in ("provided", "assuming", "supposing", "given") and word.dep in (
        "advcl",
        "prep",
    ):
        return word.first("ccomp", "pcomp") is not None or word.dep == "advcl"
    first = min(one.start for one in word.subtree())
    beginning = text[first : first + 20].lower()
    return (word.dep != "ccomp" or is_apart(word)) and beginning.startswith(
        lexicon.CONDITIONAL_PHRASES
    )


def _is_general_time(word: Word) -> bool:
    """When the light is red, before you open it: in the present such a clause names no event."""
    of_time = word.head.lower in lexicon.TIMES and word.dep in ("advcl", "relcl", "acl")
    if not (word.dep == "advcl" or of_time) or word.tag not in ("VBZ", "VBP", "VB", "VBN", "VBG"):
        return False
    first = min(word.subtree(), key=_order)
    own = word.having("aux", "auxpass") or [word]
    present = any(one.tag in ("VBZ", "VBP") for one in own) and own_subject(word) is not None
    return present and (of_time or first.lower in lexicon.OF_TIME)


def _turned_round(word: Word) -> bool:
    auxiliary = word.first("aux", "auxpass")
    subject = word.first(*SUBJECTS)
    return (
        auxiliary is not None
        and subject is not None
        and auxiliary.lower in ("had", "were", "should")
        and auxiliary.index < subject.index
        and word.first("mark") is None
    )


def _governor(word: Word) -> Word:
    governor = word.head
    while not governor.is_verb and not governor.is_root:
        governor = governor.head
    return governor


def _depends_on(verb: Word, head: Word) -> bool:
    """The clause itself, and what is coordinated with it or said inside it."""
    return verb.hangs_below(head)


def _is_only_asked(word: Word) -> bool:
    """Whether it holds; who closed it: a clause that names what is not known."""
    if word.dep not in ("ccomp", "csubj", "pcomp", "acl", "advcl", "csubjpass", "xcomp"):
        return False
    marks = {child.lower for child in word.having("mark")}
    if "whether" in marks or ("if" in marks and word.dep in ("ccomp", "pcomp")):
        return True
    first = min(word.subtree(), key=_order)
    if first.lower not in lexicon.ASKING_WORDS or word.dep in ("csubj", "csubjpass"):
        return False
    governor = word.head
    doubtful = any(child.lower in lexicon.NOT_KNOWN for child in governor.children)
    negated = any(child.dep == "neg" for child in governor.children)
    return (
        governor.is_one_of(lexicon.ASKING)
        or governor.lower in lexicon.NOT_KNOWN
        or doubtful
        or negated
    )


def _asked_before(mark: Word) -> Word:
    """The clause that a question mark inside a sentence ends."""
    return mark.head if mark.head.index < mark.index else mark

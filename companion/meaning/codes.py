"""The numbered rules: what each is called, and what breaking it costs."""

from dataclasses import dataclass
from enum import StrEnum


class Cost(StrEnum):
    """What breaking a rule costs. Nothing ever raises a status."""

    CONSTRUCTION = "R"
    CANDIDATE = "C"
    DEMOTION = "D"
    NOTE = "note"


class Code(StrEnum):
    SOURCE_EMPTY = "SOURCE_EMPTY"
    SOURCE_TOO_LONG = "SOURCE_TOO_LONG"
    SCHEMA_INVALID = "SCHEMA_INVALID"
    ENTRY_BOUNDARY = "ENTRY_BOUNDARY"
    SOURCE_CHANGED = "SOURCE_CHANGED"
    TOO_MANY_ITEMS = "TOO_MANY_ITEMS"
    LOCAL_ID_INVALID = "LOCAL_ID_INVALID"
    LOCAL_ID_DUPLICATE = "LOCAL_ID_DUPLICATE"
    NODE_TYPE_INVALID = "NODE_TYPE_INVALID"
    NODE_REFERENCE_UNKNOWN = "NODE_REFERENCE_UNKNOWN"
    RELATION_SELF_LOOP = "RELATION_SELF_LOOP"
    PROVENANCE_INVALID = "PROVENANCE_INVALID"
    QUALIFIER_INVALID = "QUALIFIER_INVALID"
    STATUS_INVALID = "STATUS_INVALID"
    CLASSIFICATION_MISSING = "CLASSIFICATION_MISSING"
    CLASSIFICATION_DUPLICATE = "CLASSIFICATION_DUPLICATE"
    CLASSIFICATION_UNKNOWN_CANDIDATE = "CLASSIFICATION_UNKNOWN_CANDIDATE"
    STAGE_A_MUTATED = "STAGE_A_MUTATED"
    EMPTY_WITHOUT_LIMITATION = "EMPTY_WITHOUT_LIMITATION"
    PROVENANCE_REQUIRED = "PROVENANCE_REQUIRED"
    CANDIDATE_DUPLICATE = "CANDIDATE_DUPLICATE"
    EXCERPT_EMPTY = "EXCERPT_EMPTY"
    EXCERPT_TOO_LONG = "EXCERPT_TOO_LONG"
    EXCERPT_NOT_IN_SOURCE = "EXCERPT_NOT_IN_SOURCE"
    EXCERPT_OCCURRENCE_OUT_OF_RANGE = "EXCERPT_OCCURRENCE_OUT_OF_RANGE"
    EXCERPT_AMBIGUOUS_AFTER_FOLD = "EXCERPT_AMBIGUOUS_AFTER_FOLD"
    EXCERPT_SPLITS_TOKEN = "EXCERPT_SPLITS_TOKEN"  # noqa: S105 - a token of text
    LABEL_LENGTH = "LABEL_LENGTH"
    LABEL_FORBIDDEN_CHARACTER = "LABEL_FORBIDDEN_CHARACTER"
    LABEL_RESERVED_TOKEN = "LABEL_RESERVED_TOKEN"  # noqa: S105 - a token of text
    LABEL_NOT_GROUNDED = "LABEL_NOT_GROUNDED"
    PREDICATE_NOT_GROUNDED = "PREDICATE_NOT_GROUNDED"
    NODE_OUTSIDE_EXCERPT_SENTENCE = "NODE_OUTSIDE_EXCERPT_SENTENCE"
    UNSTATED_CAUSE = "UNSTATED_CAUSE"
    QUESTION_NOT_ASSERTED = "QUESTION_NOT_ASSERTED"
    NEGATION_DROPPED = "NEGATION_DROPPED"
    NEGATION_INVENTED = "NEGATION_INVENTED"
    MULTIPLE_NEGATION = "MULTIPLE_NEGATION"
    HEDGE_DROPPED = "HEDGE_DROPPED"
    CONDITION_DROPPED = "CONDITION_DROPPED"
    FUTURE_AS_FACT = "FUTURE_AS_FACT"
    MEASURED_WITHOUT_NUMBER = "MEASURED_WITHOUT_NUMBER"
    NUMBER_ALTERED = "NUMBER_ALTERED"
    ATTRIBUTION_MISSING = "ATTRIBUTION_MISSING"
    INSTRUCTION_LIKE_TEXT = "INSTRUCTION_LIKE_TEXT"
    ROUTING_INVARIANT = "ROUTING_INVARIANT"
    ATTRIBUTION_DROPPED = "ATTRIBUTION_DROPPED"
    WORDS_UNACCOUNTED = "WORDS_UNACCOUNTED"
    TOO_MANY_REJECTIONS = "TOO_MANY_REJECTIONS"
    SENTENCE_TOO_LONG = "SENTENCE_TOO_LONG"


@dataclass(frozen=True, slots=True)
class Rule:
    """`number` as in docs/companion.md; `words` say to people what is wrong when it is broken."""

    number: int
    cost: Cost
    codes: tuple[Code, ...]
    words: str


_R, _C, _D, _NOTE = Cost.CONSTRUCTION, Cost.CANDIDATE, Cost.DEMOTION, Cost.NOTE

RULES = (
    Rule(1, _R, (Code.SOURCE_EMPTY,), "The entry has no words."),
    Rule(2, _R, (Code.SOURCE_TOO_LONG,), "The entry is longer than 100,000 characters."),
    Rule(3, _R, (Code.SCHEMA_INVALID,), "The builder's answer does not have the agreed shape."),
    Rule(4, _R, (Code.ENTRY_BOUNDARY,), "The answer is about another entry or subject."),
    Rule(5, _R, (Code.SOURCE_CHANGED,), "The entry's words are not those the run began with."),
    Rule(6, _R, (Code.TOO_MANY_ITEMS,), "More than 2,500 candidates or 5,000 nodes."),
    Rule(7, _R, (Code.LOCAL_ID_INVALID,), "A local id does not have the agreed form."),
    Rule(8, _R, (Code.LOCAL_ID_DUPLICATE,), "Two nodes or candidates share a local id."),
    Rule(9, _R, (Code.NODE_TYPE_INVALID,), "A node is of an unknown type."),
    Rule(10, _R, (Code.NODE_REFERENCE_UNKNOWN,), "A candidate names a node that is not there."),
    Rule(11, _C, (Code.RELATION_SELF_LOOP,), "It relates a thing to itself."),
    Rule(
        12,
        _R,
        (Code.PROVENANCE_INVALID, Code.QUALIFIER_INVALID, Code.STATUS_INVALID),
        "A provenance, polarity, modality or status is none of the known ones.",
    ),
    Rule(13, _R, (Code.CLASSIFICATION_MISSING,), "A candidate was not classified."),
    Rule(14, _R, (Code.CLASSIFICATION_DUPLICATE,), "A candidate was classified twice."),
    Rule(
        15,
        _R,
        (Code.CLASSIFICATION_UNKNOWN_CANDIDATE,),
        "What was not found was classified.",
    ),
    Rule(16, _R, (Code.STAGE_A_MUTATED,), "What was discovered changed while it was classified."),
    Rule(17, _R, (Code.EMPTY_WITHOUT_LIMITATION,), "Nothing was found and no reason is given."),
    Rule(18, _C, (Code.PROVENANCE_REQUIRED,), "It does not say how the person knows it."),
    Rule(19, _C, (Code.CANDIDATE_DUPLICATE,), "The same relation was found twice."),
    Rule(
        20,
        _C,
        (Code.EXCERPT_EMPTY, Code.EXCERPT_TOO_LONG),
        "The excerpt has no words, or more than 2,000 characters.",
    ),
    Rule(21, _C, (Code.EXCERPT_NOT_IN_SOURCE,), "The excerpt does not stand in the entry."),
    Rule(
        22,
        _C,
        (Code.EXCERPT_OCCURRENCE_OUT_OF_RANGE, Code.EXCERPT_AMBIGUOUS_AFTER_FOLD),
        "It is not clear which place of the entry the excerpt means.",
    ),
    Rule(23, _C, (Code.EXCERPT_SPLITS_TOKEN,), "The excerpt cuts a word, number or character."),
    Rule(
        24,
        _C,
        (Code.LABEL_LENGTH, Code.LABEL_FORBIDDEN_CHARACTER),
        "A label is empty, longer than 200 characters or holds what a reader cannot see.",
    ),
    Rule(25, _C, (Code.LABEL_RESERVED_TOKEN,), "A label holds a status name or an id."),
    Rule(26, _D, (Code.LABEL_NOT_GROUNDED,), "A label says more than the words of the entry."),
    Rule(27, _D, (Code.PREDICATE_NOT_GROUNDED,), "The predicate is not in the entry's words."),
    Rule(28, _D, (Code.NODE_OUTSIDE_EXCERPT_SENTENCE,), "Its parts stand in different sentences."),
    Rule(29, _D, (Code.UNSTATED_CAUSE,), "A cause is claimed that the words do not state."),
    Rule(30, _D, (Code.QUESTION_NOT_ASSERTED,), "The sentence asks."),
    Rule(
        31,
        _D,
        (Code.NEGATION_DROPPED, Code.NEGATION_INVENTED),
        "The words deny it and the relation does not, or the other way round.",
    ),
    Rule(32, _D, (Code.MULTIPLE_NEGATION,), "The words deny more than once."),
    Rule(33, _D, (Code.HEDGE_DROPPED,), "The words are less certain than the relation."),
    Rule(34, _D, (Code.CONDITION_DROPPED,), "The words hold only under a condition."),
    Rule(35, _D, (Code.FUTURE_AS_FACT,), "The words speak of a plan or of the future."),
    Rule(36, _D, (Code.MEASURED_WITHOUT_NUMBER,), "Measured, but the excerpt has no number."),
    Rule(37, _D, (Code.NUMBER_ALTERED,), "A number is not as the entry has it."),
    Rule(38, _D, (Code.ATTRIBUTION_MISSING,), "Reported, but the sentence names no report."),
    Rule(
        39,
        _NOTE,
        (Code.INSTRUCTION_LIKE_TEXT,),
        "The entry holds what reads as an instruction.",
    ),
    Rule(40, _R, (Code.ROUTING_INVARIANT,), "An inference stood among the facts."),
    Rule(41, _D, (Code.ATTRIBUTION_DROPPED,), "Somebody else said it, and the relation is silent."),
    Rule(
        42,
        _D,
        (Code.WORDS_UNACCOUNTED,),
        "In a language without word lists, words of the excerpt are left out.",
    ),
    Rule(43, _R, (Code.TOO_MANY_REJECTIONS,), "More than half of the candidates were rejected."),
    Rule(
        44,
        _D,
        (Code.SENTENCE_TOO_LONG,),
        "More than 5,000 characters stand around it without the end of a sentence.",
    ),
)

RULE_OF = {code: rule for rule in RULES for code in rule.codes}


def in_order(codes: set[Code]) -> tuple[Code, ...]:
    """By the number of the rule, and as the rule names them."""
    order = list(Code)
    return tuple(sorted(codes, key=lambda code: (RULE_OF[code].number, order.index(code))))

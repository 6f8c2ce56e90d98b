"""What the guards have to know of a language."""

from dataclasses import dataclass

import regex


@dataclass(frozen=True, slots=True)
class Lists:
    """Closed lists of one language; patterns are matched against text with plain apostrophes.

    `cause_follows` are markers after which the cause is said ("because"), `cause_precedes` those
    before which it was said ("so"). `plans` are verbs that a relation
    may say itself ("hopes to finish"). `speech_*` name the marker in a group `verb`.
    """

    function_words: frozenset[str]
    pronouns: frozenset[str]
    not_negators: "regex.Pattern[str]"
    negators: "regex.Pattern[str]"
    lexical_negators: "regex.Pattern[str]"
    trailing_negators: "regex.Pattern[str]"
    hedges: "regex.Pattern[str]"
    trailing_hedges: "regex.Pattern[str]"
    modals: "regex.Pattern[str]"
    conditions: "regex.Pattern[str]"
    futures: "regex.Pattern[str]"
    plans: "regex.Pattern[str]"
    past: "regex.Pattern[str]"
    future_times: "regex.Pattern[str]"
    clause_breaks: "regex.Pattern[str]"
    causal_predicates: "regex.Pattern[str]"
    cause_follows: "regex.Pattern[str]"
    cause_precedes: "regex.Pattern[str]"
    speech: "regex.Pattern[str]"
    speech_before: "regex.Pattern[str]"
    speech_within: "regex.Pattern[str]"
    speech_after: "regex.Pattern[str]"

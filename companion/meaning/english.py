"""English word lists of the guards. Closed: what is not here does not count.

In the lists a space parts one entry from the next, and _ stands for the space inside a phrase.
"""

import regex

from companion.meaning.lists import Lists


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


def _either(entries: str) -> str:
    return r"\b(?:" + "|".join(entries.replace("_", r"\s+").split()) + r")\b"


def _pattern(*parts: str, case: bool = False) -> "regex.Pattern[str]":
    return regex.compile("|".join(parts), 0 if case else regex.IGNORECASE)


_SPEECH = """say says said tell tells told reported mention mentions mentioned stated claimed
    announces announced warns warned writes wrote complains complained insists insisted admits
    admitted alleges alleged"""
# Verbs as well as nouns: said of somebody only where a name or a pronoun stands before.
_NOUNS = r"(?<=\b(?:he|she|it|they|(?-i:\p{Lu}\p{L}*))\s)(?-i:reports|claims|states)\b"
_VERB = f"(?P<verb>{_either(_SPEECH)}|{_NOUNS})"
_OWN = r"(?<!\b(?:i|we)\s)(?<!\b(?:i|we)\s(?:have|had|just|also)\s)"
_SOMEBODY = r"(?:\s+(?:me|us|him|her|them|you|\p{Lu}\p{L}+))?"
_OPENS = r"\s*[,:]?\s*[\"\u201c']?\s*$"

ENGLISH = Lists(
    function_words=_set(
        """a an the this that these those of in on at to for from by with as is are was were be been
        being am has have had having do does did it its there here s i me my we us our you your he
        him his she her they them their who whom whose which what"""
    ),
    pronouns=_set("it this that they these those he she i we you itself"),
    not_negators=_pattern(
        _either(
            """not_only no_doubt whether_or_not if_not nothing_but no_sooner not_to_mention
            why_not"""
        ),
        r"\bno\.\s?(?=#?\d)",
    ),
    negators=_pattern(
        r"\bneither\b.*?\bnor\b",
        _either(
            """not no never none nobody nothing nowhere neither nor cannot hardly scarcely barely
            rarely seldom nil false untrue no[-_]one"""
        ),
        r"n't\b",
    ),
    lexical_negators=_pattern(
        _either(
            """without w/o absent absence den(?:y|ies|ied|ying) lack(?:s|ed|ing)? excluded
            fail(?:s|ed|ing)?_to unable_to refus(?:e|es|ed|ing)_to free_(?:of|from) negative_for
            ruled_out ceased_to instead_of rather_than anything_but far_from"""
        )
    ),
    trailing_negators=_pattern(_either("absent denied excluded ruled_out negative")),
    hedges=_pattern(
        _either(
            """maybe perhaps possibly possible probably probable likely unlikely apparently
            seemingly presumably supposedly allegedly reportedly conceivably arguably potentially
            seem(?:s|ed|ing)? suspect(?:s|ed)? suspicion think(?:s|ing)? thought believe(?:s|d)?
            guess(?:es|ed)? assum(?:e|es|ed|ing) supposes? suggest(?:s|ed|ing)?
            indicat(?:e|es|ed)_that doubt(?:s|ed|ful)? wonder(?:s|ed|ing)? unclear uncertain unsure
            not_sure impression imagin(?:e|es|ed) speculat(?:e|es|ed) rumou?r(?:s|ed)?
            (?:look|sound|feel|smell)(?:s|ed|ing)?_(?:like|as_(?:if|though))
            appear(?:s|ed|ing)?_(?:to|that|as) it_appear(?:s|ed) in_(?:my|our)_(?:opinion|view)
            (?:i|we)_(?:feel|felt|reckon|figure) as_if as_though"""
        )
    ),
    trailing_hedges=_pattern(
        r"^\s*[,(\u2013\u2014-]\s*(?:or\s+so\s+)?"
        + _either(
            """(?:i|we|it)_(?:think|thought|believe|guess|suppose|suspect|assume|reckon|seems)
            it_appears probably maybe perhaps possibly apparently presumably allegedly supposedly
            likely not_sure"""
        )
    ),
    modals=_pattern(
        _either("might could would should must ought may MAY"),
        r"(?<!\b(?:the|a|an|this|each)\s)\bcan\b",
        _either("(?:supposed|able|needs?|needed|has|have|had|required)_to"),
        r"'d\b",
        case=True,
    ),
    conditions=_pattern(
        _either(
            """if unless whether provided_that providing in_case as_long_as assuming otherwise
            in_the_event suppose supposing depending_on"""
        )
    ),
    futures=_pattern(
        r"(?<!\b(?:the|a|his|her|their|my)\s)\b(?:will|shall|won't)\b",
        r"'ll\b",
        _either(
            r"""going_to gonna scheduled_(?:to|for) about_to expected_to due_to_be to_be_\p{L}+ed"""
        ),
        case=True,
    ),
    plans=_pattern(
        _either(
            """plan(?:s|ned|ning)?_(?:to|on) intend(?:s|ed|ing)?_to aim(?:s|ed|ing)?_to
            hop(?:es|ed|ing|e)_to"""
        )
    ),
    past=_pattern(r"\b(?:was|were|had|did)\b", r"\p{L}{2}ed\b"),
    future_times=_pattern(
        _either(
            """tomorrow soon upcoming next_(?:week|month|year|quarter|time|shift)
            next_(?:mon|tues|wednes|thurs|fri|satur|sun)day"""
        )
    ),
    clause_breaks=_pattern(
        r"[,;:()\u2013\u2014.!?]",
        r"\s--?\s",
        _either(
            """and but so because although though while whereas since when after before until which
            who yet then"""
        ),
    ),
    causal_predicates=_pattern(
        "^stated_cause_of$",
        _either(
            r"""caus\p{L}* because due_to owing_to thanks_to le(?:a|)ds?_to
            result(?:s|ed|ing)?_(?:in|from) trigger(?:s|ed|ing)? therefore on_account_of"""
        ),
    ),
    cause_follows=_pattern(
        _either(
            """because(?:_of)? due_to owing_to thanks_to on_account_of caused_by triggered_by
            result(?:s|ed|ing)?_from as_a_result_of b/c"""
        )
    ),
    cause_precedes=_pattern(
        _either(
            r"""le(?:a|)ds?_to leading_to result(?:s|ed|ing)?_in caus(?:e|es|ed|ing)(?!_by)
            trigger(?:s|ed|ing)?(?!_by) as_a_result(?!_of) therefore hence thus consequently
            for_(?:this|that)_reason (?:that|which)(?:'s|_is)_why and_so so_that"""
        ),
        r"(?:,\s*|;\s*|\.\s+|^)so\b",
    ),
    speech=_pattern(
        _either(
            _SPEECH
            + """ report reports reporting claim claims state states heard hear hears according_to
            per quoted? asked asks answered replied announcement note notes noted
            explain(?:s|ed)? confirm(?:s|ed)? describe(?:s|d)?
            complain added testified phoned called emailed texted posted"""
        ),
        r"[\"\u201c\u201d]",
    ),
    speech_before=_pattern(
        rf"{_OWN}(?<![,\"\u201d']\s*){_VERB}{_SOMEBODY}(?:\s+(?:that|how))?{_OPENS}",
        r"\b(?:i|we|was|were|been|got|being)\s+(?:just\s+|also\s+)?(?P<verb>heard|hear|told|informed)"
        rf"(?:\s+(?:from|by)\s+(?:the\s+)?\p{{L}}+)?(?:\s+that)?{_OPENS}",
        r"\b(?P<verb>according\s+to)\b[^,]*,\s*$",
    ),
    speech_within=_pattern(
        rf"{_OWN}{_VERB}", r"\b(?:i|we)\s+(?P<verb>heard)\b", r"\b(?P<verb>according\s+to)\b"
    ),
    speech_after=_pattern(
        rf"^[\"\u201d']?,[\"\u201d']?\s+(?:\p{{L}}+\s+){{0,3}}{_VERB}",
        r"^[\"\u201d']?,?\s+(?P<verb>according\s+to)\b",
    ),
)

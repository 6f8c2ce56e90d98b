"""Where an excerpt may begin and end: never inside a word, a number or a drawn character."""

from functools import cached_property

import regex

_GRAPHEME = regex.compile(r"\X")
_FORMAT = regex.compile(r"[\p{Cf}\p{Variation_Selector}\u034f]")
_WORD = regex.compile(r"[\p{L}\p{M}\p{N}\p{Pc}]")
# Scripts that set no spaces between words: nothing tells where a word of theirs ends.
_UNSPACED = regex.compile(
    r"[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Thai}"
    r"\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]"
)

# Cuts that make another word or number of what is written; | is the cut.
_CUT = regex.compile(
    r"""
      (?<=\p{N})[.,:/'\u2019\u00a0\u2009\u202f\u2010-\u2015-]\p{N}   # 1|.5   12|,000   140|/90
    | (?<=\p{N}[.,:/'\u2019\u00a0\u2009\u202f\u2010-\u2015-])\p{N}   # 1.|5   140/|90
    | (?<=[.,])\p{N}                                                 # .|5
    | (?<=[<>\u2264\u2265\u2248~\u00b1][ ]?)\p{N}                    # <|5
    | (?<=(?<![\p{L}\p{N}])[-\u2010-\u2015\u2212])\p{N}              # -|5
    | (?<=\p{N})[%\u2030\u00b0]                                      # 5|%
    | (?<=[\p{L}\p{N}])[-\u2010\u2011][\p{L}\p{N}]                   # oil|-free
    | (?<=[\p{L}\p{N}][-\u2010\u2011])[\p{L}\p{N}]                   # non-|toxic
    | (?<=[nN])['\u2019][tT]\b                                       # don|'t
    | (?<=[nN]['\u2019])[tT]\b                                       # don'|t
    """,
    regex.VERBOSE,
)


class Boundaries:
    """Asks of one text; the characters as people see them are counted once, when first needed."""

    def __init__(self, text: str) -> None:
        self._text = text

    def splits(self, place: int) -> bool:
        """Whether a cut before the character at this offset goes through something."""
        text = self._text
        if not 0 < place < len(text):
            return False
        return (
            place in self._inside_graphemes
            or self._splits_word(place)
            or _CUT.match(text, place) is not None
        )

    @cached_property
    def _inside_graphemes(self) -> frozenset[int]:
        if self._text.isascii():
            return frozenset()
        return frozenset(
            place
            for found in _GRAPHEME.finditer(self._text)
            if found.end() - found.start() > 1
            for place in range(found.start() + 1, found.end())
        )

    def _splits_word(self, place: int) -> bool:
        # A soft hyphen or a zero width space does not end a word for who reads it.
        before, after = place - 1, place
        while before >= 0 and _FORMAT.match(self._text, before):
            before -= 1
        while after < len(self._text) and _FORMAT.match(self._text, after):
            after += 1
        if before < 0 or after >= len(self._text):
            return False
        pair = self._text[before], self._text[after]
        return all(map(_WORD.match, pair)) and not any(map(_UNSPACED.match, pair))

"""Whether a piece of text is English, by its commonest words and its script; nothing cleverer."""

import re

from companion.builders.lexicon import words

_WORD = re.compile(r"[^\W\d_]+")
_LATIN = re.compile(r"[A-Za-z\u00c0-\u024f]")
_ENGLISH = words(
    """the a an and or of to in on at is are was were be been it its this that with for from by
    not no has have had he she they we i you as but if when which who there his her their our
    my do does did will would can could may might must should near under over after before
    into out up down off"""
)
_OTHERS = (
    words(
        """der die das und ist nicht ein eine einen dem den des mit auf für von zu im wurde war sind
    auch wird le la les et est une des du dans pour pas sur avec au aux sont été ce cette qui
    que el los las y es un una del por con para no se está fue son il lo gli di che è per non
    sono della nel alla het een van niet op met zijn wordt o os as um uma do da em não é com
    foi och är det som på av att ett inte jest nie się na w z jest ve bir bu için"""
    )
    - _ENGLISH
)
_FEW = 3


def is_said_english(code: str) -> bool:
    """What an entry says of itself; where it says nothing, its words decide."""
    return code.lower().split("-")[0] in ("", "en")


def is_english(text: str) -> bool:
    """Short notes of nothing but names count as English; another script never does."""
    found = [word.lower() for word in _WORD.findall(text) if len(word) > 1]
    if not found:
        return True
    latin = sum(bool(_LATIN.match(word)) for word in found)
    if 2 * latin < len(found):
        return False
    other = sum(word in _OTHERS for word in found)
    return other == 0 or len(found) < _FEW or other <= sum(word in _ENGLISH for word in found)

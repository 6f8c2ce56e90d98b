"""Whether words are English, by their script and the commonest words; nothing cleverer."""

from companion.meaning.english import ENGLISH
from companion.meaning.lists import Lists
from companion.meaning.words import words_of

LISTS: dict[str, Lists] = {"en": ENGLISH}


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


# Words that alone tell, and that a guard must never overlook: they deny.
_DENIALS = _set(
    """nicht kein keine keinen keiner ohne niemals nie pas jamais aucun aucune rien nunca ningun
    ningún ninguna jamás sin nem não nunca niet geen nooit inte ingen ikke aldrig mai nessuno senza
    nessuna niente yok değil"""
)
_COMMON = _set(
    """der die das und ist ein eine einen dem den des mit auf für von zu im war sind auch wird
    le la les et est une des du dans pour sur avec au aux sont été ce cette qui que
    el los las y es un una del por con para está fue son se lo gli di che è per della nel alla il
    het een van op met zijn wordt os um uma do da em é com foi och är det som på av att ett og
    w z jest się na ve bir bu için non sono wurde"""
)
_ENGLISH = ENGLISH.function_words | _set(
    """and or not no but if when there do will would can could may might must should near under
    over after before into out up down off"""
)
_OTHERS = (_COMMON | _DENIALS) - _ENGLISH
_ENOUGH = 2
_FEW = 3


def lists_for(language: str, sentence: str) -> Lists | None:
    """The lists of the entry's language, unless this sentence is of another one."""
    lists = LISTS.get(language)
    return None if lists is None or is_foreign(sentence, lists) else lists


def is_foreign(sentence: str, lists: Lists) -> bool:
    """For a guard: in doubt yes, for its lists would overlook what denies."""
    if _is_of_another_script(sentence):
        return True
    words = set(words_of(sentence))
    if not _DENIALS.isdisjoint(words):
        return True
    foreign = len(words & _COMMON)
    return foreign >= _ENOUGH and foreign > len(words & lists.function_words)


def is_said_english(code: str) -> bool:
    """What an entry says of itself; where it says nothing, its words decide."""
    return code.lower().split("-")[0] in ("", "en")


def is_english(text: str) -> bool:
    """For a builder: short notes of nothing but names count as English, another script never."""
    words = [word for word in words_of(text) if len(word) > 1 and word.isalpha()]
    if not words:
        return True
    if _is_of_another_script(text):
        return False
    other = sum(word in _OTHERS for word in words)
    return other == 0 or len(words) < _FEW or other <= sum(word in _ENGLISH for word in words)


def _is_of_another_script(text: str) -> bool:
    letters = [char for char in text if char.isalpha()]
    return 2 * sum(char < "\u0250" for char in letters) < len(letters)

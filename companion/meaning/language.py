"""Whether a sentence is one that the English word lists can guard."""

from companion.meaning.english import ENGLISH
from companion.meaning.lists import Lists
from companion.meaning.words import words_of

LISTS: dict[str, Lists] = {"en": ENGLISH}

# Words that alone tell, and that a guard must never overlook: they deny.
_DENIALS = frozenset(
    """nicht kein keine keinen keiner ohne niemals nie pas jamais aucun aucune rien nunca ningun
    ningún ninguna jamás sin nem não nunca niet geen nooit inte ingen ikke aldrig mai nessuno senza
    nessuna niente yok değil""".split()  # noqa: SIM905 - a list to be read
)
_COMMON = frozenset(
    """der die das und ist ein eine einen dem den des mit auf für von zu im war sind auch wird
    le la les et est une des du dans pour sur avec au aux sont été ce cette qui que
    el los las y es un una del por con para está fue son se lo gli di che è per della nel alla il
    het een van op met zijn wordt os um uma do da em é com foi och är det som på av att ett og
    w z jest się na ve bir bu için""".split()  # noqa: SIM905 - a list to be read
)
_ENOUGH = 2


def lists_for(language: str, sentence: str) -> Lists | None:
    """The lists of the entry's language, unless this sentence is of another one."""
    lists = LISTS.get(language)
    return None if lists is None or is_foreign(sentence, lists) else lists


def is_foreign(sentence: str, lists: Lists) -> bool:
    letters = [char for char in sentence if char.isalpha()]
    if 2 * sum(char < "\u0250" for char in letters) < len(letters):
        return True
    words = set(words_of(sentence))
    if not _DENIALS.isdisjoint(words):
        return True
    foreign = len(words & _COMMON)
    return foreign >= _ENOUGH and foreign > len(words & lists.function_words)

"""Porter's stems of English words, so that one rank serves every engine's matches."""

from functools import lru_cache

_SECOND = {
    "ational": "ate", "tional": "tion", "enci": "ence", "anci": "ance", "izer": "ize",
    "abli": "able", "alli": "al", "entli": "ent", "eli": "e", "ousli": "ous", "ization": "ize",
    "ation": "ate", "ator": "ate", "alism": "al", "iveness": "ive", "fulness": "ful",
    "ousness": "ous", "aliti": "al", "iviti": "ive", "biliti": "ble", "logi": "log",
}  # fmt: skip
_THIRD = {
    "icate": "ic", "ative": "", "alize": "al", "iciti": "ic", "ical": "ic", "ful": "", "ness": "",
}  # fmt: skip
_FOURTH = (
    "al", "ance", "ence", "er", "ic", "able", "ible", "ant", "ement", "ment", "ent", "ion", "ou",
    "ism", "ate", "iti", "ous", "ive", "ize",
)  # fmt: skip


@lru_cache(maxsize=65_536)
def stem(word: str) -> str:
    """Words of other scripts, and with digits, are their own stem."""
    if len(word) < 3 or not (word.isascii() and word.isalpha()):
        return word
    word = _past(_plural(word))
    if word.endswith("y") and _has_vowel(word[:-1]):
        word = f"{word[:-1]}i"
    word = _replaced(_replaced(word, _SECOND), _THIRD)
    return _tidied(_shortened(word))


def _kinds(part: str) -> str:
    """Its letters as vowels and consonants: `y` is a vowel after a consonant."""
    kinds = ""
    for char in part:
        is_vowel = char in "aeiou" or (char == "y" and kinds[-1:] == "c")
        kinds += "v" if is_vowel else "c"
    return kinds


def _measure(part: str) -> int:
    return _kinds(part).count("vc")


def _has_vowel(part: str) -> bool:
    return "v" in _kinds(part)


def _is_short(part: str) -> bool:
    return _kinds(part).endswith("cvc") and part[-1] not in "wxy"


def _plural(word: str) -> str:
    if word.endswith(("sses", "ies")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


def _past(word: str) -> str:
    if word.endswith("eed"):
        return word[:-1] if _measure(word[:-3]) else word
    for ending in ("ed", "ing"):
        bare = word.removesuffix(ending)
        if bare != word and _has_vowel(bare):
            return _mended(bare)
    return word


def _mended(bare: str) -> str:
    if bare.endswith(("at", "bl", "iz")):
        return f"{bare}e"
    if bare[-1:] == bare[-2:-1] and bare[-1] not in "aeiouylsz":
        return bare[:-1]
    return f"{bare}e" if _measure(bare) == 1 and _is_short(bare) else bare


def _replaced(word: str, endings: dict[str, str]) -> str:
    for ending in sorted(endings, key=len, reverse=True):
        if word.endswith(ending):
            bare = word.removesuffix(ending)
            return bare + endings[ending] if _measure(bare) else word
    return word


def _shortened(word: str) -> str:
    for ending in sorted(_FOURTH, key=len, reverse=True):
        if word.endswith(ending):
            bare = word.removesuffix(ending)
            is_fit = _measure(bare) > 1 and (ending != "ion" or bare[-1:] in ("s", "t"))
            return bare if is_fit else word
    return word


def _tidied(word: str) -> str:
    if word.endswith("e"):
        bare = word[:-1]
        if _measure(bare) > 1 or (_measure(bare) == 1 and not _is_short(bare)):
            word = bare
    return word[:-1] if word.endswith("ll") and _measure(word[:-1]) > 1 else word

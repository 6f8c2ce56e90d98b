"""Which words make up a name, and which only hang on it."""

from collections.abc import Iterator

from companion.builders.words import Phrase, Word

_OPENING = frozenset(
    {
        "``",
        '"',
        "(",
        "-LRB-",
        "$",
        "`",
        "\u201c",
        "#",
        "\u20ac",
        "\u00a3",
        "-",
        "\u2212",
        "~",
        "<",
        ">",
    }
)
_CLOSING = frozenset({"''", '"', "%", ")", "-RRB-", "'", "\u201d", "\u00b0", "+", "-"})
_ASIDES = ("relcl", "acl")
_COORDINATION = frozenset({"conj", "cc", "preconj"})


def whole(head: Word) -> Phrase:
    """All that hangs below a word."""
    return trimmed(head.subtree())


def without_asides(head: Word) -> Phrase:
    """All that hangs below a word, but what only tells more of a name in it."""
    kept, waiting = [], [head]
    while waiting:
        word = waiting.pop()
        kept.append(word)
        waiting += (c for c in word.children if not (c.dep in _ASIDES and is_aside(c, word)))
    return trimmed(kept)


def name(head: Word, without: Word | None = None) -> Phrase:
    """One member of a coordination, without apposition, aside, or the branch with `without`."""
    return trimmed(_named(head, head, without, coordinated=False))


def together(head: Word, without: Word | None = None) -> Phrase:
    """A name with all it is coordinated with: sales and marketing."""
    return trimmed(_named(head, head, without, coordinated=True))


def members(head: Word) -> list[Word]:
    """Of a coordination each in turn; of anything else itself."""
    found, waiting = [], [head]
    while waiting:
        word = waiting.pop(0)
        state = head.pos == "ADJ" and word.tag in ("VBN", "VBG") and word.first("nsubj") is None
        if word is head or word.is_noun or word.pos in ("ADJ", "ADV") or state:
            found.append(word)
            waiting.extend(word.having("conj"))
    return sorted(found, key=lambda word: word.index)


def is_either(head: Word) -> bool:
    """Oil or grease: one of them, and nobody says which. No oil or grease: none of them."""
    joins = {join.lower for one in members(head) for join in one.having("cc")}
    return "or" in joins and not any(one.lower == "no" for one in head.having("det"))


def trimmed(words: Iterator[Word] | list[Word]) -> Phrase:
    """Without punctuation or a conjunction at the edges; brackets and quotes that belong stay."""
    kept = list(Phrase.of(words).words)
    while len(kept) > 1 and kept[-1].dep in ("punct", "cc") and kept[-1].text not in _CLOSING:
        kept.pop()
    while len(kept) > 1 and kept[0].dep in ("punct", "cc") and kept[0].text not in _OPENING:
        kept.pop(0)
    return Phrase(tuple(kept))


def _named(word: Word, top: Word, without: Word | None, *, coordinated: bool) -> Iterator[Word]:
    waiting = [word]
    while waiting:
        one = waiting.pop()
        yield one
        for child in one.children:
            if child.dep == "appos" or (without is not None and without.hangs_below(child)):
                continue
            if child.dep == "det" and child.lower == "no" and one.lower != "one":
                continue  # the relation is negative, and says it once
            if one is top and not coordinated and _parts_members(child, one):
                continue
            if child.dep in _ASIDES and is_aside(child, one):
                continue
            waiting.append(child)


def _parts_members(child: Word, top: Word) -> bool:
    if child.dep in _COORDINATION:
        return True
    return child.text == "," and child.index > top.index and top.first("conj") is not None


def is_aside(clause: Word, head: Word) -> bool:
    """Set off by a comma: it tells more of the thing and does not say which one is meant."""
    first = min(word.index for word in clause.subtree())
    return any(
        comma.text == "," and head.index < comma.index < first
        for comma in (*head.children, *clause.children)
    )

import pytest

from companion.meaning.canonical import canonical, raw_sha256, utf16_offset
from companion.meaning.sentences import Sentences
from companion.meaning.source_text import Excerpt, SourceText
from companion.metamodel import Quote


def test_canonical_text_changes_line_ends_and_composition_alone():
    assert canonical("e\u0301\r\na\rb \u00a0\uff34\u200b") == "\u00e9\na\nb \u00a0\uff34\u200b"


def test_the_digest_is_over_the_bytes_as_stored():
    assert raw_sha256("a\r\n") != raw_sha256("a\n")


@pytest.mark.parametrize(("offset", "utf16"), [(0, 0), (1, 1), (2, 3), (3, 4)])
def test_browsers_count_in_other_units(offset, utf16):
    assert utf16_offset("a\U0001f527b", offset) == utf16


CUTS = {
    "a word": ("sealing", "seal"),
    "a word with a hidden hyphen": ("un\u00adsafe", "safe"),
    "a word with a hyphen": ("non-toxic", "toxic"),
    "a name with an underscore": ("pump_7", "pump"),
    "a denial": ("don't", "don"),
    "a decimal": ("1.5", "1"),
    "a leading point": (".5", "5"),
    "thousands": ("12,000", "12"),
    "thousands with a narrow space": ("12\u202f000", "12"),
    "a ratio": ("140/90", "140"),
    "a range": ("3\u20135", "5"),
    "a minus sign": ("\u22125", "5"),
    "a comparison": ("< 5", "5"),
    "a tolerance": ("\u00b15", "5"),
    "a percentage": ("5%", "5"),
    "a degree": ("5\u00b0C", "5"),
    "a combining mark": ("q\u0307", "q"),
    "a Devanagari word": ("\u0915\u093f\u0924\u093e\u092c", "\u0915\u093f"),
    "a flag": ("\U0001f1e9\U0001f1ea", "\U0001f1e9"),
    "a skin tone": ("\U0001f44d\U0001f3fd", "\U0001f44d"),
    "a variation selector": ("\u2764\ufe0f", "\u2764"),
}


@pytest.mark.parametrize(
    ("written", "quoted"), [pytest.param(*case, id=name) for name, case in CUTS.items()]
)
def test_an_excerpt_cuts_nothing(written, quoted):
    text = SourceText(f"It is {written} here.")

    assert text.locate(Quote(text=quoted)) == "EXCERPT_SPLITS_TOKEN"
    assert isinstance(text.locate(Quote(text=written)), Excerpt)


WHOLE = {
    "before an ending of possession": ("The pump's seal", "The pump"),
    "before a full stop": ("It is 5.", "5"),
    "inside quotation marks": ('the "seal" is', "seal"),
    "in a script without spaces": ("\u6cf5\u6f0f\u6cb9", "\u6f0f\u6cb9"),
    "after a spaced dash": ("done - 5 left", "5"),
    "before a contraction": ("I'm here", "I"),
}


@pytest.mark.parametrize(
    ("written", "quoted"), [pytest.param(*case, id=name) for name, case in WHOLE.items()]
)
def test_an_excerpt_may_end_where_words_do(written, quoted):
    text = SourceText(written)

    assert text[text.locate(Quote(text=quoted))] == quoted


def test_the_occurrence_that_is_asked_for_is_found():
    text = SourceText("leak, leak, leak")

    places = [text.locate(Quote(text="leak", occurrence=number)).start for number in (1, 2, 3)]

    assert places == [0, 6, 12]


def test_a_quote_made_from_offsets_leads_back_to_them():
    text = SourceText("leak  one\nleak  one")

    assert text.locate(text.quote(10, 19)) == Excerpt(10, 19)


def test_offsets_with_spaces_at_their_edges_make_no_quote():
    with pytest.raises(ValueError, match="space"):
        SourceText("a leak").quote(1, 6)


SENTENCES = {
    "ends and abbreviations": (
        "It is worn. See Fig. 3, e.g. the seal. Is it? yes it is.",
        ["It is worn.", "See Fig. 3, e.g. the seal.", "Is it?", "yes it is."],
    ),
    "a question that is quoted": ('"Is it?" she asked.', ['"Is it?" she asked.']),
    "a number with its short word": (
        "Take No. 5 now. No. It leaks.",
        ["Take No. 5 now.", "No.", "It leaks."],
    ),
    "decimals": ("It is 1.5 bar. Fine.", ["It is 1.5 bar.", "Fine."]),
    "a wrapped line goes on": ("If the pump\nleaks, call.", ["If the pump\nleaks, call."]),
    "a wrapped line goes on before a name": (
        "If the operator in charge of the night shift calls\nMaria, stop.",
        ["If the operator in charge of the night shift calls\nMaria, stop."],
    ),
    "lines of notes": (
        "BP 140/90\nPulse: 92\n- seal worn\n- ok",
        ["BP 140/90", "Pulse: 92", "- seal worn", "- ok"],
    ),
    "a label begins a line of its own": ("oil: low\nseal: worn", ["oil: low", "seal: worn"]),
    "scripts without spaces": (
        "\u6cf5\u6f0f\u3002\u597d\u3002",
        ["\u6cf5\u6f0f\u3002", "\u597d\u3002"],
    ),
}


@pytest.mark.parametrize(
    ("text", "sentences"), [pytest.param(*case, id=name) for name, case in SENTENCES.items()]
)
def test_sentences_end_where_a_reader_ends_them(text, sentences):
    spans = Sentences(text).spans()

    assert [text[start:end].strip() for start, end in spans] == sentences

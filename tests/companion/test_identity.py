import pytest

from companion.meaning.identity import (
    Item,
    Row,
    key,
    node_id,
    relation_id,
    statement,
    vocabulary_id,
    vocabulary_version,
)
from companion.metamodel import Modality, NodeType, Polarity
from tests.companion.constructions import candidate, node

ALIKE = {
    "case": ("The Seal", "the seal"),
    "an article": ("The seal", "seal"),
    "spaces": ("oil  pressure\n", "oil pressure"),
    "composition": ("cafe\u0301", "caf\u00e9"),
    "hidden characters": ("se\u200bal", "seal"),
    "quotation marks": ("\u201cseal\u201d", "seal"),
    "a full stop": ("seal.", "seal"),
    "a bullet": ("- seal", "seal"),
}
UNLIKE = {
    "a minus sign": ("-5 C", "5 C"),
    "a leading point": (".5 bar", "5 bar"),
    "a percentage": ("5%", "5"),
    "a tolerance": ("\u00b15", "5"),
    "the size of a unit": ("5 mW", "5 MW"),
    "the size of a unit, grown on": ("5mW", "5MW"),
    "the size of a unit with a stroke": ("5 mW/cm2", "5 MW/cm2"),
    "a question": ("worn?", "worn"),
    "a letter of another script": ("pump", "\u0440ump"),
    "a width": ("\uff34", "t"),
    "a number of another script": ("\u0665", "5"),
    "another form": ("seals", "seal"),
    "a name that begins as an article": ("a", ""),
}


@pytest.mark.parametrize("pair", [pytest.param(pair, id=name) for name, pair in ALIKE.items()])
def test_a_key_sees_no_difference_in(pair):
    assert key(pair[0]) == key(pair[1])


@pytest.mark.parametrize("pair", [pytest.param(pair, id=name) for name, pair in UNLIKE.items()])
def test_a_key_tells_apart(pair):
    assert key(pair[0]) != key(pair[1])


def test_what_is_nothing_but_frame_keeps_it():
    assert key("...") == "..."


def said(**changes):
    nodes = node("n1", changes.pop("label", "The seal")), node("n2", "worn")
    return statement(candidate("The seal is worn", **changes), *nodes)


def name(project="p", subject="pump-7", **changes):
    return vocabulary_id(project, subject, said(**changes))


@pytest.mark.parametrize(
    "other",
    [
        {"project": "q"},
        {"subject": "pump-8"},
        {"label": "The valve"},
        {"predicate": "was"},
        {"polarity": Polarity.NEGATIVE},
        {"modality": Modality.POSSIBLE},
    ],
    ids=str,
)
def test_another_statement_has_another_id(other):
    assert name() != name(**other)


def test_who_found_it_and_how_certain_is_no_part_of_an_id():
    assert name() == name(id="c7", provenance=None, attribution="Anna", qualifiers=("now",))


def test_the_subject_is_itself_whatever_it_is_called():
    named, other = (
        statement(candidate("x"), node("n1", label, is_subject=True), node("n2", "worn"))
        for label in ("Pump 7", "the pump")
    )

    assert named == other


@pytest.mark.parametrize("label", ["@subject", "the @subject", "@@subject", "(@subject)"])
def test_no_words_pass_for_the_subject(label):
    subject = statement(candidate("x"), node("n1", "p", is_subject=True), node("n2", "worn"))

    assert statement(candidate("x"), node("n1", label), node("n2", "worn")) != subject


def test_ids_are_what_they_were_in_the_process_that_first_gave_them():
    assert name() == "v1_jaulsxdwhoi2qo5ylx4omrb3zj"
    assert relation_id("p", "e", "v") == "r1_oz2pxgvnarmihkgmvkaxmxi4hm"
    assert node_id("p", "e", NodeType.VALUE, "worn") == "n1_i6u4hoacoheamhsvfobiokwsvm"


ROW = Row("r1_a", "e1", "SOURCE_EXPLICIT", "observed", 0, 9)
ITEM = Item("v1_a", "seal is worn", ("concept", "value"), (ROW, ROW._replace(relation_id="r1_b")))


def version(*items):
    return vocabulary_version("p", "pump-7", items)


def test_a_version_does_not_know_in_what_order_facts_came():
    other = ITEM._replace(vocabulary_id="v1_b")
    turned = ITEM._replace(
        rows=tuple(reversed(ITEM.rows)), evidence_types=tuple(reversed(ITEM.evidence_types))
    )

    assert version(ITEM, other) == version(other, turned)


@pytest.mark.parametrize(
    "other",
    [
        ITEM._replace(label="the seal is worn"),
        ITEM._replace(evidence_types=("concept",)),
        ITEM._replace(rows=(ROW,)),
        ITEM._replace(rows=(ROW._replace(status="SOURCE_STRONGLY_IMPLIED"), ITEM.rows[1])),
        ITEM._replace(rows=(ROW._replace(provenance="measured"), ITEM.rows[1])),
        ITEM._replace(rows=(ROW._replace(end=10), ITEM.rows[1])),
    ],
    ids=["label", "types", "fewer", "status", "provenance", "place"],
)
def test_a_version_changes_with_anything_that_is_served(other):
    assert version(ITEM) != version(other)


def test_versions_belong_to_one_subject_of_one_project():
    assert len({vocabulary_version(*place, []) for place in ("pq", "pr", "sq")}) == 3

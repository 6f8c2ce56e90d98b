"""What a text seems to be about."""

import pytest

from companion.naming import Choice, Proposed, propose

PILOT = (
    "Install day at pilot 2, a two-person office. The notebook itself was up in four minutes."
    " Then the database. The Neo4j server alone took 1.4 GB, and the machine has 2 GB."
)
PUMP, PUMP_7 = Choice("Pump", "pump"), Choice("Pump 7", "pump-7")


def test_a_subject_that_the_text_names_is_resolved():
    found = propose("Yesterday pump 7 leaked again.", [PUMP_7, Choice("Boiler", "boiler")])

    assert (found.resolution, found.choice) == ("resolved", PUMP_7)


@pytest.mark.parametrize("spelt", ["PUMP 7", "Pump-7", "pump\n7", "pump 7's seal", "pump-7."])
def test_it_is_known_however_it_is_spelt(spelt):
    assert propose(f"We looked at {spelt}", [PUMP_7]).choice == PUMP_7


@pytest.mark.parametrize("other", ["pump 70", "pump7x", "spump 7", "pump and 7"])
def test_a_part_of_another_word_is_not_its_name(other):
    assert propose(f"We looked at {other}", [PUMP_7]).resolution != "resolved"


def test_a_longer_name_is_not_the_shorter_one():
    assert propose("Pump 7 leaks.", [PUMP, PUMP_7]) == Proposed("resolved", PUMP_7, ())


def test_who_is_named_most_is_meant():
    known = [PUMP_7, Choice("Boiler", "boiler")]

    found = propose("The boiler feeds pump 7. The boiler is old.", known)

    assert (found.choice, found.alternatives[:1]) == (known[1], (PUMP_7,))


def test_two_that_are_named_alike_are_ambiguous_and_none_is_suggested():
    found = propose("Pump 7 feeds the boiler.", [PUMP_7, Choice("Boiler", "boiler")])

    assert (found.resolution, found.choice) == ("ambiguous", None)
    assert set(found.alternatives) >= {PUMP_7, Choice("Boiler", "boiler")}


def test_what_is_named_but_not_known_is_probable():
    found = propose(PILOT, [PUMP_7])

    assert (found.resolution, found.choice) == ("probable", Choice("Pilot 2"))
    assert Choice("Neo4j server") in found.alternatives


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("The oil pressure was 35 psi at idle.", "Oil pressure"),
        ("Mill Lane was flooded. Nobody got to Mill Lane.", "Mill Lane"),
        ("pump 7 leaks", "Pump 7"),
    ],
)
def test_names_articles_and_numbers_tell_what_is_meant(text, label):
    assert propose(text, []).choice == Choice(label)


@pytest.mark.parametrize("text", ["", "Yes.", "It took 1.4 GB at 16:12.", "Was it 35 psi?", "🙂"])
def test_where_nothing_is_named_nothing_is_suggested(text):
    assert propose(text, []) == Proposed("ambiguous")


def test_what_is_kept_reads_back():
    found = propose(PILOT, [PUMP_7])

    assert Proposed.load(found.stored) == found
    assert Proposed.load({}) == Proposed("ambiguous")

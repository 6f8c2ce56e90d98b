import pytest
from pydantic import ValidationError

from companion.metamodel import (
    Candidate,
    Classification,
    Modality,
    Node,
    NodeType,
    Polarity,
    Provenance,
    Quote,
    StageA,
    Status,
)


def a_stage() -> StageA:
    return StageA(
        entry_id="e",
        subject_id="pump-7",
        nodes=(Node(id="n1", type=NodeType.CONCEPT, label="pump", quote=Quote(text="pump")),),
        candidates=(
            Candidate(
                id="c1",
                from_node="n1",
                predicate="is",
                to_node="n1",
                quote=Quote(text="pump"),
                provenance=Provenance.OBSERVED,
                polarity=Polarity.POSITIVE,
                modality=Modality.ASSERTED,
            ),
        ),
    )


def test_a_stage_comes_back_from_json_as_it_was():
    assert StageA.model_validate_json(a_stage().model_dump_json()) == a_stage()


def test_what_was_found_cannot_be_changed():
    with pytest.raises(ValidationError):
        a_stage().candidates[0].predicate = "is not"


def test_discovery_has_no_word_for_status():
    found = a_stage().candidates[0].model_dump() | {"status": Status.SOURCE_EXPLICIT}

    with pytest.raises(ValidationError):
        Candidate.model_validate(found)


@pytest.mark.parametrize("occurrence", [0, True, "1"])
def test_an_occurrence_is_a_number_from_one(occurrence):
    with pytest.raises(ValidationError):
        Quote.model_validate({"text": "pump", "occurrence": occurrence})


@pytest.mark.parametrize("local_id", ["", "1a", "a b", "c" * 41, "c1\n"])
def test_local_ids_have_one_form(local_id):
    with pytest.raises(ValidationError):
        Classification(candidate_id=local_id, status=Status.AGENT_INFERRED)

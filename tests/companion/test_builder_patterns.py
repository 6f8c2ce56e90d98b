"""What is read without a parser, and why there may be none."""

import shutil
from pathlib import Path

import pytest

from companion.builders.embedded import embedded_builder
from companion.builders.measures import quantity_in
from companion.builders.parsing import PINNED_MODEL, Model
from companion.builders.patterns import PatternsBuilder
from companion.builders.rules import RulesBuilder
from companion.meaning.builder import BuilderFailed, Source
from companion.metamodel import StageA


def read(text: str, language: str = "en") -> StageA:
    return PatternsBuilder().discover(Source("entry", "subject", "the ward", text, language))


def pairs(stage: StageA) -> list[tuple[str, str]]:
    labels = {node.id: node.label for node in stage.nodes}
    return [(labels[one.from_node], labels[one.to_node]) for one in stage.candidates]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("BP 140/90, pulse 92 bpm", [("BP", "140/90"), ("pulse", "92 bpm")]),
        ("HR 110; T 39.1", [("HR", "110"), ("T", "39.1")]),
        ("Druck: 4,2 bar", [("Druck", "4,2 bar")]),
        ("Temp: 38.4 °C, pulse: 92 bpm", [("Temp", "38.4 °C"), ("pulse", "92 bpm")]),
        ("Spindle speed = 12,000 rpm", [("Spindle speed", "12,000 rpm")]),
        ("Pain 6/10 at rest", [("Pain", "6/10")]),
        ("- Rain gauge: 11 mm.", [("Rain gauge", "11 mm")]),
        ("Gate 3", []),
        ("We met at 07:30", []),
        ("Store below 25 °C", []),
        ("Pressure: too high?", []),
        ("https://example.org/a: b", []),
    ],
)
def test_labels_and_measurements_are_read(text: str, expected: list[tuple[str, str]]) -> None:
    assert pairs(read(text)) == expected


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("35 psi at idle", "35", "psi"),
        ("a wind of 14 m/s", "14", "m/s"),
        ("12,000 rpm", "12,000", "rpm"),
        ("pH 6.8", "6.8", None),
        ("140/90", "140/90", None),
        ("5 to 7 bar", "5 to 7", "bar"),
        ("-4 °C", "-4", "°C"),
        ("46 orchids", None, None),
        ("at 03:12", None, None),
        ("in 1987", None, None),
        ("version 3.8.0", None, None),
    ],
)
def test_a_quantity_is_kept_as_it_is_written(
    text: str, value: str | None, unit: str | None
) -> None:
    found = quantity_in(text)

    assert (found and found.value, found and found.unit) == (value, unit)


def test_what_patterns_cannot_read_is_said_and_nothing_is_invented() -> None:
    stage = read("The pump leaks oil.\nBP 140/90")

    assert pairs(stage) == [("BP", "140/90")]
    (left,) = stage.limitations
    assert (left.code, left.quote and left.quote.text) == ("BUILDER_REDUCED", "The pump leaks oil.")


@pytest.mark.parametrize(
    ("text", "language"),
    [("Die Pumpe ist undicht.", "de"), ("Die Pumpe ist undicht.", "en"), ("насос течёт снова", "")],
)
def test_another_language_is_named_as_the_reason(text: str, language: str) -> None:
    assert [one.code for one in read(text, language).limitations] == ["LANGUAGE_NOT_SUPPORTED"]


def test_the_pinned_model_is_installed_and_is_the_pinned_one() -> None:
    builder = embedded_builder()

    assert isinstance(builder, RulesBuilder)
    assert builder.model == f"{PINNED_MODEL} 3.8.0"


def test_nothing_is_loaded_before_the_first_entry() -> None:
    builder = embedded_builder()

    assert builder.fingerprint
    assert isinstance(builder, RulesBuilder)
    assert not builder.parser.is_loaded


def test_a_changed_model_is_refused_and_patterns_read_instead(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(Model().folder, tmp_path / "copy")
    weights = tmp_path / "copy" / "parser" / "model"
    weights.write_bytes(weights.read_bytes()[:-1] + b"!")
    monkeypatch.setattr(Model, "folder", tmp_path / "copy")

    builder = embedded_builder()
    stage = builder.discover(Source("entry", "subject", "pump", "The pump leaks oil."))

    with pytest.raises(BuilderFailed, match="not the pinned"):
        Model().check()
    assert (builder.name, stage.candidates) == ("patterns", ())
    assert [one.code for one in stage.limitations] == ["MODEL_INTEGRITY"]


def test_without_a_model_patterns_read_and_say_why() -> None:
    builder = embedded_builder("no_such_pipeline")
    stage = builder.discover(Source("entry", "subject", "pump", "The pump leaks. "))

    assert [one.code for one in stage.limitations] == ["MODEL_ABSENT"]
    assert builder.fingerprint != embedded_builder().fingerprint

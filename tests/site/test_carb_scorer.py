"""The scorer of the benchmark, on tuples small enough to count by hand."""

from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from waggle_site.bench.carb import Extraction, read_gold, read_openie5, score

SENTENCE = "The pump leaks oil at the flange ."
GOLD = {SENTENCE: [Extraction("leaks", ("The pump", "oil", "at the flange"))]}


def one(predicate: str, *arguments: str, confidence: float = 1.0) -> Extraction:
    return Extraction(predicate, arguments, confidence)


def test_the_same_tuple_is_all_of_it() -> None:
    default, one_to_one = score(GOLD, {SENTENCE: [one("leaks", "The pump", "oil at the flange")]})

    assert default == one_to_one == (1.0, 1.0, 1.0)


def test_words_are_shares() -> None:
    default, _ = score(GOLD, {SENTENCE: [one("leaks", "pump", "oil")]})

    assert default.precision == 1.0
    assert default.recall == pytest.approx(3 / 7)


def test_without_a_common_word_in_the_predicate_nothing_fits() -> None:
    default, _ = score(GOLD, {SENTENCE: [one("drips", "The pump", "oil at the flange")]})

    assert default.f1 == 0


def test_be_stands_for_its_forms() -> None:
    gold = {"It is dry .": [one("is", "It", "dry")]}

    assert score(gold, {"It is dry .": [one("be", "It", "dry")]})[0].f1 == 1.0


def test_one_extraction_may_answer_two_tuples_but_not_one_to_one() -> None:
    gold = {SENTENCE: [one("leaks", "The pump", "oil"), one("leaks", "The pump", "oil")]}

    default, one_to_one = score(gold, {SENTENCE: [one("leaks", "The pump", "oil")]})

    assert (default.recall, one_to_one.recall) == (1.0, 0.5)


def test_the_best_threshold_counts() -> None:
    found = [
        one("leaks", "The pump", "oil at the flange"),
        one("is", "flange", "x", confidence=0.1),
    ]

    assert score(GOLD, {SENTENCE: found})[0].f1 == 1.0


def test_sentences_are_known_by_their_letters() -> None:
    found = {"The pump leaks oil at the flange. ": [one("leaks", "The pump", "oil at the flange")]}

    assert score(GOLD, found)[0].f1 == 1.0


def test_the_released_files_are_read(tmp_path: Path) -> None:
    (tmp_path / "gold.tsv").write_text("He left .\tleft\tHe\tearly\n")
    (tmp_path / "openie5.tsv").write_text(
        "0.9\tContext(She said,List([0, 8)))\tSimpleArgument(He,List([0, 2)))\tRelation("
        "left,List([3, 7)))"
        "\tSimpleArgument(early,List([8, 9))); TemporalArgument(today,List([1, 2)))\tHe left .\n"
        "0.9\t\tSimpleArgument(He,List([0, 2)))\tRelation(left,List([3, 7)))\t\tHe left .\n"
    )

    assert read_gold(tmp_path / "gold.tsv") == {"He left .": [one("left", "He", "early")]}
    assert read_openie5(tmp_path / "openie5.tsv") == {
        "He left .": [one("left", "She said He", "early", "today", confidence=0.9)]
    }


def test_a_folder_without_the_data_is_refused_in_words(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="holds no gold"):
        call_command("bench_companion", carb=tmp_path)

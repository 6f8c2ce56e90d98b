"""Which memories a question finds: those with any of its words, in any of their forms."""

import pytest

from memory.authority import Instant
from memory.kinds import Kind
from memory.models import Project
from memory.services.recall import recall
from tests.memory.recorded import make_memory


@pytest.fixture
def quarry(acme: Project) -> Project:
    make_memory(acme, "We deploy on Tuesdays.", title="Releases", tags=["shipping"])
    make_memory(acme, "The café serves crème brûlée.", kind="preference")
    make_memory(acme, "Storage is SQLite.", title="Architecture", kind="decision")
    make_memory(acme, "Backups of the storage run nightly; storage is checked.", kind="procedure")
    return acme


def found(project: Project, query: str, **options: object) -> list[str]:
    answer = recall(project, query, instant=Instant.now(), **options)  # type: ignore[arg-type]
    return [memory.content.split()[0] for memory in answer.memories]


FORMS = ["deploy", "DEPLOYED", "deploying?", "tuesday", "releases", "release", "ships"]
ACCENTS = [
    "café",
    "cafe",
    "CAFÉ",
    "cafe\u0301",
    "brulee",
    "crème brûlée",
    "\uff43\uff41\uff46\uff45",
]


def test_a_word_is_found_in_text_title_and_tags_whatever_its_form(quarry: Project) -> None:
    assert {query: found(quarry, query) for query in FORMS} == {query: ["We"] for query in FORMS}


def test_accents_do_not_stand_in_the_way(quarry: Project) -> None:
    answers = {query: found(quarry, query) for query in ACCENTS}

    assert answers == {query: ["The"] for query in ACCENTS}


def test_a_question_of_stop_words_alone_finds_them_and_nothing_else(acme: Project) -> None:
    make_memory(acme, "To be, or not to be.")
    make_memory(acme, "Storage is SQLite.")

    assert found(acme, "to be or not?") == ["To"]


def test_any_word_is_enough(quarry: Project) -> None:
    answer = found(quarry, "unicorn deploy café zebra")

    assert set(answer) == {"We", "The"}


def test_the_best_match_comes_first(quarry: Project) -> None:
    assert found(quarry, "storage architecture")[0] == "Storage"
    assert found(quarry, "nightly storage backups")[0] == "Backups"


def test_scores_fall_and_are_above_zero(quarry: Project) -> None:
    rows = recall(quarry, "storage sqlite", instant=Instant.now()).memories

    scores = [row.score for row in rows]
    assert scores == sorted(scores, reverse=True)
    assert min(scores) > 0


def test_the_same_question_twice_has_the_same_answer(acme: Project) -> None:
    for number in range(6):
        make_memory(acme, f"Twin {number}: storage.", kind="note")

    answers = {tuple(found(acme, "storage twin", limit=5)) for _ in range(3)}

    assert len(answers) == 1


def test_only_the_kinds_that_were_asked_for(quarry: Project) -> None:
    asked: dict[tuple[str, ...], set[str]] = {
        (): {"Storage", "Backups"},
        (Kind.DECISION,): {"Storage"},
        (Kind.PROCEDURE, Kind.GOAL): {"Backups"},
        (Kind.GOAL,): set(),
    }

    assert {kinds: set(found(quarry, "storage", kinds=kinds)) for kinds in asked} == asked


def test_what_the_limit_leaves_out_is_counted(acme: Project) -> None:
    for number in range(3):
        make_memory(acme, f"Storage {number}.")
    make_memory(acme, "Nothing of the kind.")

    answers = [recall(acme, "storage", instant=Instant.now(), limit=n) for n in (1, 2, 3, 9)]

    counted = [(len(answer.memories), answer.omitted) for answer in answers]
    assert counted == [(1, 2), (2, 1), (3, 0), (3, 0)]


def test_superseded_matches_are_not_counted_as_left_out(acme: Project) -> None:
    memory = make_memory(acme, "Storage 0.")
    for number in range(1, 4):
        memory = make_memory(acme, f"Storage {number}.", supersedes=memory)

    answer = recall(acme, "storage", instant=Instant.now(), limit=1)

    assert ([row.content for row in answer.memories], answer.omitted) == (["Storage 3."], 0)

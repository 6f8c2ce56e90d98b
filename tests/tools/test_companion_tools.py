"""The two tools of Companion: what may be asked about a subject, and exactly what was asked for."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.models import Entry, Relation
from memory.models import Project, ToolCall, User
from tests.companion.reading import read
from tests.companion.scripted import GUESS, INVENTED, LEAK, PRESSURE, SEAL, TEXT, Said, Scripted
from tests.factories import make_entry, make_project
from tests.tools.conftest import Agent

VOCABULARY, QUERY = "get_companion_vocabulary", "query_companion_memory"


@pytest.fixture
def robot(with_key: Any, bob: User, acme: Project) -> Agent:
    return with_key(bob, acme, "read")


@pytest.fixture
def entry(acme: Project) -> Entry:
    entry = make_entry(acme, TEXT)
    read(entry, Scripted((PRESSURE, SEAL, LEAK, GUESS, INVENTED)))
    return entry


def ids(agent: Agent, subject: str = "pump-7") -> dict[str, str]:
    """The vocabulary's ids by what stands in their labels."""
    items = agent(VOCABULARY, subjectId=subject)["items"]
    return {item["label"].split(" — ")[1].split(" → ")[0]: item["id"] for item in items}


def look_up(agent: Agent, *wanted: str, **more: Any) -> Any:
    return agent(QUERY, subjectId="pump-7", relevantVocabularyIds=list(wanted), **more)


def test_a_vocabulary_lists_each_statement_in_the_order_of_ids(agent: Agent, entry: Entry) -> None:
    answer = agent(VOCABULARY, subjectId="pump-7")

    assert list(answer.body) == ["subjectId", "vocabularyVersion", "items", "nextCursor"]
    assert answer["vocabularyVersion"].startswith("sha256:")
    assert answer["nextCursor"] is None
    assert [item["id"] for item in answer["items"]] == sorted(i["id"] for i in answer["items"])
    assert {item["label"] for item in answer["items"]} == {
        "The oil pressure — was → 35 psi at idle",
        "The seal — is → worn",
        "Pump 7 — leaks → water",
    }
    assert all(item["evidenceTypes"] == ["concept", "value"] for item in answer["items"])


def test_evidence_is_all_that_was_asked_for_and_nothing_else(agent: Agent, entry: Entry) -> None:
    known = ids(agent)

    answer = look_up(agent, known["was"])

    [record] = answer["records"]
    [evidence] = record["evidence"]
    entry.refresh_from_db()
    assert answer["versionMatches"] is True
    assert (answer["requestedVocabularyIds"], answer["unknownVocabularyIds"]) == (
        [known["was"]],
        [],
    )
    assert (record["recordId"], record["confirmedAs"]) == (str(entry.public_id), "words")
    assert {name: evidence[name] for name in ("polarity", "modality", "provenance")} == {
        "polarity": "positive",
        "modality": "asserted",
        "provenance": "measured",
    }
    assert (evidence["epistemicStatus"], evidence["attribution"], evidence["quantity"]) == (
        "SOURCE_EXPLICIT",
        None,
        None,
    )
    [excerpt] = evidence["sourceEvidence"]
    assert excerpt["quote"] == TEXT[excerpt["start"] : excerpt["end"]]
    nodes = {node["id"]: node["label"] for node in record["nodes"]}
    assert (nodes[evidence["from"]], nodes[evidence["to"]]) == (
        "The oil pressure",
        "35 psi at idle",
    )
    assert len(nodes) == 2


def test_each_question_stands_alone(agent: Agent, entry: Entry) -> None:
    known = ids(agent)
    first = look_up(agent, known["was"]).body

    second = look_up(agent, known["leaks"], known["is"])

    [record] = second["records"]
    predicates = {one["predicate"] for one in record["evidence"]}
    assert predicates == {"is", "leaks"}
    assert look_up(agent, known["was"]).body == first


def test_the_same_question_gets_the_same_bytes(
    entry: Entry, acme: Project, alice: User, bob: User, robot: Agent
) -> None:
    read_ids = sorted(Relation.objects.values_list("vocabulary_id", flat=True))
    asked = [
        {"subjectId": "pump-7", "relevantVocabularyIds": given}
        for given in (read_ids, [*read_ids[::-1], read_ids[0]])
    ]

    told = set()
    for person in (alice, bob):
        client = Client()
        client.force_login(person)
        for body in asked:
            answer = client.post(f"/p/acme/tools/{QUERY}", body, content_type="application/json")
            told.add(answer.content)
    told.add(
        json.dumps(
            robot(QUERY, **asked[0]).body, separators=(",", ":"), ensure_ascii=False
        ).encode()
    )

    assert len(told) == 1


def test_unknown_ids_are_listed_whosever_they_are(
    agent: Agent, entry: Entry, acme: Project, elsewhere: Project
) -> None:
    other = make_entry(acme, TEXT, about="Boiler")
    abroad = make_entry(elsewhere, TEXT)
    read(other)
    read(abroad)
    strangers = Relation.objects.filter(entry__in=[other, abroad], predicate="is")
    made_up = "v1_" + "a" * 26
    asked = sorted([*strangers.values_list("vocabulary_id", flat=True), made_up, "nonsense"])

    answer = look_up(agent, *asked)

    assert answer["unknownVocabularyIds"] == asked
    assert (answer["records"], answer["retiredVocabularyIds"]) == ([], [])


def test_what_is_no_longer_found_is_retired_and_its_evidence_gone(
    agent: Agent, entry: Entry
) -> None:
    known, before = ids(agent), agent(VOCABULARY, subjectId="pump-7")["vocabularyVersion"]
    read(entry, Scripted((PRESSURE,)))

    answer = look_up(agent, known["is"], known["was"], vocabularyVersion=before)

    assert answer["retiredVocabularyIds"] == [known["is"]]
    assert [one["predicate"] for one in answer["records"][0]["evidence"]] == ["was"]
    assert answer["versionMatches"] is False
    assert answer["vocabularyVersion"] != before
    assert list(ids(agent)) == ["was"]


def test_a_version_stands_while_the_facts_do(agent: Agent, entry: Entry) -> None:
    before = agent(VOCABULARY, subjectId="pump-7").body

    read(entry, Scripted((LEAK, SEAL, PRESSURE), fingerprint="scripted/2"))

    assert agent(VOCABULARY, subjectId="pump-7").body == before


def test_two_entries_that_say_the_same_are_one_item_with_two_records(
    agent: Agent, entry: Entry
) -> None:
    second = make_entry(entry.project, "I looked again. the seal is worn.")
    before = agent(VOCABULARY, subjectId="pump-7").body
    read(second, Scripted((Said("the seal", "is", "worn"),)))

    after = agent(VOCABULARY, subjectId="pump-7").body

    assert after["items"] == before["items"], "the oldest label stays"
    assert after["vocabularyVersion"] != before["vocabularyVersion"]
    records = look_up(agent, ids(agent)["is"])["records"]
    assert [one["recordId"] for one in records] == [str(entry.public_id), str(second.public_id)]


def test_no_ids_no_evidence(agent: Agent, entry: Entry) -> None:
    assert look_up(agent)["records"] == []


def test_a_subject_of_which_nothing_was_read_has_an_empty_vocabulary(
    agent: Agent, acme: Project
) -> None:
    make_entry(acme, about="Boiler")

    answer = agent(VOCABULARY, subjectId="boiler")

    assert (answer["items"], answer["nextCursor"]) == ([], None)


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"relevantVocabularyIds": [""]}, "relevantVocabularyIds.0"),
        ({"relevantVocabularyIds": ["  "]}, "relevantVocabularyIds.0"),
        ({"relevantVocabularyIds": [7]}, "relevantVocabularyIds.0"),
        ({"relevantVocabularyIds": "v1_a"}, "relevantVocabularyIds"),
        ({"relevantVocabularyIds": ["v1_a"] * 201}, "relevantVocabularyIds"),
        ({}, "relevantVocabularyIds"),
        ({"relevantVocabularyIds": [], "rank": True}, "rank"),
        ({"relevantVocabularyIds": [], "vocabularyVersion": None}, "vocabularyVersion"),
    ],
)
def test_input_that_is_no_question_is_refused_by_name(
    agent: Agent, entry: Entry, given: dict[str, Any], field: str
) -> None:
    answer = agent(QUERY, subjectId="pump-7", **given)

    assert (answer.status, answer.code) == (422, "INVALID_INPUT")
    assert list(answer.error["fields"]) == [field]


@pytest.mark.parametrize("given", [{"limit": 501}, {"limit": 0}, {"cursor": "x"}, {"cursor": ""}])
def test_a_page_that_is_none_is_refused(agent: Agent, entry: Entry, given: Any) -> None:
    answer = agent(VOCABULARY, subjectId="pump-7", **given)

    assert (answer.code, list(answer.error["fields"])) == ("INVALID_INPUT", list(given))


def test_pages_follow_each_other_and_carry_one_version(agent: Agent, entry: Entry) -> None:
    def pages() -> Iterator[Any]:
        cursor: dict[str, str] = {}
        while True:
            answer = agent(VOCABULARY, subjectId="pump-7", limit=1, **cursor)
            yield answer
            if answer["nextCursor"] is None:
                return
            cursor = {"cursor": answer["nextCursor"]}

    found = list(pages())
    whole = agent(VOCABULARY, subjectId="pump-7")
    assert [item for page in found for item in page["items"]] == whole["items"]
    assert {page["vocabularyVersion"] for page in found} == {whole["vocabularyVersion"]}
    assert len(found) == 3


@pytest.mark.parametrize("subject", ["boiler", "E-001", "", "pump 7"])
def test_a_subject_that_is_not_here_is_not_found(agent: Agent, entry: Entry, subject: str) -> None:
    for tool, more in ((VOCABULARY, {}), (QUERY, {"relevantVocabularyIds": ["nonsense"]})):
        answer = agent(tool, subjectId=subject, **more)
        assert answer.code in ({"NOT_FOUND"} if subject else {"NOT_FOUND", "INVALID_INPUT"})


def test_another_projects_subject_is_like_none(
    agent: Agent, acme: Project, elsewhere: Project
) -> None:
    read(make_entry(elsewhere, TEXT, about="Boiler"))

    there = agent(VOCABULARY, subjectId="boiler")
    nowhere = agent(VOCABULARY, subjectId="nothing")

    assert (there.status, there.body) == (nowhere.status, nowhere.body)


def test_without_a_subject_it_is_the_pages_or_the_sessions_last(
    agent: Agent, entry: Entry, acme: Project
) -> None:
    assert agent(VOCABULARY).error["fields"].keys() == {"subjectId"}
    read(make_entry(acme, TEXT, about="Boiler"))

    assert agent(f"{VOCABULARY}?subject=boiler")["subjectId"] == "boiler"
    assert agent(VOCABULARY)["subjectId"] == "boiler"
    assert agent(VOCABULARY, subjectId="pump-7")["subjectId"] == "pump-7"
    assert agent(VOCABULARY)["subjectId"] == "pump-7"


@pytest.mark.parametrize(
    "page", ["subjects/pump-7/", "entries/E-001/", "vocabulary/?subject=pump-7"]
)
def test_a_page_about_a_subject_says_so_to_its_tools(agent: Agent, entry: Entry, page: str) -> None:
    shown = agent.client.get(f"/p/acme/companion/{page}").content.decode()

    assert f"/p/acme/tools/{VOCABULARY}?subject=pump-7" in shown
    assert agent(VOCABULARY)["subjectId"] == "pump-7"


def test_a_session_remembers_each_project_apart(page_of: Any, alice: User, entry: Entry) -> None:
    page = page_of(alice, entry.project)
    page(VOCABULARY, subjectId="pump-7")
    other = make_project("other", owner=alice)
    make_entry(other)

    assert page.raw(VOCABULARY, "{}", project="other").code == "INVALID_INPUT"


def test_a_key_has_no_session(robot: Agent, entry: Entry) -> None:
    robot(VOCABULARY, subjectId="pump-7")

    assert robot(f"{VOCABULARY}?subject=pump-7").code == "INVALID_INPUT"


def test_the_record_of_the_call_names_ids_alone(agent: Agent, entry: Entry) -> None:
    look_up(agent, *ids(agent).values())

    call = ToolCall.objects.latest("pk")
    assert (call.tool, call.outcome) == (QUERY, "ok")
    assert call.ids == [str(entry.subject.public_id), str(entry.public_id)]


def test_what_is_inferred_or_rejected_is_in_no_answer(agent: Agent, entry: Entry) -> None:
    answers = [
        agent(VOCABULARY, subjectId="pump-7").body,
        look_up(agent, *ids(agent).values()).body,
    ]

    told = json.dumps(answers)
    for word in ("AGENT_INFERRED", "stated_cause_of", "boiler", "run", "codes"):
        assert word not in told
    assert "SOURCE_EXPLICIT" in told


def test_an_answer_costs_the_same_however_much_there_is(
    agent: Agent, acme: Project, entry: Entry, count_queries: Any
) -> None:
    wanted = list(ids(agent).values())

    def ask() -> None:
        agent(VOCABULARY, subjectId="pump-7")
        look_up(agent, *wanted)

    few = count_queries(ask)
    for _ in range(3):
        read(make_entry(acme, TEXT))
    agent(VOCABULARY, subjectId="pump-7")
    assert count_queries(ask) == few


words = st.text(alphabet="гджлфшщя", min_size=8, max_size=12)


@settings(
    max_examples=5, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(mark=words)
def test_no_word_of_another_subject_or_project_is_in_any_answer(
    agent: Agent, acme: Project, elsewhere: Project, mark: str
) -> None:
    own, foreign = make_entry(acme, TEXT), make_entry(acme, f"The {mark} is worn.", about="Boiler")
    abroad = make_entry(elsewhere, f"The {mark} is worn.")
    read(own)
    for one in (foreign, abroad):
        read(one, Scripted((Said(f"The {mark}", "is", "worn"),)))
    every = sorted(set(Relation.objects.values_list("vocabulary_id", flat=True)))[:200]

    told = json.dumps(
        [look_up(agent, *every).body, agent(VOCABULARY, subjectId="pump-7").body],
        ensure_ascii=False,
    )

    assert mark not in told
    assert "35 psi" in told
    for one in json.loads(told)[0]["records"]:
        for evidence in one["evidence"]:
            [excerpt] = evidence["sourceEvidence"]
            text = Entry.objects.get(public_id=excerpt["recordId"]).canonical
            assert text[excerpt["start"] : excerpt["end"]] == excerpt["quote"]

"""From a person's words to evidence that an agent asks for by exact id."""

import re

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

TYPED = (
    "Pump 7 leaks water at the flange. The oil pressure was 35 psi at idle."
    " The mechanic thinks the seal is worn."
)
CONFIRMED = TYPED.replace("35 psi", "36 psi")
CONCLUDED = "The seal of pump 7 is worn."


def test_words_become_evidence_and_an_inference_only_by_a_person(bob):
    page = bob.page

    bob.link("Companion").click()
    page.get_by_role("textbox", name="What happened, in your own words?").fill(TYPED)
    bob.click("Read it back to me")
    page.get_by_label("Your words").fill(CONFIRMED)
    page.get_by_label("What it is about").fill("Pump 7")
    bob.click("Confirm words and subject")

    expect(page.get_by_role("blockquote")).to_contain_text("36 psi at idle")
    # Read by the worker, which loads its parser first; the page follows by itself.
    facts = page.get_by_role("region", name="What the source says")
    expect(facts.get_by_role("listitem").first).to_be_visible(timeout=60_000)
    entry = page.url

    vocabulary = bob.tool("get_companion_vocabulary", subjectId="pump-7")
    assert bob.tool("get_companion_vocabulary") == vocabulary
    ids = {item["label"]: item["id"] for item in vocabulary["items"]}
    pressure = next(name for label, name in ids.items() if "36 psi" in label)
    leak = next(name for label, name in ids.items() if "leaks" in label)

    first = asks(bob, pressure)
    second = asks(bob, leak)
    assert quotes(first, entry, bob) == ["The oil pressure was 36 psi at idle"]
    assert "leaks" in quotes(second, entry, bob)[0]
    assert first["versionMatches"] is True
    page.reload()
    assert asks(bob, pressure) == first

    page.goto(entry)
    inferred = page.get_by_role("region", name="Inference: not memory")
    expect(inferred).to_contain_text("seal")
    assert not any("seal" in label for label in ids)
    inferred.get_by_role("link", name="Say it in my own words").first.click()
    box = page.get_by_label("If it is so, say it in your own words")
    expect(box).to_have_value("")
    box.fill(CONCLUDED)
    bob.click("Read it back to me")
    page.get_by_label("What it is about").fill("Pump 7")
    bob.click("Confirm words and subject")

    expect(page.get_by_text("said because E-001 suggested it")).to_be_visible()
    expect(facts.get_by_role("listitem").first).to_be_visible(timeout=60_000)
    later = bob.tool("get_companion_vocabulary", subjectId="pump-7")
    assert any("worn" in item["label"] for item in later["items"])
    assert later["vocabularyVersion"] != vocabulary["vocabularyVersion"]


def asks(person, *ids):
    version = person.tool("get_companion_vocabulary", subjectId="pump-7")["vocabularyVersion"]
    return person.tool(
        "query_companion_memory",
        subjectId="pump-7",
        relevantVocabularyIds=list(ids),
        vocabularyVersion=version,
    )


def quotes(answer, entry, person):
    """Each cited passage, after the entry's page has shown it as exactly that slice."""
    found = []
    for record in answer["records"]:
        for one in (
            cited for relation in record["evidence"] for cited in relation["sourceEvidence"]
        ):
            shown = person.context.request.get(
                f"{entry}?passage={one['start']}-{one['end']}"
            ).text()
            assert re.findall(r'<mark[^>]*id="passage">(.*?)</mark>', shown) == [one["quote"]]
            found.append(one["quote"])
    return found

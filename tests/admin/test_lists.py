"""What the lists show, filter and find, and at what price."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from memory.admin import overseen
from memory.models import AgentKey, Memory
from proposals.services import erase_memory
from tests.admin.conftest import fill
from tests.factories import make_memory, retire

MEMORIES = "/admin/memory/memory/"


@pytest.fixture
def as_alice(browse, alice):
    return browse(alice)


def text_of(answer):
    assert answer.status_code == 200
    return answer.content.decode()


def test_what_was_superseded_says_so_and_is_never_shown_as_the_truth(as_alice, acme):
    old = make_memory(acme, "We deploy on Tuesdays.", title="Deploys on Tuesday")
    make_memory(acme, "We deploy on Fridays.", title="Deploys on Friday", supersedes=old)
    retire(make_memory(acme, "We fax.", title="Faxes"))

    true = text_of(as_alice.get(MEMORIES, {"authority": "authoritative"}))
    past = text_of(as_alice.get(MEMORIES, {"authority": "superseded"}))
    page = text_of(as_alice.get(f"{MEMORIES}{old.public_id}/change/"))

    assert ("Deploys on Friday" in true, "Deploys on Tuesday" in true, "Faxes" in true) == (
        True,
        False,
        False,
    )
    assert "Deploys on Tuesday" in past
    assert '<span class="auth auth--superseded">' in past
    assert '<span class="auth auth--superseded">' in page
    assert "auth--authoritative" not in page


def test_filters_tell_how_many(as_alice, acme):
    make_memory(acme, kind="decision")
    make_memory(acme, kind="decision")

    page = text_of(as_alice.get(MEMORIES, {"_facets": "True"}))

    assert "Decision (2)" in page
    assert "Authoritative (2)" in page


def test_a_filter_offers_no_foreign_project(as_alice, acme, elsewhere):
    page = text_of(as_alice.get(MEMORIES))
    foreign = text_of(as_alice.get(MEMORIES, {"project": "elsewhere"}))

    assert "?project=elsewhere" not in page
    assert "elsewhere" not in page
    assert "0 results" in foreign or "0 memories" in foreign


@pytest.mark.parametrize("query", ["M-001", "m-1", "Tuesdays", "Deploys"])
def test_search_finds_by_words_and_by_number(as_alice, acme, elsewhere, query):
    make_memory(acme, "Acme ships on Tuesdays.", title="Deploys here")
    make_memory(acme, "Nothing else.", title="Other")
    make_memory(elsewhere, "They ship on Tuesdays.", title="Deploys there")

    page = text_of(as_alice.get(MEMORIES, {"q": query}))

    assert "Deploys here" in page
    assert "Deploys there" not in page
    assert ">Other<" not in page


def test_no_column_is_found_out_letter_by_letter(as_alice, alice, own):
    key, memory = AgentKey.objects.get(), Memory.objects.all()[0]
    asked = [
        ("user", "password__startswith", alice.password[:4]),
        ("user", "email", ""),
        ("agentkey", "digest__startswith", key.digest[:1]),
        ("agentkey", "made_for__password__startswith", "md5"),
        ("memory", "value", memory.value),
        ("memory", "salt__isnull", "0"),
        ("memory", "project__value_key__isnull", "0"),
        ("memory", "_to_field", "value"),
        ("edge", "source__content__startswith", "N"),
    ]

    for model, lookup, secret in asked:
        assert as_alice.get(own[model].at("changelist"), {lookup: secret}).status_code == 400
    for row in own.values():
        assert as_alice.get(row.at("changelist")).status_code == 200


ODD = [
    {"q": "\"'%_\\"},
    {"q": "ü" * 5000},
    {"q": "\x00"},
    {"p": "99999999999999999999"},
    {"p": "-1"},
    {"o": "99.-99"},
    {"kind__exact": "\x00"},
    {"kind__exact": "nonsense"},
    {"project": "' OR 1=1"},
    {"all": "1", "_popup": "1"},
    {"q": "\x00", "project": "\x00"},
]


def test_whatever_stands_in_the_address_nothing_breaks(as_alice, own):
    for row in own.values():
        for query in ODD if row.model == "memory" else ODD[-1:]:
            answer = as_alice.get(row.at("changelist"), query)
            assert answer.status_code in {200, 302, 400}, (row.model, query)
        for ref in ("9" * 40, "x_2F", "%00"):
            address = row.at("change").replace(row.ref, ref)
            assert as_alice.get(address).status_code in {302, 404}, (row.model, ref)
        assert as_alice.get(row.at("change")).status_code == 200


def test_secrets_stand_on_no_page(as_alice, alice, own):
    key, memory = AgentKey.objects.get(), Memory.objects.all()[0]
    hidden = [alice.password, key.digest, memory.value, bytes(memory.salt).hex()]

    for row in own.values():
        for page in ("changelist", "change"):
            text = text_of(as_alice.get(row.at(page)))
            assert [one for one in hidden if one in text] == []


def test_erased_words_show_as_erased(as_alice, alice, acme):
    memory = make_memory(acme, "Wanda lives in Rome.", title="Wanda", tags=["wanda"])
    kept = make_memory(acme, "Rome is big.", title="Rome")
    erase_memory.erase_memory(memory, by=alice, reason="Asked to.")

    page = text_of(as_alice.get(f"{MEMORIES}{memory.public_id}/change/"))
    listed = text_of(as_alice.get(MEMORIES))
    found = text_of(as_alice.get(MEMORIES, {"q": "Wanda"}))

    assert "The words were erased" in page
    assert memory.digest in page
    for text in (page, listed):
        assert "wanda" not in text.lower()
    assert "erased" in listed
    assert str(memory.public_id) not in found
    assert str(kept.public_id) in listed


def test_hidden_and_hostile_text_is_inert(as_alice, acme):
    memory = make_memory(acme, "a\u200bb <img src=x onerror=alert(1)>", title="<script>x</script>")

    for address in (MEMORIES, f"{MEMORIES}{memory.public_id}/change/"):
        text = text_of(as_alice.get(address))
        assert "<script>x" not in text
        assert "<img src=x" not in text
    assert '<span class="unseen">zero width space' in text
    assert "&lt;bdi" not in text


def test_a_list_asks_as_much_for_many_rows_as_for_few(as_alice, acme, own):
    def asked():
        found = {}
        for model, row in own.items():
            with CaptureQueriesContext(connection) as queries:
                text_of(as_alice.get(row.at("changelist"), {"_facets": "True"}))
            found[model] = len(queries)
        return found

    asked()
    before = asked()
    for word in ("anchor", "beacon"):
        fill(acme, word)

    assert asked() == before


def test_no_row_is_named_by_a_key_that_counts_them_all(as_alice, own):
    page = text_of(as_alice.get(own["memory"].at("changelist")))

    assert reverse("admin:memory_memory_change", args=[own["memory"].ref]) in page
    assert f'href="/admin/memory/memory/{Memory.objects.all()[0].pk}/' not in page


def test_where_there_are_very_many_filters_tell_how_many_when_asked(as_alice, acme, monkeypatch):
    for _ in range(3):
        make_memory(acme, kind="fact")
    monkeypatch.setattr(overseen, "COUNTED", 2)

    page = text_of(as_alice.get(MEMORIES))
    assert "Fact (3)" not in page
    assert "Show counts" in page

    page = text_of(as_alice.get(MEMORIES, {"_facets": "True"}))
    assert "Fact (3)" in page
    assert "Hide counts" in page

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from memory.actors import page_agent
from memory.models import Memory
from proposals.changes import Asked, Edited
from proposals.services.propose import propose, propose_batch
from proposals.services.revise import revise
from proposals.states import Operation
from tests.factories import make_memory, make_proposal
from tests.pages.seen import shown
from tests.pages.sent import forms_for, page_of


@pytest.fixture
def proposal(acme, bob, storage):
    return make_proposal(
        acme,
        "Use SQLite as the primary store.",
        target=storage,
        by=bob,
        tags=["storage", "sqlite"],
        reason="It needs no server.",
    )


def test_it_compares_word_by_word(read, proposal):
    page = shown(read(proposal))

    assert "Use <del>Neo4j</del> as the primary store." in page
    assert "Use <ins>SQLite</ins> as the primary store." in page
    assert "<del>Neo4j</del><ins>SQLite</ins>" in page
    assert "Words removed: Neo4j. Words added: SQLite." in page
    assert "1 word out, 1 word in" in page


def test_it_says_who_asks_for_whom_and_why(read, proposal):
    page = shown(read(proposal))

    assert "Agent in the page" in page
    assert "for <bdi>bob</bdi>" in page
    assert "It needs no server." in page
    assert "proposes to update" in page


def test_other_fields_stand_in_a_table(read, proposal):
    page = shown(read(proposal))

    assert '<th scope="row">Tags</th>' in page
    assert '<ins class="words">sqlite</ins>' in page
    assert '<th scope="row">Kind</th>' not in page


def test_an_end_that_would_be_lost_is_told(read, acme):
    ending = make_memory(acme, "True for now.", valid_until="2099-01-01T00:00:00Z")
    proposal = make_proposal(acme, "True for ever.", target=ending, valid_until="never")

    page = shown(read(proposal))
    assert "until 1 January 2099, 00:00:00 UTC</del>" in page
    assert '<ins class="words">from when it is applied, no end</ins>' in page


def test_an_end_that_is_kept_is_told_beside_the_new_beginning(read, acme):
    ending = make_memory(acme, "True for now.", valid_until="2099-01-01T00:00:00Z")
    proposal = make_proposal(acme, "True for a while.", target=ending)

    kept = "from when it is applied until 1 January 2099, 00:00:00 UTC"
    assert f'<ins class="words">{kept}</ins>' in shown(read(proposal))


def test_a_window_is_told_with_its_zone(read, acme):
    proposal = make_proposal(acme, "A plan.", valid_from="2099-03-29T00:00:00+13:00")

    assert "from 28 March 2099, 11:00:00 UTC, no end" in shown(read(proposal))


def test_it_is_found_by_number_and_id(browse, alice, proposal):
    client = browse(alice)

    for ref in (proposal.label, proposal.label.lower(), str(proposal.public_id)):
        assert client.get(f"/p/acme/proposals/{ref}/").status_code == 200


def test_another_projects_proposal_does_not_exist(browse, alice, elsewhere, acme):
    foreign = make_proposal(elsewhere)

    assert browse(alice).get(f"/p/acme/proposals/{foreign.public_id}/").status_code == 404


def test_hidden_characters_are_named_and_counted(read, acme):
    proposal = make_proposal(acme, "Trust\u200b this\u00ad.\U000e0041", title="A\u200dtitle")

    page = shown(read(proposal))

    assert "4 hidden characters." in page
    for name in ("zero width space U+200B", "soft hyphen U+00AD", "tag latin capital letter a"):
        assert name in page
    assert "\u200b" not in page.split("<textarea")[0]


def test_hostile_words_stay_text(read, acme, storage):
    text = "</script><script>alert(1)</script><img src=x onerror=alert(1)> {{7*7}} javascript:x"
    proposal = make_proposal(acme, text, target=storage, title=text[:90], tags=["<b>"], reason=text)

    page = read(proposal).content.decode()

    assert "<img src=x" not in page
    assert "<script>alert" not in page
    assert "{{7*7}}" in page
    assert "&lt;b&gt;" in page


def test_long_unchanged_stretches_are_folded(read, acme):
    long = " ".join(f"Sentence number {place} stays as it is." for place in range(120))
    memory = make_memory(acme, long)
    proposal = make_proposal(
        acme, long.replace("number 60 stays", "number 60 moves"), target=memory
    )

    page = shown(read(proposal))

    assert "unchanged characters</summary>" in page
    assert "<ins>moves</ins>" in page


def test_evidence_is_quoted_and_what_is_gone_says_so(read, acme, bob):
    cited, gone = make_memory(acme, "Neo4j takes 1.4 GB."), make_memory(acme, "Gone.")
    proposal = make_proposal(acme, by=bob, evidence_ids=[cited.label, gone.label])
    revision = proposal.revisions.get()
    revision.evidence_ids = [*revision.evidence_ids[:1], "0198c0de-0000-7000-8000-000000000000"]
    revision.save()

    page = shown(read(proposal))

    assert "Neo4j takes 1.4 GB." in page
    assert "2 cited" in page
    assert "2 cited, 1 of them not available" in page
    assert page.count("evid--gone") == 1


def test_a_repeats_reason_stands_beside_the_first_with_who_gave_it(read, acme, alice, bob):
    asked = {"operation": "create", "kind": "fact", "content": "A fact."}
    proposal = propose(acme, Asked(**asked, reason="First."), actor=page_agent(bob)).proposal
    propose(acme, Asked(**asked, reason="Second."), actor=page_agent(alice))

    page = shown(read(proposal))

    assert "First." in page
    assert "proposed the same and added" in page
    assert "Second." in page


def test_a_batch_lists_every_change(read, acme, alice, storage):
    asked = [Asked(operation="create", kind="fact", content=f"Fact {n}.") for n in range(60)]
    asked.append(Asked(operation="retire", memory_id=storage.label))
    proposal = propose_batch(acme, asked, actor=page_agent(alice)).proposal

    first = shown(read(proposal))
    whole = shown(read(proposal, "?changes=all"))

    assert "61 changes at once" in first
    assert "Show 11 further changes" in first
    assert "Fact 59." not in first
    assert "Fact 59." in whole
    assert "<del>Use Neo4j as the primary store.</del>" in whole


def test_the_target_is_shown_then_and_now(read, proposal):
    page = shown(read(proposal))

    assert "Same version. Safe to decide." in page
    assert "Approvals</dt><dd>0 of 1" in page


def test_the_first_approve_form_holds_no_words(read, proposal):
    plain, edit = forms_for(read(proposal), "approve")

    assert set(plain) == {"csrfmiddlewaretoken", "revision", "note"}
    assert plain["revision"] == "1"
    assert edit["content"].strip("\n") == "Use SQLite as the primary store."
    assert (edit["title"], edit["tags"]) == ("Storage", "storage, sqlite")


def test_every_form_that_may_be_sent_is_on_the_page(read, alice, bob, vera, acme, storage):
    own = make_proposal(acme, "Use SQLite.", target=storage, by=bob)
    may = {alice: {"approve", "reject"}, bob: {"revise", "withdraw"}, vera: set()}
    verbs = ("approve", "reject", "revise", "withdraw", "revoke", "apply", "lift")

    for person, expected in may.items():
        page = read(own, by=person)
        assert {verb for verb in verbs if forms_for(page, verb)} == expected


def test_approve_has_no_focus_of_its_own(read, proposal):
    for query in ("", "?do=edit", "?do=approve"):
        page = shown(read(proposal, query))
        for tag in re.findall(r"<[^>]+\sautofocus[^>]*>", page):
            assert "btn" not in tag


def test_editing_leaves_one_way_to_approve(read, proposal):
    page = read(proposal, "?do=edit&revision=1")

    assert len(forms_for(page, "approve")) == 1
    assert "Approve this text" in shown(page)
    assert "Approve as proposed" not in shown(page)


def test_an_edit_of_words_that_moved_on_says_so(read, proposal, bob):
    revise(proposal, by=bob, revision=1, edited=Edited(content="Use SQLite everywhere."))

    page = shown(read(proposal, "?do=edit&revision=1"))

    assert "The words changed since you opened this page" in page
    assert "<ins>everywhere</ins>" in page


def test_without_script_a_panel_is_open(read, proposal):
    for panel in ("approve", "reject"):
        assert re.search(
            f'<dialog[^>]* id="{panel}"[^>]* open', shown(read(proposal, f"?do={panel}"))
        )


def test_its_words_are_compared_with_what_was_there_then(read, acme, proposal, storage):
    second = make_memory(acme, "Use files as the only store.", supersedes=storage)
    make_memory(acme, "Use paper as the only store.", supersedes=second)

    then, now = shown(read(proposal)), shown(read(proposal, "?compare=now"))

    assert "Use <del>Neo4j</del> as the primary store." in then
    assert "Use <del>paper</del> as the <del>only</del> store." in now


def test_a_retirement_shows_what_would_go(read, acme, storage):
    proposal = make_proposal(acme, target=storage, operation=Operation.RETIRE)

    page = read(proposal)

    assert "<del>Use Neo4j as the primary store.</del>" in shown(page)
    assert not forms_for(page, "revise")


def test_htmx_gets_the_proposal_alone(browse, alice, proposal):
    fragment = browse(alice).get(page_of(proposal), headers={"HX-Request": "true"})

    assert "<html" not in fragment.content.decode()
    assert 'id="proposal"' in fragment.content.decode()


def test_its_queries_do_not_grow(browse, alice, acme):
    client = browse(alice)

    def batch(count):
        memories = [make_memory(acme) for _ in range(count)]
        links = [{"type": "relates_to", "memory_id": memories[0].label}]
        asked = [
            Asked(operation="update", memory_id=one.label, content=f"New {one.label}", links=links)
            for one in memories
        ]
        return propose_batch(acme, asked, actor=page_agent(alice)).proposal

    def queries(proposal):
        with CaptureQueriesContext(connection) as captured:
            assert client.get(page_of(proposal)).status_code == 200
        return len(captured)

    assert queries(batch(5)) == queries(batch(9))
    assert Memory.objects.count() == 14


def test_where_its_addresses_lead_is_told(read, acme):
    plain = make_proposal(acme, "The wiki has it.")
    linked = make_proposal(acme, "See https://wiki.example@elsewhere.example/ for it.")

    assert "elsewhere, which may say" not in shown(read(plain))
    page = shown(read(linked))
    assert "Names 1 address elsewhere" in page
    assert '<bdi class="id">elsewhere.example</bdi>' in page

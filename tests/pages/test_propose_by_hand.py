import pytest

from memory.models import AuditEvent, Memory
from memory.roles import Role
from memory.services.projects import change_policy
from proposals.changes import Asked
from proposals.models import Proposal
from proposals.services.gesture import say
from proposals.states import Operation, Status
from tests.factories import join, make_memory, make_project, make_proposal, make_user, retire
from tests.pages.seen import shown
from tests.pages.sent import Forms

NEW = "/p/acme/proposals/new/"
ADDED = {"operation": "create", "kind": "fact", "content": "We deploy on Tuesdays."}


def form_of(answer):
    forms = Forms(answer.content.decode()).forms
    fields = next(form["fields"] for form in forms if form["action"] == NEW)
    return {name: value.removeprefix("\n") for name, value in fields.items()} | {"kind": "fact"}


@pytest.fixture
def as_alice(browse, alice, acme):
    return browse(alice)


@pytest.fixture
def as_bob(browse, bob, acme):
    return browse(bob)


def test_one_gesture_proposes_approves_and_applies(as_alice, acme):
    answer = as_alice.post(NEW, ADDED | {"title": "Deploys", "tags": "release, week"})

    memory = Memory.objects.get()
    assert (answer.status_code, answer["Location"]) == (303, f"/p/acme/memories/{memory.label}/")
    assert (memory.content, memory.title, memory.tags) == (
        "We deploy on Tuesdays.",
        "Deploys",
        ["release", "week"],
    )
    assert memory.approved_by[0]["name"] == "alice"
    types = list(AuditEvent.objects.order_by("seq").values_list("type", flat=True))
    assert types[-4:] == [
        "proposal.created",
        "proposal.approved",
        "memory.recorded",
        "proposal.applied",
    ]


def test_without_the_right_to_review_it_waits_and_says_so(as_bob):
    answer = as_bob.post(NEW, ADDED, follow=True)

    assert Proposal.objects.get().status == Status.PENDING
    assert "It waits for a reviewer" in shown(answer)
    assert not Memory.objects.exists()


@pytest.mark.parametrize("policy", [{"four_eyes": True}, {"approvals_needed": 2}])
def test_where_policy_wants_another_reader_it_waits(as_alice, alice, acme, policy):
    change_policy(acme, by=alice, **policy)

    as_alice.post(NEW, ADDED)

    assert Proposal.objects.get().status == Status.PENDING
    assert "waits for a reviewer" in shown(as_alice.get(NEW))


def test_an_edit_starts_from_the_words_of_now(as_alice, acme, storage):
    newer = make_memory(acme, "Use files.", supersedes=storage)

    form = form_of(as_alice.get(NEW, {"target": storage.label}))

    assert (form["content"], form["target"]) == ("Use files.", newer.label)
    assert (form["title"], form["tags"]) == ("Storage", "storage")


def test_an_edit_supersedes(as_alice, acme, storage):
    form = form_of(as_alice.get(NEW, {"target": storage.label}))

    as_alice.post(NEW, form | {"content": "Use SQLite.", "kind": "decision", "reason": "Smaller."})

    newest = Memory.objects.get(lineage=storage.lineage, version=2)
    assert (newest.content, newest.title, newest.tags) == ("Use SQLite.", "Storage", ["storage"])


def test_a_memory_is_retired(as_alice, storage):
    form = form_of(as_alice.get(NEW, {"target": storage.label, "operation": "retire"}))

    answer = as_alice.post(NEW, form | {"reason": "Nobody needs it."}, follow=True)

    storage.refresh_from_db()
    assert storage.retired_at is not None
    assert "Agents are told it no more" in shown(answer)


def test_an_overtaken_proposal_is_proposed_again_on_the_new_version(as_alice, acme, storage):
    old = make_proposal(
        acme, "Use SQLite.", target=storage, reason="Smaller.", tags=["sqlite"], kind="fact"
    )
    newer = make_memory(acme, "Use files.", supersedes=storage)

    form = form_of(as_alice.get(NEW, {"again": old.label}))

    assert (form["operation"], form["target"]) == ("update", newer.label)
    assert (form["content"], form["tags"], form["reason"]) == ("Use SQLite.", "sqlite", "Smaller.")


def test_what_was_about_a_retired_memory_is_proposed_again_as_new(as_alice, acme, storage):
    old = make_proposal(acme, "Use SQLite.", target=storage)
    retire(storage)

    form = form_of(as_alice.get(NEW, {"again": old.label}))

    assert (form["operation"], form["target"]) == ("create", "")


def test_a_double_click_is_one_memory(as_alice):
    form = form_of(as_alice.get(NEW)) | {"content": "We deploy on Tuesdays."}

    answers = [as_alice.post(NEW, form) for _ in range(2)]

    assert [answer.status_code for answer in answers] == [303, 303]
    assert answers[0]["Location"] == answers[1]["Location"]
    assert Memory.objects.count() == Proposal.objects.count() == 1


def test_other_words_from_the_same_form_are_another_memory(as_alice):
    form = form_of(as_alice.get(NEW))

    for content in ("We deploy on Tuesdays.", "We test on Mondays."):
        as_alice.post(NEW, form | {"content": content})

    assert Memory.objects.count() == 2


def test_what_somebody_else_proposed_already_is_not_approved_in_passing(as_alice, acme, bob):
    known = make_proposal(acme, "We deploy on Tuesdays.", by=bob)

    answer = as_alice.post(NEW, ADDED, follow=True)

    known.refresh_from_db()
    assert known.status == Status.PENDING
    assert "says the same already" in shown(answer)


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ({"content": " \u200b "}, "Is blank"),
        ({"content": "x" * 20_001}, "more than 20,000 characters"),
        ({"content": "a\x00b"}, "U+0000"),
        ({"title": "x" * 201}, "more than 200 characters"),
        ({"valid_until": "soon"}, "Not an ISO 8601 time"),
        ({"valid_until": "2099-03-29T14:00"}, "Say the zone"),
        ({"valid_until": "2001-01-01"}, "Must be later"),
        ({"operation": "nonsense"}, "Input should be"),
    ],
)
def test_what_cannot_be_is_refused_beside_its_field(as_alice, typed, reason):
    answer = as_alice.post(NEW, ADDED | {"reason": "My careful reason."} | typed)

    assert answer.status_code == 422
    assert reason in shown(answer)
    assert "My careful reason." in shown(answer)
    assert not Proposal.objects.exists()


@pytest.mark.time
@pytest.mark.parametrize(
    ("typed", "instant"),
    [
        ("2099-03-29", "29 March 2099, 00:00:00 UTC"),
        ("2099-03-29T14:30Z", "29 March 2099, 14:30:00 UTC"),
        ("2099-03-29T00:00+13:00", "28 March 2099, 11:00:00 UTC"),
        ("2099-03-28T13:00-11:00", "29 March 2099, 00:00:00 UTC"),
    ],
)
def test_a_preview_says_which_instant_is_meant(as_alice, typed, instant):
    answer = as_alice.post(NEW, ADDED | {"valid_until": typed, "preview": "1"})

    assert answer.status_code == 200
    assert f"Means {instant}." in shown(answer)
    assert f"until {instant}" in shown(answer)
    assert not Proposal.objects.exists()


def test_a_preview_shows_the_difference_and_sends_nothing(as_alice, storage):
    form = form_of(as_alice.get(NEW, {"target": storage.label}))
    typed = form | {"content": "Use SQLite as the primary store.", "preview": "1"}

    page = as_alice.post(NEW, typed)
    fragment = as_alice.post(NEW, typed, headers={"HX-Request": "true"})

    for answer in (page, fragment):
        assert "<del>Neo4j</del><ins>SQLite</ins>" in shown(answer)
    assert "<html" not in shown(fragment)
    assert Proposal.objects.count() == 1


def test_no_change_is_told_on_the_form(as_alice, storage):
    form = form_of(as_alice.get(NEW, {"target": storage.label}))

    answer = as_alice.post(NEW, form | {"kind": "decision", "reason": "My reason."})

    assert answer.status_code == 409
    assert "There is nothing to change" in shown(answer)
    assert "My reason." in shown(answer)


def test_what_is_known_already_is_named(as_alice, acme):
    known = make_memory(acme, "We deploy on Tuesdays.")

    answer = as_alice.post(NEW, ADDED)

    assert answer.status_code == 409
    assert f"/memories/{known.public_id}/" in shown(answer)


def test_a_remembered_no_is_told_with_its_reason(as_alice, acme):
    make_proposal(acme, "We deploy on Tuesdays.", status=Status.REJECTED)

    answer = as_alice.post(NEW, ADDED | {"content": "we deploy on TUESDAYS"})

    assert answer.status_code == 409
    assert "These words were rejected before" in shown(answer)
    assert "Not so." in shown(answer)
    assert "we deploy on TUESDAYS" in shown(answer)


def test_a_target_that_ended_meanwhile_names_what_is(as_alice, acme, storage):
    form = form_of(as_alice.get(NEW, {"target": storage.label}))
    newer = make_memory(acme, "Use files.", supersedes=storage)

    answer = as_alice.post(NEW, form | {"content": "Use SQLite."})

    assert answer.status_code == 409
    assert str(newer.public_id) in shown(answer)
    assert "Use SQLite." in shown(answer)


def test_too_many_at_once_are_asked_to_wait(as_bob, acme, storage):
    for number in range(20):
        form = {"operation": "update", "target": storage.label, "kind": "fact"}
        as_bob.post(NEW, form | {"content": f"Try {number}."})

    answer = as_bob.post(NEW, form | {"content": "One more."})

    assert answer.status_code == 429
    assert "Try again in" in shown(answer)
    assert "One more." in shown(answer)


def test_evidence_is_cited_by_number(as_bob, acme, storage):
    as_bob.post(NEW, ADDED | {"evidence": f"{storage.label}"})
    unknown = as_bob.post(NEW, ADDED | {"content": "Other.", "evidence": "M-999"})

    assert Proposal.objects.latest("pk").revisions.get().evidence_ids == [str(storage.public_id)]
    assert unknown.status_code == 404
    assert "M-999" in shown(unknown)


def test_another_projects_memory_is_no_target(as_alice, elsewhere):
    foreign = make_memory(elsewhere)

    assert as_alice.get(NEW, {"target": str(foreign.public_id)}).status_code == 404
    answer = as_alice.post(
        NEW, {"operation": "update", "target": str(foreign.public_id), "content": "Mine."}
    )
    assert answer.status_code == 404
    assert "Mine." in shown(answer)


def test_the_password_is_part_of_the_gesture(as_alice, alice, acme):
    change_policy(acme, by=alice, confirm_with="password")

    without = as_alice.post(NEW, ADDED)
    with_it = as_alice.post(NEW, ADDED | {"password": "a long password"})

    assert (without.status_code, with_it.status_code) == (422, 303)
    assert Memory.objects.count() == Proposal.objects.count() == 1


def test_viewers_outsiders_and_strangers_add_nothing(browse, charlie, acme):
    vera = join(acme, make_user("vera"), Role.VIEWER)

    for person, status in ((vera, 403), (charlie, 404), (None, 302)):
        assert browse(person).get(NEW).status_code == status
        assert browse(person).post(NEW, ADDED).status_code == status
    assert not Proposal.objects.exists()


def test_a_gesture_that_fails_half_way_leaves_nothing(acme, alice, monkeypatch):
    def broken(*_, **__):
        raise RuntimeError("The disk is full.")

    monkeypatch.setattr("proposals.services.apply.record_memories", broken)
    asked = Asked(operation=Operation.CREATE, kind="fact", content="We deploy on Tuesdays.")

    with pytest.raises(RuntimeError):
        say(acme, asked, by=alice)

    assert not Proposal.objects.exists()


def test_an_edit_keeps_the_end_that_its_form_shows_and_takes_away_what_was_cleared(as_alice, acme):
    ending = make_memory(acme, "Frozen.", kind="fact", valid_until="2099-01-01T00:00:00Z")
    fields = form_of(as_alice.get(f"{NEW}?target={ending.label}"))
    assert fields["valid_until"] == "2099-01-01T00:00:00Z"

    as_alice.post(NEW, fields | {"content": "Frozen over."})
    kept = Memory.objects.get(version=2)
    assert kept.valid_until == ending.valid_until

    fields = form_of(as_alice.get(f"{NEW}?target={kept.label}"))
    as_alice.post(NEW, fields | {"valid_until": ""})
    assert Memory.objects.get(version=3).valid_until is None


def test_an_earlier_versions_words_are_proposed_once_more(as_alice, acme, storage):
    newest = make_memory(acme, "Use SQLite.", supersedes=storage, kind="decision")
    page = shown(as_alice.get(f"/p/acme/memories/{newest.label}/"))
    again = f"{NEW}?operation=update&amp;target={newest.label}&amp;words={storage.label}"
    assert page.count("propose these words again") == page.count(f'href="{again}"') == 1

    opened = as_alice.get(NEW, {"target": newest.label, "words": storage.label})
    fields = form_of(opened)
    assert (fields["content"], fields["title"]) == (storage.content, storage.title)
    as_alice.post(NEW, fields)

    made = Memory.objects.latest("number")
    assert (made.content, made.version) == (storage.content, 3)
    assert made.lineage == storage.lineage
    assert Memory.objects.count() == 3


def test_words_of_another_lineage_or_project_are_not_taken(as_alice, acme, storage, charlie):
    other = make_memory(acme, "Bees fly.")
    foreign = make_memory(make_project("beacon", owner=charlie), "Bees sting.")

    for words in (other.label, str(foreign.public_id)):
        assert as_alice.get(NEW, {"target": storage.label, "words": words}).status_code == 404
    assert as_alice.get(NEW, {"target": storage.label, "words": storage.label}).status_code == 200
    retire(storage)
    assert "propose these words" not in shown(as_alice.get(f"/p/acme/memories/{storage.label}/"))

"""Views of the inbox under a name: one's own, or everybody's; what matches is asked anew."""

import re

import pytest

from memory.access import access_to
from memory.actors import human
from memory.errors import Forbidden, NotFound
from memory.roles import Role
from memory.services.projects import change_role, close_project, remove_member
from proposals.models import SavedView
from proposals.services.saved_views import (
    Filters,
    drop_view,
    move_view,
    rename_view,
    save_view,
)
from tests.factories import make_project, make_proposal
from tests.pages.seen import shown

pytestmark = pytest.mark.usefixtures("acme")

SAVED = "/p/acme/proposals/saved/"


def keep(client, name="Old ones", q="age:>2d", **more):
    return client.post(SAVED, {"do": "keep", "name": name, "q": q, "queue": "mine", **more})


def send(client, view, do, **more):
    return client.post(SAVED, {"do": do, "view": str(view.pk), **more})


def names(client, heading):
    page = client.get(SAVED).content.decode()
    part = re.search(rf'id="{heading}-h".*?</section>', page, re.S)[0]
    return re.findall(r'kept__open"[^>]*><bdi>([^<]*)</bdi>', part)


def test_a_view_is_kept_for_oneself_with_what_it_shows_now(as_alice, browse, dora, acme):
    make_proposal(acme, "Bees fly.", kind="fact")
    make_proposal(acme, "Bees dance?", kind="question")

    assert keep(as_alice, "Questions", "kind:question", order="oldest").status_code == 303

    page = as_alice.get(SAVED).content.decode()
    assert 'href="/p/acme/proposals/?queue=mine&amp;q=kind%3Aquestion&amp;order=oldest"' in page
    assert '<bdi>Questions</bdi> <span class="num quiet">1</span>' in page
    assert names(browse(dora), "mine") == names(browse(dora), "shared") == []
    make_proposal(acme, "Do they?", kind="question")
    menu = as_alice.get(SAVED, headers={"HX-Request": "true"}).content.decode()
    assert '<bdi>Questions</bdi><span class="num quiet">2</span>' in menu


def test_one_for_everybody_shows_each_what_is_theirs(browse, alice, bob, vera, acme):
    make_proposal(acme, "Bees fly.")
    keep(browse(alice), "Agents", "proposer:agent", shared="1")

    assert names(browse(vera), "shared") == ["Agents"]
    assert ">1</span>" in browse(alice).get(SAVED).content.decode()
    of_vera = browse(vera).get(SAVED).content.decode()
    assert '<bdi>Agents</bdi> <span class="num quiet">0</span>' in of_vera
    assert 'value="rename"' not in of_vera
    view = SavedView.objects.get()
    assert send(browse(bob), view, "drop").status_code == 403
    assert keep(browse(bob), "Mine", shared="1").status_code == 403
    assert keep(browse(vera), "Mine").status_code == 303
    assert SavedView.objects.filter(owner=vera).count() == 1


def test_they_are_renamed_put_in_order_and_dropped(as_alice):
    for name in "abc":
        keep(as_alice, name, f"tag:{name}")
    a, b, c = SavedView.objects.all()

    send(as_alice, c, "up")
    send(as_alice, a, "down")
    assert names(as_alice, "mine") == ["c", "a", "b"]
    send(as_alice, c, "up")
    send(as_alice, b, "down")
    assert names(as_alice, "mine") == ["c", "a", "b"]
    send(as_alice, a, "rename", name="A")
    send(as_alice, c, "drop")

    assert names(as_alice, "mine") == ["A", "b"]


def test_nobody_reaches_a_view_of_another_or_of_another_project(browse, as_alice, alice, dora):
    keep(as_alice, "Mine")
    view = SavedView.objects.get()
    other = SavedView.objects.create(
        project=make_project("beacon", owner=alice), name="There", queue="mine", position=1
    )

    assert send(browse(dora), view, "drop").status_code == 404
    assert send(as_alice, other, "drop").status_code == 404
    assert SavedView.objects.count() == 2
    assert send(as_alice, view, "drop").status_code == 303


@pytest.mark.parametrize(
    ("name", "told"),
    [
        (" \u200b", "Give it a name."),
        ("x" * 61, "at most 60 characters"),
        ("a\x00b", "U+0000"),
    ],
)
def test_a_name_that_can_not_be_kept_is_refused_with_what_was_typed(as_alice, name, told):
    answer = keep(as_alice, name, "kind:decision")

    page = shown(answer)
    assert answer.status_code == 422
    assert told in page
    assert 'value="kind:decision"' in page
    assert not SavedView.objects.exists()


def test_the_same_view_twice_and_too_many_are_refused(as_alice, acme, alice):
    keep(as_alice, "Old")
    answer = keep(as_alice, "Old again")
    assert answer.status_code == 409
    assert "kept already, as “Old”" in shown(answer)

    rows = [
        SavedView(project=acme, owner=alice, name=f"{n}", queue="mine", order="", position=n + 2)
        for n in range(19)
    ]
    SavedView.objects.bulk_create(rows)
    answer = keep(as_alice, "One more", "kind:goal")
    assert answer.status_code == 422
    assert "drop one first" in shown(answer)
    assert SavedView.objects.count() == 20


def test_a_refused_name_of_a_kept_one_is_told_beside_it(as_alice):
    keep(as_alice, "Old")

    answer = send(as_alice, SavedView.objects.get(), "rename", name="")

    assert answer.status_code == 422
    assert 'id="renamed-error">Give it a name.' in shown(answer)
    assert "Save this view" not in shown(answer)
    assert SavedView.objects.get().name == "Old"


def test_hostile_words_are_words(as_alice):
    keep(as_alice, "<script>alert(1)</script>", "<img src=x>")

    page = as_alice.get(SAVED).content.decode()

    assert "<script>alert(1)" not in page
    assert "<img src=x" not in page
    assert "&lt;script&gt;" in page


def test_a_closed_project_keeps_none(as_alice, acme, alice):
    close_project(acme, actor=human(alice))

    assert keep(as_alice).status_code == 403
    assert as_alice.get(SAVED).status_code == 200


LESS = {
    "may review no more": lambda acme, dora, by: change_role(acme, dora, Role.CONTRIBUTOR, by=by),
    "is no member any more": lambda acme, dora, by: remove_member(acme, dora, by=by),
}


@pytest.mark.parametrize("less", LESS.values(), ids=LESS)
def test_what_a_member_may_is_asked_once_the_project_is_held(acme, alice, dora, less):
    access = access_to(acme, dora, Role.VIEWER)
    save_view(access, "Old", Filters("mine", "age:>2d", "newest"), shared=True)
    less(acme, dora, alice)

    view = SavedView.objects.get()
    for act in (
        lambda: save_view(access, "Goals", Filters("mine", "kind:goal", "newest"), shared=True),
        lambda: rename_view(access, view.pk, "New"),
        lambda: move_view(access, view.pk, step=1),
        lambda: drop_view(access, view.pk),
    ):
        with pytest.raises((Forbidden, NotFound)):
            act()
    assert [one.name for one in SavedView.objects.all()] == ["Old"]

import pytest
from django.urls import reverse

from memory.models import Membership
from memory.roles import Role
from tests.factories import make_memory


def test_a_stranger_signs_in_on_the_sites_own_page_and_comes_back(client, acme):
    answer = client.get("/admin/memory/memory/?kind__exact=fact")

    assert answer.status_code == 302
    assert answer["Location"] == (
        "/accounts/login/?next=/admin/memory/memory/%3Fkind__exact%3Dfact"
    )
    assert client.get("/admin/nothing/here/").status_code == 302


def test_the_index_names_what_there_is(browse, alice, acme):
    page = browse(alice).get("/admin/").content.decode()

    for name in ("Memories", "Edges", "Audit events", "Tool calls", "Policies", "Agent keys"):
        assert name in page
    assert "Groups" not in page
    assert "Recent actions" not in page


@pytest.mark.parametrize(
    "path",
    ["password_change/", "autocomplete/", "jsi18n/", "r/1/1/", "logout/", "auth/group/"],
)
def test_ways_that_the_site_has_already_are_not_offered_twice(browse, alice, acme, path):
    browser = browse(alice)

    assert browser.get(f"/admin/{path}").status_code == 404
    assert browser.get("/admin/").status_code == 200


def test_the_right_ends_with_the_role(browse, alice, bob, acme):
    make_memory(acme, "Known.", title="Known here")
    browser, list_ = browse(bob), reverse("admin:memory_memory_changelist")
    Membership.objects.filter(user=bob).update(role=Role.REVIEWER)
    assert "Known here" in browser.get(list_).content.decode()

    Membership.objects.filter(user=bob).update(role=Role.CONTRIBUTOR)

    assert browser.get(list_).status_code == 403


def test_the_staff_flag_opens_nothing(browse, charlie, acme):
    charlie.is_staff = charlie.is_superuser = True
    charlie.save()

    assert browse(charlie).get("/admin/").status_code == 403


def test_every_answer_carries_the_policy(browse, alice, own):
    for model, row in own.items():
        for page in ("changelist", "change"):
            answer = browse(alice).get(row.at(page))
            text = answer.content.decode()
            assert answer["Content-Security-Policy"].startswith("default-src 'none'")
            assert " style=" not in text, (model, page)
            assert "<style" not in text, (model, page)
            assert "onclick" not in text, (model, page)

"""From a demo to a project of one's own, as a visitor's browser goes."""

import pytest

from memory.models import Project, User
from tests.pages.seen import shown

PASSWORD = "correct horse battery"
NAMED = {"username": "nora", "password1": PASSWORD, "password2": PASSWORD, "next": "/demo/keep/"}


@pytest.fixture(autouse=True)
def open_house(settings, db):
    settings.WAGGLE_DEMO = settings.WAGGLE_SIGNUP = True


@pytest.fixture
def visitor(browse):
    """In a demo of their own, whose address goes with them."""
    browser = browse()
    browser.demo = browser.post("/demo/start/")["Location"]
    return browser


def keep(browser, **form):
    return browser.post("/demo/keep/", {"name": "Mine", "slug": "mine"} | form)


def test_who_signs_up_keeps_the_demo_as_their_first_project(visitor):
    assert "/accounts/signup/?next=/demo/keep/" in shown(visitor.get("/demo/keep/"))
    assert "/accounts/signup/?next=%2Fdemo" in shown(
        visitor.get("/accounts/login/?next=/demo/keep/")
    )
    assert visitor.get("/accounts/signup/").status_code == 200
    assert visitor.post("/accounts/signup/", NAMED)["Location"] == "/demo/keep/"
    assert 'value="fieldbook"' in shown(visitor.get("/demo/keep/"))

    answer = keep(visitor, slug="field-notes")

    assert answer["Location"] == "/p/field-notes/"
    page = shown(visitor.get("/p/field-notes/"))
    assert "Kept. It is a project of yours now" in page
    assert "This is a demo." not in page
    assert "demo seed" in page
    assert visitor.get(visitor.demo).status_code == 404
    assert not User.objects.filter(is_guest=True).exists()


def test_who_signs_in_may_keep_it_and_is_told_so_on_every_page(visitor, bob, acme):
    visitor.post("/accounts/login/", {"login": "bob", "password": "a long password"})

    assert "Your demo is still there." in shown(visitor.get("/p/acme/"))
    assert keep(visitor)["Location"] == "/p/mine/"
    assert "Your demo is still there." not in shown(visitor.get("/p/acme/"))


def test_who_does_not_want_it_is_not_asked_again(visitor, bob, acme):
    visitor.post("/accounts/login/", {"login": "bob", "password": "a long password"})

    visitor.post("/demo/keep/", {"do": "leave"})

    assert "Your demo is still there." not in shown(visitor.get("/p/acme/"))
    assert keep(visitor).status_code == 404
    assert Project.objects.get(slug__startswith="fieldbook-").is_demo


def test_a_failed_sign_in_leaves_the_visitor_in_the_demo(visitor, bob):
    visitor.post("/accounts/login/", {"login": "bob", "password": "wrong"})

    assert visitor.get(visitor.demo).status_code == 200


def test_nobody_keeps_the_demo_of_another_browser(visitor, browse, bob):
    assert keep(browse(bob)).status_code == 404
    assert keep(browse()).status_code == 302  # to sign in
    keep(visitor)

    assert Project.objects.get().is_demo


def test_an_address_that_is_taken_is_asked_for_again(visitor, bob, acme):
    visitor.post("/accounts/login/", {"login": "bob", "password": "a long password"})

    answer = keep(visitor, slug="acme")

    assert answer.status_code == 422
    assert 'value="acme"' in shown(answer)
    assert Project.objects.get(slug__startswith="fieldbook-").is_demo


def test_where_sign_up_is_closed_nobody_signs_up(browse, visitor, settings):
    settings.WAGGLE_SIGNUP = False

    assert browse().get("/accounts/signup/").status_code == 404
    assert browse().post("/accounts/signup/", NAMED).status_code == 404
    assert "signup" not in shown(browse().get("/accounts/login/")) + shown(browse().get("/"))
    assert "ask whoever runs this server" in shown(visitor.get("/demo/keep/"))
    assert not User.objects.filter(username="nora").exists()

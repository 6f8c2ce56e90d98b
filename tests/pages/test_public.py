import pytest

from tests.factories import make_project


def test_a_stranger_sees_what_it_is_and_where_to_sign_in(browse, db):
    page = browse().get("/").content.decode()

    assert "Humans govern what agents remember." in page
    assert "/accounts/login/" in page
    assert 'site-tools"' not in page


@pytest.mark.parametrize(("on", "shown"), [(True, True), (False, False)])
def test_the_demo_is_offered_where_there_is_one(browse, db, settings, on, shown):
    settings.WAGGLE_DEMO = on

    for path in ("/", "/accounts/login/"):
        assert ("/demo/start/" in browse().get(path).content.decode()) is shown


def test_signed_in_one_goes_on_to_the_last_project(browse, alice, acme):
    make_project("other", owner=alice, name="Aardvark")
    client = browse(alice)
    client.get("/p/acme/")

    assert client.get("/")["Location"] == "/p/acme/"


def test_who_is_in_no_project_is_told_how_to_get_into_one(browse, bob):
    page = browse(bob).get("/").content.decode()

    assert "You are in no project yet" in page


def test_one_signs_in_by_name_and_password_and_comes_back(browse, bob, acme):
    client = browse()

    answer = client.post(
        "/accounts/login/?next=/p/acme/memories/",
        {"login": "bob", "password": "a long password", "next": "/p/acme/memories/"},
    )

    assert answer["Location"] == "/p/acme/memories/"


def test_a_wrong_password_keeps_the_name_and_says_so(browse, bob):
    answer = browse().post("/accounts/login/", {"login": "bob", "password": "wrong"})

    page = answer.content.decode()
    assert 'value="bob"' in page
    assert 'role="alert"' in page


def test_signing_out_takes_a_post(browse, bob):
    client = browse(bob)

    assert client.get("/accounts/logout/").status_code == 200
    assert "_auth_user_id" in client.session
    client.post("/accounts/logout/")
    assert "_auth_user_id" not in client.session


def test_nobody_signs_up(browse, db):
    assert browse().get("/accounts/signup/").status_code == 404


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_a_chosen_theme_is_rendered(browse, db, theme):
    client = browse()
    client.cookies["theme"] = theme

    assert f'data-theme="{theme}"' in client.get("/").content.decode()


def test_a_made_up_theme_is_not(browse, db):
    client = browse()
    client.cookies["theme"] = "<b>"

    assert "data-theme=" not in client.get("/").content.decode()

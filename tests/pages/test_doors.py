import pytest

from tests.factories import make_memory

PAGES = ["", "memories/", "memories/M-001/", "activity/", "graph/", "graph.json", "companion/"]


@pytest.fixture
def memory(acme):
    return make_memory(acme, "We deploy on Tuesdays.")


@pytest.mark.parametrize("path", PAGES)
def test_a_member_sees_it(browse, bob, memory, path):
    answer = browse(bob).get(f"/p/acme/{path}")

    assert answer.status_code == 200


@pytest.mark.parametrize("path", PAGES)
def test_for_an_outsider_there_is_nothing(browse, charlie, memory, path):
    answer = browse(charlie).get(f"/p/acme/{path}")

    assert answer.status_code == 404
    assert b"Tuesdays" not in answer.content
    assert b"Acme" not in answer.content


@pytest.mark.parametrize("slug", ["acme", "no-such-project"])
@pytest.mark.parametrize("path", [path for path in PAGES if path != "graph.json"])
def test_a_stranger_is_asked_to_sign_in_whether_or_not_it_exists(browse, memory, slug, path):
    answer = browse().get(f"/p/{slug}/{path}")

    assert answer.status_code == 302
    assert answer["Location"].startswith("/accounts/login/?next=")


def test_a_slug_is_found_whatever_its_case_and_leads_to_its_one_address(browse, bob, memory):
    answer = browse(bob).get("/p/ACME/memories/?kind=fact")

    assert (answer.status_code, answer["Location"]) == (302, "/p/acme/memories/?kind=fact")


@pytest.mark.parametrize("path", PAGES)
def test_pages_change_nothing_by_being_read(browse, bob, acme, memory, path):
    before = acme.events.count()

    browse(bob).get(f"/p/acme/{path}")
    browse(bob).head(f"/p/acme/{path}")

    assert acme.events.count() == before


def test_a_page_that_refuses_offers_no_tools_that_its_answer_would_not_allow(browse, bob, memory):
    for path, offers in (("memories/M-001/", True), ("memories/M-999/", False)):
        answer = browse(bob).get(f"/p/acme/{path}")
        page = answer.content.decode()

        assert (answer["Permissions-Policy"] == "tools=(self)") is offers
        assert ('id="site-tools"' in page) is offers
        assert ("data-preflight" in page) is offers
        assert ('hx-boost="true"' in page) is offers

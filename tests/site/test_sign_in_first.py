from urllib.parse import parse_qs, urlsplit

import pytest
from django.contrib.auth.models import AnonymousUser
from django.http import HttpResponse

from memory.errors import Forbidden, NotFound
from memory.models import User
from waggle_site.middleware import SignInFirst

HTMX = {"HX-Request": "true"}


@pytest.fixture
def ask(rf):
    def ask(path, method="GET", user=None, **headers):
        request = rf.generic(method, path, headers=headers)
        request.user = user or AnonymousUser()
        return SignInFirst(lambda request: HttpResponse("the page"))(request)

    return ask


def back_to(address):
    return parse_qs(urlsplit(address).query)["next"]


@pytest.mark.parametrize(
    "path", ["/p/acme/", "/p/no-such-project/", "/p/acme", "/p/acme/no/such/page"]
)
def test_a_stranger_is_sent_to_sign_in_and_learns_nothing(ask, path):
    answer = ask(path)

    assert answer.status_code == 302
    assert answer.url.startswith("/accounts/login/?")
    assert back_to(answer.url) == [path]


def test_the_question_in_the_address_comes_back_too(ask):
    assert back_to(ask("/p/acme/memories/?q=a%26b").url) == ["/p/acme/memories/?q=a%26b"]


def test_somebody_who_is_signed_in_passes(ask):
    assert ask("/p/acme/", user=User(username="alice")).content == b"the page"


@pytest.mark.parametrize("path", ["/", "/healthz", "/accounts/login/", "/pages/"])
def test_outside_projects_nobody_is_asked(ask, path):
    assert ask(path).content == b"the page"


def test_a_fragment_never_holds_a_sign_in_form(ask):
    page = "http://testserver/p/acme/proposals/?filter=mine"

    answer = ask("/p/acme/proposals/rows/", **HTMX, **{"HX-Current-URL": page})

    assert (answer.status_code, answer.content) == (204, b"")
    assert back_to(answer["HX-Redirect"]) == ["/p/acme/proposals/?filter=mine"]


def test_a_boosted_link_leads_on_after_signing_in(ask):
    answer = ask("/p/acme/graph/", **HTMX, **{"HX-Boosted": "true"})

    assert back_to(answer["HX-Redirect"]) == ["/p/acme/graph/"]


def test_after_a_form_one_comes_back_to_its_page(ask):
    page = "http://testserver/p/acme/proposals/P-0141/"

    answer = ask("/p/acme/proposals/P-0141/approve/", method="POST", Referer=page)

    assert back_to(answer.url) == ["/p/acme/proposals/P-0141/"]


def test_a_page_of_another_site_is_no_place_to_come_back_to(ask):
    answer = ask("/p/acme/x/", method="POST", Referer="http://evil.example/p/acme/")

    assert back_to(answer.url) == ["/p/acme/"]


@pytest.mark.parametrize(
    ("path", "accept"),
    [
        ("/p/acme/memories/", "application/json"),
        ("/p/acme/graph.json", "*/*"),
        ("/p/acme/tools/recall_memory", "text/html"),
    ],
)
def test_a_program_is_told_in_json(ask, path, accept):
    answer = ask(path, Accept=accept)

    assert answer.status_code == 401
    assert b'"code": "SIGNED_OUT"' in answer.content


def test_a_browser_is_no_program(ask):
    assert ask("/p/tools/memories/", Accept="text/html,*/*;q=0.8").status_code == 302


def test_a_key_is_judged_by_the_tool_views_and_opens_nothing_else(ask):
    key = {"Authorization": "Bearer wgl_x"}

    assert ask("/p/acme/tools/recall_memory", method="POST", **key).content == b"the page"
    assert ask("/p/acme/memories/", **key).status_code == 302


@pytest.mark.parametrize(
    ("problem", "status"), [(NotFound(), 404), (Forbidden("Ask an owner."), 403)]
)
def test_a_refusal_that_no_view_caught_becomes_its_page(rf, problem, status):
    refuse = SignInFirst(lambda request: HttpResponse()).process_exception

    page = refuse(rf.get("/p/acme/"), problem)
    data = refuse(rf.get("/p/acme/", headers={"Accept": "application/json"}), problem)

    assert (page.status_code, data.status_code) == (status, status)
    assert data["Content-Type"] == "application/json"
    assert problem.message.encode() in data.content


def test_a_fault_of_our_own_stays_one(rf):
    assert (
        SignInFirst(lambda request: HttpResponse()).process_exception(rf.get("/"), KeyError())
        is None
    )

import pytest
from django.contrib.auth.models import AnonymousUser
from django.http import HttpResponse

from memory.models import User
from waggle_site.middleware import security_headers

ALICE = User(username="alice")
STRANGER = AnonymousUser()
PROJECT_PAGES = ["/p/acme/", "/p/acme/memories/M-031/", "/p/acme/graph/", "/p/acme/companion/"]
OTHER_PAGES = ["/", "/accounts/login/", "/admin/", "/p/acme/settings/", "/p/acme/settings/keys/"]


@pytest.fixture
def visit(rf):
    def visit(path, user=ALICE, status=200):
        request = rf.get(path)
        request.user = user
        return security_headers(lambda request: HttpResponse(status=status))(request).headers

    return visit


@pytest.mark.parametrize("path", [*PROJECT_PAGES, *OTHER_PAGES])
def test_every_page_says_what_may_run_in_it(visit, path):
    policy = dict(part.split(" ", 1) for part in visit(path)["Content-Security-Policy"].split("; "))

    assert policy["default-src"] == policy["base-uri"] == policy["frame-ancestors"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["form-action"] == "'self'"


@pytest.mark.parametrize("status", [200, 302, 404, 500])
def test_every_answer_asks_for_an_agent_cluster_of_its_own(visit, status):
    assert visit("/", status=status)["Origin-Agent-Cluster"] == "?1"


@pytest.mark.parametrize("path", PROJECT_PAGES)
def test_tools_are_for_people_who_are_signed_in(visit, path):
    assert visit(path)["Permissions-Policy"] == "tools=(self)"
    assert visit(path, user=STRANGER)["Permissions-Policy"] == "tools=()"


@pytest.mark.parametrize("path", OTHER_PAGES)
def test_tools_are_for_project_pages_alone(visit, path):
    assert visit(path)["Permissions-Policy"] == "tools=()"


@pytest.mark.parametrize("status", [409, 422])
def test_a_page_that_refuses_a_form_keeps_its_tools(visit, status):
    assert (
        visit("/p/acme/proposals/P-1/approve/", status=status)["Permissions-Policy"]
        == "tools=(self)"
    )


@pytest.mark.parametrize("status", [400, 403, 404, 500])
def test_an_error_page_has_no_tools(visit, status):
    assert visit("/p/acme/", status=status)["Permissions-Policy"] == "tools=()"


def test_trial_tokens_go_with_the_tools(visit, settings):
    settings.WAGGLE_ORIGIN_TRIAL_TOKENS = ["one", "two"]

    assert visit("/p/acme/")["Origin-Trial"] == "one, two"
    assert "Origin-Trial" not in visit("/accounts/login/")
    assert "Origin-Trial" not in visit("/p/acme/", user=STRANGER)


def test_without_tokens_there_is_no_trial(visit):
    assert "Origin-Trial" not in visit("/p/acme/")


def test_what_a_person_sees_is_not_kept_on_the_way(visit):
    assert visit("/p/acme/")["Cache-Control"] == "private, no-store"
    assert "Cache-Control" not in visit("/", user=STRANGER)


def test_search_engines_see_the_landing_page_alone(visit):
    assert "X-Robots-Tag" not in visit("/", user=STRANGER)
    assert visit("/p/acme/")["X-Robots-Tag"] == "noindex, nofollow"


def test_https_is_insisted_on_where_it_is_the_address(visit, settings):
    assert "Strict-Transport-Security" not in visit("/")

    settings.SECURE_HSTS_SECONDS = 60

    assert visit("/")["Strict-Transport-Security"] == "max-age=60"


def test_a_request_that_failed_before_its_session_is_answered_too(rf):
    request = rf.get("/p/acme/")

    answer = security_headers(lambda request: HttpResponse(status=400))(request)

    assert answer.headers["Permissions-Policy"] == "tools=()"


def test_django_adds_its_own(client):
    headers = client.get("/healthz").headers

    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == headers["Cross-Origin-Opener-Policy"] == "same-origin"


def test_the_page_gets_a_refused_call_as_an_answer(browse, bob, acme):
    client = browse(bob)

    page = client.post("/p/acme/tools/recall_memory", headers={"X-Waggle-Page": "1"})
    program = client.post("/p/acme/tools/recall_memory")

    assert (page.status_code, page.headers["X-Waggle-Status"]) == (200, str(program.status_code))
    assert program.status_code >= 400
    assert page.json() == program.json()

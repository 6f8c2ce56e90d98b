import json

import pytest

from memory import errors as problems
from waggle_site import errors

AS_JSON = {"Accept": "application/json"}


@pytest.mark.parametrize(
    ("view", "status", "code"),
    [
        (errors.bad_request, 400, "INVALID_INPUT"),
        (errors.forbidden, 403, "FORBIDDEN"),
        (errors.not_found, 404, "NOT_FOUND"),
        (errors.server_error, 500, "INTERNAL"),
        (errors.csrf_failure, 403, "CSRF_FAILED"),
    ],
)
def test_every_error_has_a_page_and_a_twin_in_json(rf, view, status, code):
    page, data = view(rf.get("/x")), view(rf.get("/x", headers=AS_JSON))

    assert (page.status_code, data.status_code) == (status, status)
    assert b"<h1>" in page.content
    answer = json.loads(data.content)
    assert answer["isError"] is True
    assert answer["error"]["code"] == code
    assert isinstance(answer["error"]["retryable"], bool)


def test_tool_views_never_answer_in_html(rf):
    answer = errors.not_found(rf.get("/p/acme/tools/nothing", headers={"Accept": "text/html"}))

    assert answer["Content-Type"] == "application/json"


def test_htmx_gets_the_words_without_the_page(rf):
    answer = errors.forbidden(rf.get("/p/acme/", headers={"HX-Request": "true"}))

    assert b"Your role" in answer.content
    assert b"<html" not in answer.content


def test_an_incident_has_the_same_id_in_the_log_as_on_the_page(rf, caplog):
    answer = errors.server_error(rf.get("/x", headers=AS_JSON))

    incident = json.loads(answer.content)["error"]["incident"]
    assert incident in caplog.text


def test_a_form_that_came_too_late_gives_back_what_was_typed(rf):
    form = {
        "content": "Use <SQLite>.",
        "password": "hunter2hunter2",
        "csrfmiddlewaretoken": "t0ken",
    }

    answer = errors.csrf_failure(rf.post("/p/acme/proposals/P-1/approve/", form))

    assert b"Use &lt;SQLite&gt;." in answer.content
    assert b"hunter2" not in answer.content
    assert b"t0ken" not in answer.content


def test_a_host_that_is_not_ours_gets_a_page_and_no_more(client):
    answer = client.get("/", headers={"Host": "evil.example"})

    assert answer.status_code == 400
    assert b"evil.example" not in answer.content


def test_a_form_that_carries_too_much_is_told_so(client, settings):
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 1000

    answer = client.post("/accounts/login/", {"login": "a" * 2000}, headers=AS_JSON)

    assert (answer.status_code, answer.json()["error"]["code"]) == (413, "PAYLOAD_TOO_LARGE")


def test_every_refusal_has_its_status():
    refusals = [one.code for one in vars(problems).values() if is_a_refusal(one)]

    assert refusals
    assert set(refusals) <= errors.STATUS.keys()


def is_a_refusal(one):
    return isinstance(one, type) and issubclass(one, problems.Problem) and hasattr(one, "code")

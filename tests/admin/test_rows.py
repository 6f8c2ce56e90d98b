"""Every model of the admin: one's own projects, read and not written."""

import pytest
from django.contrib.admin.models import LogEntry

from memory.admin.site import site
from memory.models import AuditEvent
from memory.roles import Role
from tests.admin.conftest import MODELS
from tests.factories import join

PAGES = ("change", "history", "delete")


def test_every_model_of_this_app_is_tested_here():
    registered = {m._meta.model_name for m in site._registry if m._meta.app_label == "memory"}

    assert registered == set(MODELS)


@pytest.mark.parametrize("name", ["alice", "dora"])
def test_the_own_rows_are_shown_and_their_siblings_are_not_there(
    request, browse, dora, own, foreign, name
):
    browser = browse(request.getfixturevalue(name))

    for model in MODELS:
        listed = browser.get(own[model].at("changelist")).content.decode()
        assert own[model].told in listed
        assert own[model].ref in listed
        assert "windmill" not in listed
        assert "elsewhere" not in listed
        assert own[model].told in browser.get(own[model].at("change")).content.decode()
        for page in PAGES:
            for ask in (browser.get, browser.post):
                refused = ask(foreign[model].at(page))
                assert refused.status_code == 404, (model, page, ask)
                assert "windmill" not in refused.content.decode()


@pytest.mark.parametrize("name", ["alice", "dora"])
def test_nothing_is_added_changed_or_deleted(request, browse, dora, own, name):
    browser = browse(request.getfixturevalue(name))
    before = AuditEvent.objects.count()

    for row in own.values():
        for address in (row.at("add"), row.at("delete")):
            assert browser.get(address).status_code == 403
            assert browser.post(address, {"post": "yes"}).status_code == 403
        refused = browser.post(row.at("change"), {"title": "Mine", "role": "owner", "_save": "1"})
        chosen = {"action": "delete_selected", "_selected_action": [row.ref], "post": "yes"}
        browser.post(row.at("changelist"), chosen)
        assert refused.status_code == 403
        assert "The admin only shows." in refused.content.decode()
        assert row.told in browser.get(row.at("change")).content.decode()
    assert (AuditEvent.objects.count(), LogEntry.objects.count()) == (before, 0)


def test_whoever_reviews_nowhere_is_refused_in_words(browse, django_user_model, bob, vera, own):
    root = django_user_model.objects.create_superuser("root", password="x", is_staff=True)

    for person in (bob, vera, root):
        browser = browse(person)
        for row in own.values():
            for page in ("changelist", "add", *PAGES):
                refused = browser.get(row.at(page))
                assert refused.status_code == 403
                assert "The admin is for those who review." in refused.content.decode()
                assert row.told not in refused.content.decode()


def test_who_reviews_here_and_only_looks_there_sees_here(browse, dora, own, foreign, elsewhere):
    join(elsewhere, dora, Role.CONTRIBUTOR)
    browser = browse(dora)

    for model in MODELS:
        assert own[model].told in browser.get(own[model].at("changelist")).content.decode()
        assert browser.get(foreign[model].at("change")).status_code == 404


def test_the_record_of_a_memory_is_the_projects_own(browse, alice, own):
    browser = browse(alice)

    answer = browser.get(own["memory"].at("history"))

    assert answer.status_code == 302
    page = browser.get(answer["Location"]).content.decode()
    assert 'field-type">memory.recorded' in page
    assert 'field-type">key.created' not in page
    assert browser.get(own["agentkey"].at("history")).status_code == 404

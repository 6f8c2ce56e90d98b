"""Whatever stands in an address or a form, the answer is a page or a refusal in words."""

from urllib.parse import quote

import pytest

from tests.factories import make_proposal

VALUES = [
    "\x00",
    "٣",
    "9" * 30,
    "M-999999999999999",
    "0001-01-01T00:00:00+14:00",
    "9999-12-31T23:59:59.999999-14:00",
    "0001-01-01T00:00:00+14:00~1~" + "9" * 30,
]
GIVEN = [
    "after",
    "again",
    "as_of",
    "authority",
    "before",
    "changes",
    "compare",
    "do",
    "from",
    "held",
    "kind",
    "known_at",
    "lineage",
    "node",
    "operation",
    "order",
    "peek",
    "q",
    "queue",
    "revision",
    "since",
    "status",
    "tag",
    "target",
    "to",
    "view",
]
PAGES = [
    "activity/",
    "graph.json",
    "graph/",
    "memories/",
    "memories/M-001/",
    "memories/M-001/changes/",
    "proposals/",
    "proposals/P-0002/",
    "proposals/new/",
]
FORMS = [
    "choice",
    "conflict",
    "content",
    "do",
    "evidence",
    "key",
    "kind",
    "name",
    "note",
    "operation",
    "password",
    "purpose",
    "reason",
    "revision",
    "role",
    "scopes",
    "slug",
    "tags",
    "target",
    "title",
    "user",
    "valid_from",
    "valid_until",
]
POSTED = [
    "conflicts/",
    "memories/M-001/erase/",
    "proposals/new/",
    "proposals/P-0002/approve/",
    "proposals/P-0002/compare/",
    "proposals/P-0002/reject/",
    "proposals/P-0002/revise/",
    "settings/",
]


@pytest.fixture
def asked(as_alice, acme, storage):
    make_proposal(acme, "Use files.", target=storage)
    as_alice.raise_request_exception = False
    return as_alice


def faults(pages, ask):
    """Where something broke; also that not everything was refused."""
    answers = {(page, value): ask(page, value).status_code for page in pages for value in VALUES}
    assert min(answers.values()) < 400
    return {asked for asked, status in answers.items() if status >= 500}


def test_every_page_answers_whatever_it_is_asked(asked):
    def ask(page, value):
        return asked.get(f"/p/acme/{page}", dict.fromkeys(GIVEN, value))

    assert faults(PAGES, ask) == set()


def test_every_form_answers_whatever_is_sent(asked):
    def ask(page, value):
        return asked.post(f"/p/acme/{page}", dict.fromkeys(FORMS, value))

    assert faults(POSTED, ask) == set()


@pytest.mark.parametrize("rows", ["memories", "proposals"])
def test_a_name_that_is_none_is_not_found(asked, rows):
    answers = {asked.get(f"/p/acme/{rows}/{quote(name, safe='')}/").status_code for name in VALUES}

    assert answers == {404}

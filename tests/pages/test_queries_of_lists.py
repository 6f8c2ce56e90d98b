"""A list asks the database as much for many rows as for few; lists with a file of their own
are counted there."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from memory.actors import human
from memory.models import Memory
from memory.roles import Role, Scope
from memory.services.keys import create_key
from tests.factories import join, make_memory, make_project, make_proposal, make_user


def members_and_keys(acme, alice, number):
    join(acme, make_user(f"member{number}"), Role.REVIEWER)
    create_key(acme, name=f"key{number}", scopes=[Scope.READ], made_for=alice, actor=human(alice))


def conflicts(acme, alice, number):
    for store in ("Neo4j", "SQLite"):
        make_memory(acme, f"Use {store} as the store of depot {number}.", kind="decision")


def people(acme, alice, number):
    make_proposal(acme, by=join(acme, make_user(f"writer{number}"), Role.CONTRIBUTOR))


def versions(acme, alice, number):
    newest = Memory.objects.in_project(acme).order_by("number").last()
    link = {"type": "part_of", "memory_id": make_memory(acme, kind="goal").label}
    make_memory(acme, supersedes=newest, links=[link])


def changes(acme, alice, number):
    make_memory(acme, supersedes=make_memory(acme))


def projects(acme, alice, number):
    make_project(f"other-{number}", owner=alice)


LISTS = [
    (members_and_keys, "settings/", "member9"),
    (conflicts, "conflicts/", "depot 9"),
    (people, "people/", "writer9"),
    (versions, "memories/M-001/", "Version 10"),
    (versions, "memories/M-001/changes/?from=1&to=2", "Version 10"),
    (changes, "activity/?since=2020-01-01", "M-018"),
    (changes, "graph/?view=list", "M-018"),
    (projects, "companion/", "other-9"),
]


@pytest.mark.parametrize(("add", "page", "last"), LISTS, ids=[page for _, page, _ in LISTS])
def test_it_asks_as_much_for_many_rows_as_for_two(as_alice, alice, acme, add, page, last):
    def asked():
        with CaptureQueriesContext(connection) as queries:
            answer = as_alice.get(f"/p/acme/{page}")
        assert answer.status_code == 200
        return len(queries), answer.content.decode()

    make_memory(acme)
    for number in (1, 2):
        add(acme, alice, number)
    asked()
    few, _ = asked()
    for number in range(3, 10):
        add(acme, alice, number)

    many, shown = asked()
    assert many == few
    assert last in shown

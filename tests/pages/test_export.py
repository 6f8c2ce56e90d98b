"""Owners take their project with them: each format a link, streamed as a file."""

import asyncio
import json

import pytest

from memory.actors import human
from memory.services.export_formats import FORMATS
from memory.services.projects import close_project
from memory.views.export import Sent
from tests.factories import make_memory
from tests.pages.seen import shown


def address(name):
    return f"/p/acme/settings/export/{name}"


def test_settings_links_to_every_format(as_alice, acme):
    page = shown(as_alice.get("/p/acme/settings/"))

    for name in FORMATS:
        assert f'href="{address(name)}" download' in page


@pytest.mark.parametrize("name", FORMATS)
def test_each_comes_as_a_file_of_its_own_name(as_alice, storage, name):
    answer = as_alice.get(address(name))

    whole = b"".join(answer.streaming_content)
    assert answer.status_code == 200
    assert answer["Content-Disposition"] == f'attachment; filename="acme.{FORMATS[name].suffix}"'
    assert answer["Cache-Control"] == "private, no-store"
    assert len(whole) > 100
    if name == "jsonl":
        assert json.loads(whole)["content"] == storage.content


def test_only_owners_take_it_and_only_by_reading(browse, bob, dora, vera, charlie, acme):
    for person, status in ((bob, 403), (dora, 403), (vera, 403), (charlie, 404), (None, 302)):
        assert browse(person).get(address("jsonl")).status_code == status


def test_an_unknown_format_is_not_found_and_nothing_is_posted(as_alice, acme):
    assert as_alice.get(address("docx")).status_code == 404
    assert as_alice.post(address("jsonl")).status_code == 405


def test_a_closed_project_still_goes_out(as_alice, alice, acme):
    make_memory(acme, "It stays.")
    close_project(acme, actor=human(alice))

    assert address("abhi") in shown(as_alice.get("/p/acme/settings/"))
    assert b"It stays." in b"".join(as_alice.get(address("jsonl")).streaming_content)


def test_pieces_are_sent_as_they_are_made():
    made = []

    def pieces():
        for number in range(3):
            made.append(number)
            yield b"%d" % number

    async def look():
        answer = Sent(pieces())
        return [(piece, len(made)) async for piece in answer]

    assert asyncio.run(look()) == [(b"0", 1), (b"1", 2), (b"2", 3)]

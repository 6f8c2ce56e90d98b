"""Single keys are on or off for a person, wherever they sign in."""

import pytest

from memory.models import User

KEYS = "/accounts/keys/"
OFF = ' data-keys="off"'


def page(client):
    return client.get("/p/acme/proposals/").content.decode()


def test_they_are_on_until_a_person_turns_them_off(browse, alice, bob, acme):
    here = browse(alice)
    assert OFF not in page(here)

    assert here.post(KEYS, {}, headers={"HX-Request": "true"}).status_code == 204

    assert OFF in page(browse(alice))
    assert OFF not in page(browse(bob))


def test_they_are_turned_on_again_by_a_form_without_script(browse, alice, acme):
    User.objects.filter(pk=alice.pk).update(single_keys=False)
    here = browse(alice)
    assert OFF in page(here)

    assert here.post(KEYS, {"keys": "on"}).status_code == 302

    assert OFF not in page(here)


@pytest.mark.parametrize("ask", ["get", "post"])
def test_nobody_else_turns_anything(browse, ask):
    status = getattr(browse(), ask)(KEYS).status_code

    assert status == (405 if ask == "get" else 302)

"""How a change is read: side by side or in one line, by the address, remembered for the person."""

from tests.factories import make_memory, make_proposal
from tests.pages.seen import shown
from tests.pages.sent import page_of


def test_by_default_the_width_decides(read, proposal):
    page = shown(read(proposal))

    assert "views--auto" in page
    assert "views__one" in page
    assert 'href="/p/acme/proposals/P-0002/?view=one#change"' in page


def test_the_address_decides_and_is_remembered(browse, alice, bob, proposal):
    client = browse(alice)

    assert "views--one" in shown(client.get(f"{page_of(proposal)}?view=one"))
    assert "views--one" in shown(client.get(page_of(proposal)))
    assert "views--two" in shown(client.get(f"{page_of(proposal)}?view=two"))
    assert "views--two" in shown(client.get(page_of(proposal)))
    client.force_login(bob)
    assert "views--auto" in shown(client.get(page_of(proposal)))


def test_a_mark_is_no_word(read, acme):
    warm = make_memory(acme, "The room is warm.")
    more = make_proposal(acme, "The room is warm, the hall is not.", target=warm)
    mark = make_proposal(acme, "The room is warm!", target=warm)

    assert "0 words out, 4 words in" in shown(read(more))
    assert "1 word out, 1 word in" in shown(read(mark))


def test_nonsense_in_the_address_is_left_aside(browse, alice, proposal):
    answer = browse(alice).get(f"{page_of(proposal)}?view=%22%3Cb%3E")

    assert "views--auto" in shown(answer)
    assert not [name for name in answer.cookies if name.startswith("view")]

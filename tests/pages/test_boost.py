"""A boosted page keeps the permissions of the document it is swapped into."""

import re

BODY = re.compile(r'<body hx-boost="(true|false)"')


def test_pages_of_a_project_are_boosted_but_the_settings_are_not(browse, alice, acme):
    client = browse(alice)

    boosted = {
        path: BODY.search(client.get(f"/p/acme/{path}").content.decode())[1]
        for path in ("", "memories/", "settings/")
    }

    assert boosted == {"": "true", "memories/": "true", "settings/": "false"}


def test_links_to_the_settings_load_a_document_of_their_own(browse, alice, acme):
    page = browse(alice).get("/p/acme/").content.decode()

    links = re.findall(r'<a [^>]*href="/p/acme/settings/"[^>]*>', page)

    assert len(links) == 3
    assert all('hx-boost="false"' in link for link in links)

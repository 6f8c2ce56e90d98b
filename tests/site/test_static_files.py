import gzip
import json

import pytest
from asgiref.sync import async_to_sync
from asgiref.testing import ApplicationCommunicator

from waggle_site.static_files import StaticFiles

STYLE = b"body { color: black }\n" * 100


async def the_portal(scope, receive, send):
    await send({"type": "http.response.start", "status": 418, "headers": []})
    await send({"type": "http.response.body", "body": b"the portal"})


@pytest.fixture
def site(tmp_path):
    root = tmp_path / "static"
    root.mkdir()
    (root / "base.css").write_bytes(STYLE)
    (root / "base.0123456789ab.css").write_bytes(STYLE)
    (root / "dot.png").write_bytes(b"png")
    (root / "staticfiles.json").write_text(
        json.dumps({"paths": {"base.css": "base.0123456789ab.css"}})
    )
    (tmp_path / "secret_key").write_text("secret")
    (root / "link.txt").symlink_to(tmp_path / "secret_key")
    return StaticFiles(the_portal, root=root, prefix="/static/")


@async_to_sync
async def ask(site, path, method="GET", **headers):
    raw = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    scope = {"type": "http", "method": method, "path": path, "headers": raw}
    talk = ApplicationCommunicator(site, scope)
    start = await talk.receive_output(2)
    body = await talk.receive_output(2)
    await talk.wait(2)
    return start["status"], {k.decode(): v.decode() for k, v in start["headers"]}, body["body"]


def test_a_file_comes_with_its_type_its_tag_and_a_promise(site):
    status, headers, body = ask(site, "/static/base.css")

    assert (status, body) == (200, STYLE)
    assert headers["content-type"] == "text/css; charset=utf-8"
    assert headers["cache-control"] == "no-cache"
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["content-length"] == str(len(STYLE))


def test_a_name_with_a_digest_is_kept_for_ever(site):
    _, headers, _ = ask(site, "/static/base.0123456789ab.css")

    assert headers["cache-control"] == "public, max-age=31536000, immutable"


def test_text_is_compressed_for_those_who_can_read_it(site):
    _, headers, body = ask(site, "/static/base.css", accept_encoding="br, gzip")

    assert gzip.decompress(body) == STYLE
    assert (headers["content-encoding"], headers["vary"]) == ("gzip", "Accept-Encoding")
    assert int(headers["content-length"]) == len(body) < len(STYLE)


def test_a_picture_is_not_compressed_again(site):
    _, headers, body = ask(site, "/static/dot.png", accept_encoding="gzip")

    assert body == b"png"
    assert "content-encoding" not in headers


@pytest.mark.parametrize("encoding", ["", "gzip"])
def test_a_browser_that_has_it_is_told_so(site, encoding):
    _, headers, _ = ask(site, "/static/base.css", accept_encoding=encoding)

    status, _, body = ask(
        site,
        "/static/base.css",
        accept_encoding=encoding,
        if_none_match=f'"old", {headers["etag"]}',
    )

    assert (status, body) == (304, b"")


def test_a_browser_that_has_another_gets_this_one(site):
    assert ask(site, "/static/base.css", if_none_match='"old"')[0] == 200


def test_head_is_get_without_the_file(site):
    status, headers, body = ask(site, "/static/base.css", method="HEAD")

    assert (status, body) == (200, b"")
    assert headers["content-length"] == str(len(STYLE))


def test_nothing_is_posted_to_a_file(site):
    status, headers, _ = ask(site, "/static/base.css", method="POST")

    assert (status, headers["allow"]) == (405, "GET, HEAD")


@pytest.mark.parametrize(
    "path",
    [
        "/static/../secret_key",
        "/static//../secret_key",
        "/static/%2e%2e/secret_key",
        "/static/link.txt",
        "/static/base.css/",
        "/static/base.css\x00",
        "/static/",
        "/static/nothing.css",
    ],
)
def test_nothing_outside_the_folder_is_reached(site, path):
    assert ask(site, path)[0] == 404


def test_everything_else_is_the_portals(site):
    assert ask(site, "/static")[2] == b"the portal"
    assert ask(site, "/p/acme/")[2] == b"the portal"

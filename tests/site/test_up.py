import http.client
import json
import os
import signal
import socket
from contextlib import contextmanager
from http.cookiejar import CookieJar
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, build_opener

import pytest
from websockets.sync.client import connect

from tests.site.processes import children, eventually, free_port, is_gone, start


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    return tmp_path_factory.mktemp("data")


@pytest.fixture
def up(data):
    port = free_port()
    process = start("manage.py", "up", port=port, data=data, WAGGLE_DEMO="1")
    if not eventually(lambda: is_ready(port), seconds=60):
        process.kill()
        pytest.fail(f"It did not get ready: {process.communicate()[0]}")
    yield process, port
    process.kill()
    process.communicate()


def is_ready(port):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    try:
        connection.request("GET", "/readyz")
        return all(json.load(connection.getresponse())["checks"].values())
    except OSError:
        return False
    finally:
        connection.close()


@contextmanager
def a_visitors_socket(port):
    """Somebody has the demo open in a browser."""
    jar, site = CookieJar(), f"http://localhost:{port}"
    browser = build_opener(HTTPCookieProcessor(jar))
    browser.open(site).close()
    token = next(cookie.value for cookie in jar if cookie.name == "csrftoken")
    form = urlencode({"csrfmiddlewaretoken": token}).encode()
    with browser.open(f"{site}/demo/start/", form) as page:
        address = page.url.replace("http:", "ws:") + "live/?after=0"
    cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in jar)
    with connect(address, additional_headers={"Cookie": cookies}, origin=site) as live:
        yield live


def test_it_serves_and_works_and_ctrl_c_ends_all_of_it(up):
    process, port = up
    family = children(process.pid)
    with a_visitors_socket(port) as live:
        first = json.loads(live.recv(timeout=10))

        process.send_signal(signal.SIGINT)

        said, _ = process.communicate(timeout=20)
    assert first["seq"] == 1
    assert len(family) == 2
    assert all(map(is_gone, family))
    assert process.returncode == 0
    assert f"Waggle is at http://localhost:{port}" in said
    assert "Traceback" not in said


def test_children_do_not_outlive_a_parent_that_was_killed(up):
    process, _ = up
    family = children(process.pid)

    process.kill()

    assert eventually(lambda: all(map(is_gone, family)), seconds=20)


def test_when_one_child_ends_so_do_the_others_and_somebody_is_told(up):
    process, _ = up
    family = children(process.pid)

    os.kill(family[-1], signal.SIGKILL)

    said, _ = process.communicate(timeout=20)
    assert process.returncode != 0
    assert all(map(is_gone, family))
    assert "ended by itself" in said


def test_a_port_in_use_is_named_before_anything_is_done(data):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]

        process = start("manage.py", "up", port=port, data=data)

        said, _ = process.communicate(timeout=30)
    assert process.returncode == 1
    assert f"127.0.0.1:{port}" in said
    assert "make run PORT=" in said
    assert "Traceback" not in said


def test_a_database_that_does_not_answer_is_named_in_words(data):
    nowhere = f"sqlite://{data}/no/such/folder/waggle.sqlite3"

    process = start("manage.py", "up", port=free_port(), data=data, DATABASE_URL=nowhere)

    said, _ = process.communicate(timeout=60)
    assert process.returncode == 1
    assert "The database does not answer" in said
    assert "Traceback" not in said

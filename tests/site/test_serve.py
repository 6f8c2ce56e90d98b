import http.client
import signal
from contextlib import ExitStack, closing

import pytest
from websockets.sync.client import connect

from tests.site.processes import eventually, free_port, start

APP = """
import sys
from waggle_site.serve import serve

async def app(scope, receive, send):
    if scope["type"] == "http":
        headers = [(b"content-length", b"2")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": b"ok"})
        return
    try:
        await receive()
        await send({"type": "websocket.accept"})
        while True:
            await receive()
    finally:
        print("a socket was let go", flush=True)

sys.exit(serve(app, host="127.0.0.1", port=int(sys.argv[1])))
"""


@pytest.fixture
def server(tmp_path):
    port = free_port()
    process = start("-c", APP, str(port), port=port, data=tmp_path)
    assert eventually(lambda: answers(port) or process.poll() is not None)
    yield process, port
    process.kill()
    process.communicate()


def answers(port):
    try:
        idle(port).close()
    except OSError:
        return False
    return True


def idle(port):
    """A connection that stays open after its answer, as a browser's does."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    connection.request("GET", "/")
    assert connection.getresponse().read() == b"ok"
    return connection


def test_it_ends_cleanly_with_sockets_and_idle_connections_open(server):
    process, port = server
    with ExitStack() as open_ones:
        open_ones.enter_context(closing(idle(port)))
        for _ in range(3):
            open_ones.enter_context(connect(f"ws://127.0.0.1:{port}/"))

        process.send_signal(signal.SIGTERM)

        said, _ = process.communicate(timeout=20)
    assert process.returncode == 0
    assert said.count("a socket was let go") == 3
    assert "Traceback" not in said


def test_it_does_not_say_what_it_is_made_of(server):
    _, port = server
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    connection.request("GET", "/")

    assert connection.getresponse().getheader("Server") is None
    connection.close()


@pytest.mark.parametrize("body", [b"not a form", b"--b\r\nno header\r\n--b--"])
def test_a_broken_form_is_left_to_the_portal_to_answer(server, body):
    _, port = server
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    headers = {"Content-Type": "multipart/form-data; boundary=b"}
    connection.request("POST", "/", body, headers)

    answer = connection.getresponse()

    assert (answer.status, answer.read()) == (200, b"ok")
    connection.close()


def test_it_fails_when_it_cannot_listen(server, tmp_path):
    _, port = server

    second = start("-c", APP, str(port), port=port, data=tmp_path)

    second.communicate(timeout=30)
    assert second.returncode == 1

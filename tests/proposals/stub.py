"""A server of this machine that keeps what it is sent, and answers as it is told."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from typing import Any


@dataclass
class Stub:
    url: str = ""
    statuses: list[int] = field(default_factory=list)
    """Of the next answers; afterwards 204."""
    heard: list[tuple[str, dict[str, str], bytes]] = field(default_factory=list)


@contextmanager
def stub_server() -> Iterator[Stub]:
    stub = Stub()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            headers = {name.lower(): value for name, value in self.headers.items()}
            stub.heard.append((self.path, headers, body))
            self.send_response(stub.statuses.pop(0) if stub.statuses else 204)
            self.send_header("Location", f"{stub.url}elsewhere")
            self.send_header("Content-Length", "0")
            self.end_headers()

        do_GET = do_POST

        def log_message(self, *args: Any) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    stub.url = f"http://localhost:{server.server_port}/"
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield stub
    finally:
        server.shutdown()
        thread.join()
        server.server_close()

"""A network between a browser and a portal, which can fail as networks do: without a word."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

UPGRADE = b"upgrade: websocket"


class Between:
    """While it `holds`, no live socket opens."""

    def __init__(self, port: int) -> None:
        self.to = port
        self.holds = False
        self.silent: set[socket.socket] = set()
        self.live: list[socket.socket] = []
        self.all: list[socket.socket] = []
        self.server = socket.create_server(("127.0.0.1", 0))
        self.origin = f"http://localhost:{self.server.getsockname()[1]}"

    def serve(self) -> None:
        with suppress(OSError):
            while True:
                near = self.server.accept()[0]
                self.all.append(near)
                threading.Thread(target=self.join, args=[near], daemon=True).start()

    def join(self, near: socket.socket) -> None:
        with suppress(OSError):
            first = near.recv(65_536)
            if UPGRADE in first.lower():
                self.live.append(near)
                if self.holds:
                    return
            far = socket.create_connection(("127.0.0.1", self.to))
            self.all.append(far)
            far.sendall(first)
            back = threading.Thread(target=self.carry, args=[far, near], daemon=True)
            back.start()
            self.carry(near, far)

    def carry(self, source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(65_536):
                if target not in self.silent:
                    target.sendall(data)
            target.shutdown(socket.SHUT_WR)

    def fall_silent(self) -> None:
        """What the server says over the sockets that are open is lost from now on."""
        self.silent.update(self.live)

    def end(self) -> None:
        self.server.shutdown(socket.SHUT_RDWR)
        for one in (self.server, *self.all):
            one.close()


@contextmanager
def between(port: int) -> Iterator[Between]:
    network = Between(port)
    serving = threading.Thread(target=network.serve, daemon=True)
    serving.start()
    try:
        yield network
    finally:
        network.end()
        serving.join()

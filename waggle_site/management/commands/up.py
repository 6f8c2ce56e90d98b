import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from types import FrameType

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import OperationalError

from waggle_site.parent import GRACE, PARENT

WEB = [sys.executable, "-m", "waggle_site.serve"]
WORKER = [sys.executable, "manage.py", "worker"]


class Command(BaseCommand):
    help = "Prepares the database and the static files, then serves the portal and its worker."
    requires_system_checks = ()

    def handle(self, *args: object, **options: object) -> None:
        refuse_a_taken_port()
        try:
            self.prepare()
        except KeyboardInterrupt:
            raise CommandError("Stopped before it served anything.", returncode=130) from None
        except OperationalError as problem:
            raise CommandError(f"The database does not answer: {problem}") from None
        code = Family().live(announce=self.announce)
        if code:
            raise CommandError(
                "A part of Waggle ended by itself; its last words are above.", returncode=code
            )

    def prepare(self) -> None:
        self.check()
        call_command("migrate", interactive=False, verbosity=0)
        call_command("collectstatic", interactive=False, verbosity=0)

    def announce(self) -> None:
        self.stdout.write(f"\nWaggle is at {settings.WAGGLE_BASE_URL}\nCtrl-C stops it.\n")
        self.stdout.flush()


def refuse_a_taken_port() -> None:
    address = (settings.HOST, settings.PORT)
    family = socket.AF_INET6 if ":" in settings.HOST else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(address)
        except OSError as problem:
            raise CommandError(
                f"Waggle cannot listen on {settings.HOST}:{settings.PORT} ({problem.strerror}). "
                "Stop what uses that port, or choose another: make run PORT=8001"
            ) from None


def is_listening() -> bool:
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(settings.HOST, settings.HOST)  # noqa: S104
    try:
        socket.create_connection((host, settings.PORT), timeout=0.5).close()
    except OSError:
        return False
    return True


class Family:
    """The web process and the worker: they live together and end together."""

    def __init__(self) -> None:
        self.signals = 0
        self.children: list[subprocess.Popen[bytes]] = []

    def live(self, announce: Callable[[], None]) -> int:
        """0 if somebody asked it to end, else the code of the child that ended first."""
        signal.signal(signal.SIGINT, self.count)
        signal.signal(signal.SIGTERM, self.count)
        self.start(WEB)
        try:
            while not self.signals and not self.ended():
                # The page first: the worker would only compete with it for the machine.
                if len(self.children) == 1 and is_listening():
                    announce()
                    self.start(WORKER)
                time.sleep(0.1)
            first = next(iter(self.ended()), None)
            return 0 if first is None else first.returncode or 1
        finally:
            self.stop()

    def count(self, signum: int, frame: FrameType | None) -> None:
        self.signals += 1

    def start(self, command: list[str]) -> None:
        """In a session of its own, so that the terminal's Ctrl-C reaches `up` alone."""
        environment = {**os.environ, PARENT: str(os.getpid())}
        child = subprocess.Popen(  # noqa: S603 -- one of two commands of our own
            command, cwd=settings.BASE_DIR, env=environment, start_new_session=True
        )
        self.children.append(child)

    def ended(self) -> list[subprocess.Popen[bytes]]:
        return [child for child in self.children if child.poll() is not None]

    def stop(self) -> None:
        """Ask, wait, then insist. A second Ctrl-C insists at once."""
        asked_at, signals = time.monotonic(), self.signals
        self.tell(signal.SIGTERM)
        while len(self.ended()) < len(self.children):
            if time.monotonic() - asked_at > GRACE or self.signals > signals:
                self.tell(signal.SIGKILL)
            time.sleep(0.05)

    def tell(self, signum: signal.Signals) -> None:
        for child in self.children:
            if child.poll() is None:
                child.send_signal(signum)

"""What a watched browser must never do, unless a test says that it will."""

import re
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, ConsoleMessage, Page, Request, Response

TELL_VIOLATIONS = """
document.addEventListener('securitypolicyviolation', event => console.error(
  `Content Security Policy: ${event.effectiveDirective} refused ${event.blockedURI}`));
"""
REMOTE = {"http", "https", "ws", "wss"}


class Watch:
    def __init__(self, context: BrowserContext, origin: str) -> None:
        self.hosts = {urlsplit(origin).netloc}
        self.expected: list[re.Pattern[str]] = []
        self._seen: list[str] = []
        context.add_init_script(TELL_VIOLATIONS)
        context.on("console", self._hear)
        context.on("weberror", lambda failed: self._seen.append(f"threw: {failed.error}"))
        context.on("request", self._ask)
        context.on("response", self._answer)
        context.on("page", self._page)

    def expect(self, *lines: str | int) -> None:
        """Lines, or statuses that the browser will write a line about."""
        for line in lines:
            words = rf"status of {line}\b" if isinstance(line, int) else line
            self.expected.append(re.compile(words))

    def faults(self) -> list[str]:
        return [seen for seen in self._seen if not any(one.search(seen) for one in self.expected)]

    def _hear(self, said: ConsoleMessage) -> None:
        if said.type == "error":
            self._seen.append(f"console: {said.text} at {said.location['url']}")

    def _ask(self, request: Request) -> None:
        self._address(request.url)

    def _answer(self, response: Response) -> None:
        if response.status >= 500:
            self._seen.append(f"answered with a status of {response.status}: {response.url}")

    def _page(self, page: Page) -> None:
        page.on("websocket", lambda socket: self._address(socket.url))

    def _address(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme in REMOTE and parts.netloc not in self.hosts:
            self._seen.append(f"asked a foreign host: {url}")

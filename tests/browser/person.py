"""A person in a browser of their own. The page they look at holds the tools of their agent."""

import re
from copy import copy
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, Locator, Page

from tests.browser.watch import Watch

PASSWORD = "a long password"  # of everybody whom tests.factories makes
TOOLS_SETTLED = "() => ['ready', 'partial'].includes(window.siteTools?.status)"


class Person:
    def __init__(self, context: BrowserContext, origin: str) -> None:
        self.context = context
        self.origin = origin
        self.watch = Watch(context, origin)
        self.page = context.new_page()
        self.slug = ""

    def start_demo(self) -> "Person":
        self.page.goto(self.origin)
        self.page.get_by_role("button", name="Try the demo").click()
        self.page.wait_for_url("**/p/*/")
        return self.at(self.page.url.split("/")[-2])

    def come_in(self, username: str) -> "Person":
        """To wherever the start page leads."""
        self.page.goto(f"{self.origin}/accounts/login/")
        self.fill_sign_in(username)
        self.page.wait_for_url(re.compile(r"/p/[^/]+/$|/$"))
        return self

    def sign_in(self, username: str, slug: str) -> "Person":
        self.page.goto(f"{self.origin}/accounts/login/?next=/p/{slug}/")
        self.fill_sign_in(username)
        self.page.wait_for_url(f"**/p/{slug}/")
        return self.at(slug)

    def fill_sign_in(self, username: str) -> None:
        self.page.get_by_label("Name on this server").fill(username)
        self.page.get_by_label("Password").fill(PASSWORD)
        self.page.get_by_role("button", name="Sign in").click()

    def at(self, slug: str) -> "Person":
        self.slug = slug
        return self

    def beside(self, origin: str, path: str = "/") -> "Person":
        """Another page of the same browser, perhaps of another process: cookies know no port."""
        other = copy(self)
        other.origin = origin
        self.watch.hosts.add(urlsplit(origin).netloc)
        other.page = self.context.new_page()
        other.go(path)
        return other

    @property
    def session(self) -> str:
        """The key of the session that the server keeps for this browser."""
        cookies = {cookie["name"]: cookie["value"] for cookie in self.context.cookies()}
        return cookies["sessionid"]

    @property
    def base(self) -> str:
        return f"{self.origin}/p/{self.slug}"

    def go(self, path: str = "/") -> Page:
        self.page.goto(self.base + path)
        return self.page

    def link(self, name: str) -> Locator:
        """A link of the main navigation."""
        navigation = self.page.get_by_role("navigation", name="Main")
        return navigation.get_by_role("link", name=re.compile(rf"^{name}\b"))

    def tools(self) -> dict[str, Any]:
        self.page.wait_for_function(TOOLS_SETTLED)
        return {tool["name"]: tool for tool in self.page.webmcp.tools()}

    def tool(self, name: str, **given: Any) -> Any:
        self.page.wait_for_function(TOOLS_SETTLED)
        return self.page.webmcp.call_tool(name, input=given)

    def proposes(self, **given: Any) -> Any:
        """The agent in the page proposes: a new statement, or another wording of `memory_id`."""
        kind = {} if "memory_id" in given else {"operation": "create", "kind": "fact"}
        proposal = self.tool("propose_memory_change", **kind, **given)
        assert proposal["status"] == "pending", proposal
        return proposal

    def recalls(self, query: str, **given: Any) -> dict[str, Any]:
        """By content."""
        answer = self.tool("recall_memory", query=query, **given)
        return {memory["content"]: memory for memory in answer["memories"]}

    def opens(self, proposal: dict[str, Any]) -> Page:
        return self.go(f"/proposals/{proposal['number']}/")

    def click(self, name: str, within: Locator | None = None) -> None:
        (within or self.page).get_by_role("button", name=name, exact=True).click()

    def approves(self) -> None:
        """As proposed: the first step opens, the second decides."""
        self.click("Approve as proposed")
        self.click("Approve as proposed", within=self.page.get_by_role("dialog"))

    def rejects(self, reason: str) -> None:
        self.click("Reject")
        dialog = self.page.get_by_role("dialog")
        dialog.get_by_label("What should be learned from this?").fill(reason)
        self.click("Reject with this reason", within=dialog)

    def edits(self, words: str) -> None:
        self.page.get_by_role("link", name="Edit & approve").click()
        self.page.get_by_role("textbox", name="Your text").fill(words)

    def refused(self, name: str, **given: Any) -> Any:
        """What the server said to a call that it refuses."""
        answer = self.tool(name, **given)
        assert answer["isError"] is True, answer
        return answer["error"]

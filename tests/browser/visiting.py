"""How a person comes to a view of the album."""

import re
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Page, Response

from tests.browser.person import Person
from tests.browser.portal import Portal, WebProcess
from tests.browser.view import DEMO, GUEST, HOMELESS, NEWCOMER, OWNER, WITHOUT_TOOLS

WIDE = {"width": 1440, "height": 900}
WHO = {NEWCOMER: HOMELESS, WITHOUT_TOOLS: OWNER}
SEND = """([path, fields]) => {
  const form = document.createElement('form');
  form.method = 'post';
  form.action = path;
  for (const [name, value] of fields) {
    const field = document.createElement('input');
    field.type = 'hidden';
    field.name = name;
    field.value = value;
    form.append(field);
  }
  document.body.append(form);
  form.submit();
}"""


def signs_up_and_mails(portal: Portal) -> WebProcess:
    """The same data, served by an installation with more to offer; nothing hears its mail."""
    return portal.further(WAGGLE_SIGNUP="1", EMAIL_HOST="localhost", EMAIL_PORT="9")


def come_in(person: Person, who: str) -> Person:
    if who in (GUEST, NEWCOMER):
        person.start_demo()
    if who and who != GUEST:
        person.come_in(WHO.get(who, who))
    return person


def arrive(person: Person, view: dict[str, Any], further: str) -> int:
    """The status it is answered with. `further`: where views of the other installation are."""
    page, path = person.page, view["path"].replace(DEMO, person.slug)
    origin = further if view["is_further"] else person.origin
    person.watch.hosts.add(urlsplit(origin).netloc)
    page.set_viewport_size(WIDE)
    for tool, given in view["calls"]:
        person.tool(tool, **given)
    if view["status"] >= 400:
        person.watch.expect(rf"status of {view['status']}\b.*{re.escape(path)}$")
    if view["body"]:
        _serve(page, f"**{path}", view)
    is_sent = view["sends"] is not None
    answer = _send(person, origin, path, view) if is_sent else page.goto(origin + path)
    for selector in view["opens"]:
        _press(page, selector)
    return answer.status if answer else 0


def _serve(page: Page, address: str, view: dict[str, Any]) -> None:
    kind = "text/html; charset=utf-8"
    page.route(
        address,
        lambda route: route.fulfill(status=view["status"], content_type=kind, body=view["body"]),
    )


def _send(person: Person, origin: str, path: str, view: dict[str, Any]) -> Response | None:
    page, slug = person.page, person.slug
    if not page.url.startswith(origin):
        page.goto(origin)
    cookies = {cookie["name"]: cookie["value"] for cookie in page.context.cookies(origin)}
    sent = [(name, value.replace(DEMO, slug)) for name, value in view["sends"]]
    fields = [("csrfmiddlewaretoken", cookies.get("csrftoken", "")), *sent]
    with page.expect_navigation() as done:
        page.evaluate(SEND, [path, fields])
    return done.value


def _press(page: Page, selector: str) -> None:
    """Each of what is there then, however many are found once the first is pressed."""
    shown = f"{selector} >> visible=true"
    page.locator(shown).first.wait_for()
    for one in page.query_selector_all(shown):
        one.click()

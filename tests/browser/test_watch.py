"""The watch over every browser test sees what it is there for."""

import re

import pytest
from playwright.sync_api import Error

pytestmark = pytest.mark.browser

FAULTS = {
    "console: Said so": "console.error('Said so')",
    "threw: .*Thrown": "setTimeout(() => { throw new Error('Thrown'); })",
    "script-src-elem refused inline": """(() => {
      const script = document.createElement('script');
      script.textContent = 'window.ran = true';
      document.head.append(script);
    })()""",
    "connect-src refused https://foreign.a": "fetch('https://foreign.a/').catch(() => 1)",
    "answered with a status of 500": "fetch('/broken')",
}


def test_what_no_page_may_do_is_seen(visitor):
    page, watch = visitor.page, visitor.watch
    page.route("**/broken", lambda route: route.fulfill(status=500))
    page.wait_for_function("() => window.siteTools?.status === 'ready'")
    assert watch.faults() == []

    for act in FAULTS.values():
        page.evaluate(act)
    with pytest.raises(Error):
        visitor.context.new_page().goto("http://foreign.invalid/")

    seen = watch.faults()
    watch.expect(".*")
    for fault in [*FAULTS, "asked a foreign host: http://foreign.invalid/"]:
        assert [one for one in seen if re.search(fault, one)], (fault, seen)
    assert page.evaluate("window.ran") is None

"""Where the web addresses in a text lead, as a browser would read them."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

_ADDRESS = re.compile(r"(?i)\bhttps?:[/\\]+([^\s<>\"']{1,2000})")
_AUTHORITY = re.compile(r"[^/\\?#]*")
"""A browser takes a backslash for a slash, and any number of them for two."""
MOST = 20
"""Of hosts that are told; a text that names more is told for its first."""


def hosts(text: str) -> list[str]:
    """Each once, in small letters, in the order of the text. What stands before an `@` is none; one
    that is not plain ASCII comes with the name that is really asked for.
    """
    found: dict[str, None] = {}
    for address in _ADDRESS.finditer(text):
        if host := _host(address[1]):
            found[host] = None
        if len(found) == MOST:
            break
    return list(found)


def _host(address: str) -> str:
    asked = _AUTHORITY.match(address)[0].rpartition("@")[2]  # type: ignore[index] # it may be empty
    if not asked.startswith("["):  # an IPv6 address; else it is a bracket around the address
        asked = asked.partition("]")[0]
    try:
        host = urlsplit(f"//{asked}").hostname or ""
    except ValueError:
        return ""
    host = host.rstrip(".,;!?)}")
    if host.isascii():
        return host
    try:
        return f"{host} ({host.encode('idna').decode('ascii')})"
    except UnicodeError:
        return f"{host} (no name that could be asked for)"

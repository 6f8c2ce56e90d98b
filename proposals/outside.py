"""Where a webhook may go. A server that sends what people ask it to is a way into the network it
stands in: so only public addresses, unless the owner of the installation opens others by name.
"""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from django.conf import settings

from memory.text import unfit

Address = ipaddress.IPv4Address | ipaddress.IPv6Address

MOST = 2_000
LOCAL = frozenset({"localhost", "127.0.0.1", "::1"})
# What only wraps an address of the older kind is judged by the address within.
NAT64 = ipaddress.ip_network("64:ff9b::/96")


class NotThere(Exception):
    """`why` is a word for the log of deliveries."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


@dataclass(frozen=True, slots=True)
class Place:
    scheme: str
    host: str
    port: int
    path: str
    address: str
    """Where the name led when it was judged: the connection goes there and nowhere else."""


def refusal_of(url: str) -> str:
    """Why nothing would ever be sent there, without asking where its name leads; or nothing."""
    if wrong := unfit(url, most=MOST):
        return wrong
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        return "is no address; it looks like https://example.org/waggle"
    if not host or parts.scheme not in {"http", "https"} or any(c.isspace() for c in url):
        return "is no address; it looks like https://example.org/waggle"
    if parts.username or parts.password or parts.fragment or port == 0:
        return "holds a name, a password or a fragment; leave it out"
    if parts.scheme == "http" and host not in LOCAL:
        return "must begin with https://; plain http goes to this machine alone"
    literal = _literal(host)
    if (literal or host in LOCAL) and not _is_open(host, literal):
        return PRIVATE
    return ""


PRIVATE = "is not a public address; whoever runs this Waggle may open it with WAGGLE_WEBHOOKS_TO"


def place_of(url: str) -> Place:
    """Judged anew at each sending: a name may lead elsewhere by then. Raises NotThere."""
    if refusal_of(url):
        raise NotThere("refused address")
    parts = urlsplit(url)
    host = str(parts.hostname)
    port = parts.port or (443 if parts.scheme == "https" else 80)
    addresses = _resolved(host, port)
    if not all(_is_open(host, one) for one in addresses):
        raise NotThere("private address")
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Place(parts.scheme, host, port, path, str(addresses[0]))


def _resolved(host: str, port: int) -> list[Address]:
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise NotThere("unknown host") from None
    # The older kind first: not every machine has the newer one.
    ordered = sorted(found, key=lambda one: one[0] != socket.AF_INET)
    return [ipaddress.ip_address(str(one[4][0]).partition("%")[0]) for one in ordered]


def _literal(host: str) -> Address | None:
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None


def _is_open(host: str, address: Address | None) -> bool:
    if host.casefold() in opened():
        return True
    if address is None:
        return False
    return _is_public(address) or any(address in network for network in networks())


def _is_public(address: Address) -> bool:
    inner = address
    if isinstance(address, ipaddress.IPv6Address):
        within = address.ipv4_mapped or address.sixtofour
        if address in NAT64:
            within = ipaddress.IPv4Address(int(address) & 0xFFFF_FFFF)
        inner = within or address
    return inner.is_global and not inner.is_multicast and address.is_global


def opened() -> Sequence[str]:
    """Names and single addresses that the owner opened."""
    return [one for one in settings.WAGGLE_WEBHOOKS_TO if "/" not in one]


def networks() -> list[ipaddress.IPv4Network | ipaddress.IPv6Network]:
    return [ipaddress.ip_network(one) for one in settings.WAGGLE_WEBHOOKS_TO if "/" in one]

"""Readers of the environment for what leaves this machine: mail, and webhooks."""

from collections.abc import Iterable
from ipaddress import ip_network
from typing import Any
from urllib.parse import unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

from waggle_site.env import flag, several, text, whole

MAIL_SCHEMES = frozenset({"smtp", "smtp+tls", "smtp+ssl", "smtps"})


def places(name: str, default: Iterable[str]) -> list[str]:
    """Hosts, addresses and networks, in small letters."""
    values = [value.casefold() for value in several(name, sorted(default))]
    for value in values:
        if not is_place(value):
            raise ImproperlyConfigured(
                f"{name} must list hosts, addresses or networks such as hooks.example.org or "
                f"10.0.0.0/8, not {value!r}."
            )
    return values


def is_place(value: str) -> bool:
    if "/" not in value:
        return not set(value) & set(" @?#")
    try:
        ip_network(value)
    except ValueError:
        return False
    return True


def email() -> dict[str, Any]:
    """How mail leaves, from EMAIL_URL or from EMAIL_HOST and its kin; empty where none does."""
    url, host = text("EMAIL_URL"), text("EMAIL_HOST")
    if not url and not host:
        return {}
    if not url:
        tls, ssl = flag("EMAIL_USE_TLS", False), flag("EMAIL_USE_SSL", False)
        user, password = text("EMAIL_HOST_USER"), text("EMAIL_HOST_PASSWORD")
        port = whole("EMAIL_PORT", _mail_port(tls, ssl), low=1, high=65535)
        return _smtp(host, port, user, password, tls=tls, ssl=ssl)
    parts = urlsplit(url)
    if parts.scheme in {"console", "consolemail"}:
        return {"BACKEND": "django.core.mail.backends.console.EmailBackend"}
    if parts.scheme not in MAIL_SCHEMES or not parts.hostname:
        raise ImproperlyConfigured(
            "EMAIL_URL must look like smtp+tls://user:password@mail.example.org:587 or console://."
        )
    # `smtps` means either, by the port.
    ssl = parts.scheme == "smtp+ssl" or (parts.scheme == "smtps" and parts.port in {None, 465})
    tls = not ssl and parts.scheme != "smtp"
    user, password = unquote(parts.username or ""), unquote(parts.password or "")
    port = parts.port or _mail_port(tls, ssl)
    return _smtp(parts.hostname, port, user, password, tls=tls, ssl=ssl)


def _mail_port(tls: bool, ssl: bool) -> int:
    return 465 if ssl else 587 if tls else 25


def _smtp(
    host: str, port: int, user: str, password: str, *, tls: bool, ssl: bool
) -> dict[str, Any]:
    if tls and ssl:
        raise ImproperlyConfigured("EMAIL_USE_TLS and EMAIL_USE_SSL exclude each other.")
    return {
        "BACKEND": "django.core.mail.backends.smtp.EmailBackend",
        "HOST": host,
        "PORT": port,
        "USER": user,
        "PASSWORD": password,
        "TLS": tls,
        "SSL": ssl,
    }

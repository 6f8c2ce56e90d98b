"""Settings that are each allowed and together dangerous."""

from collections.abc import Iterator
from urllib.parse import urlsplit

from django.conf import settings
from django.core.checks import ERROR, run_checks

from waggle_site.doctor.finding import Finding, ok, problem, warning
from waggle_site.env import ANY_ADDRESS, LOOPBACK


def examine() -> Iterator[Finding]:
    found = [*_system_checks(), *dangers()]
    yield from found or [ok("settings", f"nothing dangerous, for {settings.WAGGLE_BASE_URL}")]


def dangers() -> Iterator[Finding]:
    base: str = settings.WAGGLE_BASE_URL
    host = urlsplit(base).hostname or ""
    public = host not in LOOPBACK or settings.HOST not in LOOPBACK
    if settings.DEBUG:
        says = "DEBUG is on: errors show settings and data"
        yield (
            problem("settings", f"{says} to anybody. Set DEBUG=0.")
            if public
            else warning("settings", f"{says}. Set DEBUG=0 before others come.")
        )
    if "*" in settings.ALLOWED_HOSTS:
        yield problem("settings", "ALLOWED_HOSTS has *: links can be forged. Name your hosts.")
    elif host not in settings.ALLOWED_HOSTS and f"[{host}]" not in settings.ALLOWED_HOSTS:
        yield problem("settings", f"ALLOWED_HOSTS lacks {host}: people there are refused. Add it.")
    if base not in settings.CSRF_TRUSTED_ORIGINS:
        yield warning("settings", f"CSRF_TRUSTED_ORIGINS lacks {base}: forms may fail. Add it.")
    if host not in LOOPBACK and base.startswith("http:"):
        yield warning(
            "settings",
            f"{base} is not encrypted: passwords can be read on the way, and browsers offer no"
            " WebMCP. Serve it over TLS, and set WAGGLE_BASE_URL=https://…",
        )
    if settings.HOST in ANY_ADDRESS and host in LOOPBACK:
        yield warning(
            "settings",
            f"HOST={settings.HOST} lets others in, but their address is not known."
            " Set WAGGLE_BASE_URL to it, or HOST=127.0.0.1.",
        )


def _system_checks() -> Iterator[Finding]:
    for message in run_checks():
        if message.level >= ERROR:
            yield problem("settings", f"{message.msg} {message.hint or ''}".strip())

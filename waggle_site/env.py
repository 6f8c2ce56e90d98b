"""Readers of the environment. A bad value stops the start, in words."""

import os
import secrets
import tempfile
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1", "[::1]"})
ANY_ADDRESS = frozenset({"", "0.0.0.0", "::", "[::]"})  # noqa: S104 -- compared with, never bound to
FLAGS = {"1": True, "true": True, "yes": True, "on": True}
FLAGS |= {"0": False, "false": False, "no": False, "off": False}


def text(name: str, default: str = "") -> str:
    return os.environ.get(name, "").strip() or default


def flag(name: str, default: bool) -> bool:
    value = text(name).lower()
    if not value:
        return default
    if value not in FLAGS:
        raise ImproperlyConfigured(f"{name} must be 1 or 0, not {value!r}.")
    return FLAGS[value]


def whole(name: str, default: int, *, low: int, high: int) -> int:
    value = text(name, str(default))
    if not (value.isascii() and value.isdigit() and low <= int(value) <= high):
        raise ImproperlyConfigured(
            f"{name} must be a whole number from {low} to {high}, not {value!r}."
        )
    return int(value)


def several(name: str, default: list[str] | None = None) -> list[str]:
    """A comma-separated list."""
    values = [part.strip() for part in text(name).split(",")]
    return [value for value in values if value] or list(default or [])


def origin(name: str, default: str) -> str:
    """A scheme and a host, perhaps a port, and nothing after them."""
    value = text(name, default).rstrip("/")
    if not is_origin(value):
        raise ImproperlyConfigured(
            f"{name} must look like https://waggle.example.org, not {value!r}."
        )
    return value


def origins(name: str, default: list[str]) -> list[str]:
    values = several(name, default)
    for value in values:
        if not is_origin(value):
            raise ImproperlyConfigured(
                f"{name} must list origins such as https://waggle.example.org, not {value!r}."
            )
    return values


def is_origin(value: str) -> bool:
    parts = urlsplit(value)
    return (
        parts.scheme in {"http", "https"}
        and bool(parts.netloc)
        and not (parts.path or parts.query or parts.fragment or parts.username)
    )


def service(name: str) -> str:
    """The address of another server, or nothing. It is logged, so it may hold no key."""
    value = text(name).rstrip("/")
    parts = urlsplit(value)
    fits = parts.scheme in {"http", "https"} and bool(parts.hostname)
    if value and (not fits or "@" in parts.netloc or parts.query or parts.fragment):
        raise ImproperlyConfigured(
            f"{name} must look like http://localhost:11434/v1, with no name or key in it."
        )
    return value


def folder(name: str, default: Path) -> Path:
    """A folder that exists from now on and that nobody else can read."""
    path = Path(text(name, str(default))).expanduser().absolute()
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as problem:
        raise ImproperlyConfigured(
            f"{name}={path} cannot be used as a folder: {problem}."
        ) from None
    return path


def secret_key(data_dir: Path) -> str:
    """SECRET_KEY, or the key that this data folder made for itself on its first day."""
    given = text("SECRET_KEY")
    if given:
        if len(given) < 32:
            raise ImproperlyConfigured("SECRET_KEY must have at least 32 characters.")
        return given
    return kept_secret(data_dir / "secret_key")


def kept_secret(path: Path) -> str:
    if not path.exists():
        write_once(path, secrets.token_urlsafe(64))
    key = path.read_text().strip()
    if len(key) < 32:
        raise ImproperlyConfigured(f"{path} is damaged: remove it to have a new key made.")
    return key


def write_once(path: Path, words: str) -> None:
    """Whole or not at all: of two processes that start together, one writes and both read."""
    handle, name = tempfile.mkstemp(dir=path.parent)  # 0600 from the first byte
    try:
        with os.fdopen(handle, "w") as file:
            file.write(words)
        os.link(name, path)
    except FileExistsError:
        pass
    finally:
        os.unlink(name)


def database(data_dir: Path, connections: int = 8) -> dict[str, Any]:
    url = text("DATABASE_URL")
    if not url:
        return sqlite(data_dir / "waggle.sqlite3")
    scheme = urlsplit(url).scheme
    if scheme == "sqlite":
        return sqlite(Path(unquote(urlsplit(url).path)))
    if scheme in {"postgres", "postgresql"}:
        return postgresql(url, connections)
    raise ImproperlyConfigured(
        f"DATABASE_URL must begin with postgresql:// or sqlite:///, not {scheme}://."
    )


def sqlite(path: Path) -> dict[str, Any]:
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": path,
        # To open reads the whole schema, so the threads of requests keep theirs; now and then anew,
        # for what was learnt of the sizes of tables.
        "CONN_MAX_AGE": 600,
        "OPTIONS": {
            "timeout": 20,
            # Queue for the write lock at BEGIN, not at the first write.
            "transaction_mode": "IMMEDIATE",
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; "
            "PRAGMA journal_size_limit=27103364; PRAGMA cache_size=-8000; "
            # What is erased is overwritten in the file, not only given up.
            "PRAGMA secure_delete=ON;",
        },
    }


def postgresql(url: str, connections: int) -> dict[str, Any]:
    parts = urlsplit(url)
    name = unquote(parts.path.lstrip("/"))
    if not name:
        raise ImproperlyConfigured("DATABASE_URL must name a database after the last slash.")
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": name,
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": parts.hostname or "",
        "PORT": str(parts.port or ""),
        "CONN_MAX_AGE": 0,
        "OPTIONS": {
            "pool": {"min_size": 1, "max_size": connections, "timeout": 10},
            **dict(parse_qsl(parts.query)),
        },
    }


def redis() -> str:
    url = text("REDIS_URL")
    if url and urlsplit(url).scheme not in {"redis", "rediss", "unix"}:
        raise ImproperlyConfigured("REDIS_URL must look like redis://127.0.0.1:6379/0.")
    return url

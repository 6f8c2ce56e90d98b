"""Serves the collected static files: the portal's server has no other way to."""

import gzip
import hashlib
import json
import mimetypes
from collections.abc import Awaitable, Callable, Iterator, MutableMapping
from functools import cached_property
from pathlib import Path
from typing import Any

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]
Headers = list[tuple[bytes, bytes]]

FOR_EVER = b"public, max-age=31536000, immutable"
ASK_AGAIN = b"no-cache"
COMPRESSIBLE = {".css", ".js", ".mjs", ".json", ".map", ".svg", ".txt", ".html", ".xml"}
TOO_SMALL_TO_COMPRESS = 500
PLAIN: Headers = [(b"content-type", b"text/plain; charset=utf-8")]


class StaticFiles:
    """Answers below `prefix` from an index made at the start; passes everything else on."""

    def __init__(self, app: App, *, root: Path, prefix: str) -> None:
        self.app = app
        self.prefix = prefix
        self.files = {
            f"{prefix}{name}": StaticFile(path, name in hashed(root)) for name, path in found(root)
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not scope["path"].startswith(self.prefix):
            await self.app(scope, receive, send)
            return
        status, headers, body = self.answer(scope["method"], scope["path"], dict(scope["headers"]))
        sent = b"" if scope["method"] == "HEAD" else body
        headers = [*headers, (b"x-content-type-options", b"nosniff")]
        if status != 304:  # whose length would be that of what it leaves out
            headers.append((b"content-length", str(len(body)).encode()))
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": sent})

    def answer(
        self, method: str, path: str, asked: dict[bytes, bytes]
    ) -> tuple[int, Headers, bytes]:
        if method not in {"GET", "HEAD"}:
            return 405, [*PLAIN, (b"allow", b"GET, HEAD")], b"Only GET and HEAD are answered here."
        file = self.files.get(path)  # a path that is not in the index does not exist
        if file is None:
            return 404, PLAIN, b"There is no such file."
        zipped = b"gzip" in asked.get(b"accept-encoding", b"") and file.zipped is not None
        headers = file.headers(zipped)
        if file.is_known(asked.get(b"if-none-match", b"")):
            return 304, headers, b""
        return 200, headers, (file.zipped if zipped else file.plain) or b""


class StaticFile:
    """One file, read when it is first asked for and then kept."""

    def __init__(self, path: Path, is_hashed: bool) -> None:
        self.path = path
        self.cache_control = FOR_EVER if is_hashed else ASK_AGAIN

    @cached_property
    def plain(self) -> bytes:
        return self.path.read_bytes()

    @cached_property
    def zipped(self) -> bytes | None:
        if self.path.suffix not in COMPRESSIBLE or len(self.plain) < TOO_SMALL_TO_COMPRESS:
            return None
        return gzip.compress(self.plain, mtime=0)

    @cached_property
    def digest(self) -> bytes:
        return hashlib.sha256(self.plain).hexdigest()[:20].encode()

    @cached_property
    def content_type(self) -> bytes:
        kind = TYPES.get(self.path.suffix) or mimetypes.guess_type(self.path.name)[0]
        return (kind or "application/octet-stream").encode()

    def headers(self, zipped: bool) -> Headers:
        """An encoding is another representation, and so has another tag."""
        headers = [
            (b"content-type", self.content_type),
            (b"cache-control", self.cache_control),
            (b"etag", b'"%s%s"' % (self.digest, b"-gzip" if zipped else b"")),
        ]
        if self.zipped is not None:
            headers.append((b"vary", b"Accept-Encoding"))
        return [*headers, (b"content-encoding", b"gzip")] if zipped else headers

    def is_known(self, tags: bytes) -> bool:
        known = {tag.strip().removeprefix(b"W/").strip(b'"') for tag in tags.split(b",")}
        return b"*" in known or not known.isdisjoint({self.digest, self.digest + b"-gzip"})


# Said here because a machine's own table may lack them or say otherwise.
TYPES = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
    ".txt": "text/plain; charset=utf-8",
}


def found(root: Path) -> Iterator[tuple[str, Path]]:
    """Regular files only: a link could lead out of the folder."""
    for path in sorted(root.rglob("*")):
        if path.is_file() and not path.is_symlink():
            yield path.relative_to(root).as_posix(), path


def hashed(root: Path) -> frozenset[str]:
    """The names that hold a digest of their content, and so never change their meaning."""
    manifest = root / "staticfiles.json"
    if not manifest.exists():
        return frozenset()
    return frozenset(json.loads(manifest.read_text())["paths"].values())

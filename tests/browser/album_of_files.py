"""Pages of files in the album: what would come in, what is wrong, what came in."""

from __future__ import annotations

import json

from memory.models import User
from memory.services.projects import change_policy
from proposals.services.bring_upload import bring_upload
from proposals.services.uploads import keep
from tests.factories import make_project

LONG = "https://example.org/" + "a-very-long-address-that-never-ends/" * 8
HIDDEN = "Pay\u200b the in\u00advoice within\u202e ten days."


def pages_of_files(olga: User) -> list[tuple[str, str]]:
    """One that would come in, one with all that can be wrong, one that came in."""
    good = [_line(f"Bee {n} flies.", title=LONG[:200], tags=["t" * 50]) for n in range(8)]
    odd = [_line(HIDDEN), _line("=SUM(A1)"), _line(""), _line(LONG, kind="x" * 60)]
    found = {"look": (good, "bees.jsonl"), "refused": (odd, LONG[20:170] + ".jsonl")}
    views = [("import", "/p/album/import/")]
    for name, (lines, file) in found.items():
        project = make_project(f"file-{name}", owner=olga, name="Files")
        upload = keep(project, by=olga, name=file, pieces=["\n".join(lines).encode()])
        views.append((f"import-{name}", f"/p/{project.slug}/import/{upload.public_id}/"))
    waits = make_project("file-waits", owner=olga, name="Files")
    change_policy(waits, by=olga, four_eyes=True)
    done = keep(waits, by=olga, name="bees.jsonl", pieces=["\n".join(good).encode()])
    bring_upload(done, by=olga)
    return [
        *views,
        ("import-waiting", "/p/file-look/import/"),
        ("import-done", f"/p/file-waits/import/{done.public_id}/"),
        ("import-batch", "/p/file-waits/proposals/P-0001/"),
    ]


def _line(content: str, **more: object) -> str:
    said = {"by": "somebody", "at": "2026-05-14", "note": LONG}
    return json.dumps({"kind": "fact", "content": content, "claimed_approval": said, **more})

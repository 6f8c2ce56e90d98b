"""A project as a file, for its owners: sent while it is read."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import cast

from asgiref.sync import sync_to_async
from django.http import StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.views.decorators.http import require_GET

from memory.errors import NotFound
from memory.http import ProjectRequest, project_page
from memory.roles import Role
from memory.services.export_formats import FORMATS


class Sent(StreamingHttpResponse):
    """Piece by piece in the request's own thread; Django would first gather all that is sync."""

    async def __aiter__(self) -> AsyncIterator[bytes]:
        pieces = cast(Iterator[bytes], self.streaming_content)
        while (piece := await sync_to_async(_next)(pieces)) is not None:
            yield piece


def _next(pieces: Iterator[bytes]) -> bytes | None:
    return next(pieces, None)


@require_GET
@project_page(Role.OWNER)
def export(request: ProjectRequest, name: str) -> HttpResponseBase:
    chosen = FORMATS.get(name)
    if chosen is None:
        raise NotFound("The format")
    project = request.access.project
    answer = Sent(chosen.write(project), content_type=chosen.media)
    answer["Content-Disposition"] = f'attachment; filename="{project.slug}.{chosen.suffix}"'
    return answer

"""Nobody fills the disk with a file: what is too large is not kept while it comes."""

from __future__ import annotations

from typing import Any

from django.core.files.uploadhandler import FileUploadHandler, SkipFile

from memory import limits


class NotTooLarge(FileUploadHandler):
    """Stands first. A file that it stops is not among those that a view is given."""

    def new_file(self, *args: Any, **kwargs: Any) -> None:
        super().new_file(*args, **kwargs)
        self.size = 0

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes:
        self.size += len(raw_data)
        if self.size > limits.UPLOAD_BYTES:
            raise SkipFile
        return raw_data

    def file_complete(self, file_size: int) -> None:
        return None

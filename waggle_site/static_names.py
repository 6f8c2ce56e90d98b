"""Where each static file is, found out once: a page names seventy, and a list a seal a row."""

from functools import cached_property

from django.contrib.staticfiles.storage import ManifestStaticFilesStorage


class StaticNames(ManifestStaticFilesStorage):
    """What was collected stays as it is while a process serves it."""

    @cached_property
    def _known(self) -> dict[str, str]:
        return {}

    def url(self, name: str | None, force: bool = False) -> str:
        if not name or force:
            return super().url(name or "", force)
        if (known := self._known.get(name)) is None:
            known = self._known[name] = super().url(name)
        return known

"""What every builder of meaning offers, whatever it is made of."""

from dataclasses import dataclass
from typing import Protocol

from companion.metamodel import StageA, StageB


@dataclass(frozen=True, slots=True)
class Source:
    """One confirmed entry as builders and rules see it.

    `raw` is the text as it is stored. `language` is a code such as "en", empty when not known.
    """

    entry_id: str
    subject_id: str
    subject_label: str
    raw: str
    language: str = "en"


class BuilderFailed(Exception):
    """No answer, or none of use. `code` says why; `again` whether another try could end otherwise.

    The message holds nothing of the entry and no secret.
    """

    def __init__(self, code: str, message: str, *, again: bool = True) -> None:
        super().__init__(message)
        self.code = code
        self.again = again


class Builder(Protocol):
    """Two stages, each pure: the same source gives the same answer, and nothing is kept between.

    `fingerprint` changes whenever an answer could: name, version, and the model with its digest.
    """

    @property
    def name(self) -> str: ...

    @property
    def model(self) -> str: ...

    @property
    def fingerprint(self) -> str: ...

    def discover(self, source: Source) -> StageA:
        """Every candidate, without a thought of status."""
        ...

    def classify(self, source: Source, found: StageA) -> StageB:
        """One status for every candidate that was found."""
        ...

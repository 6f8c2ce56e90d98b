"""What may be confirmed as somebody's words."""

import re

from companion.metamodel import Provenance
from memory import limits
from memory.errors import InvalidInput
from memory.text import is_blank, refusal, unix_newlines

_NAME = re.compile(r"[^\W_]+(?:-+[^\W_]+)*")


def fit_text(text: str) -> str:
    """The text as it is stored: the ends of its lines are LF. Raises InvalidInput for `text`."""
    if reason := refusal(text):
        raise InvalidInput({"text": reason})
    if is_blank(text):
        raise InvalidInput({"text": "is empty; write what happened"})
    text = unix_newlines(text)
    if len(text) > limits.ENTRY:
        raise InvalidInput(
            {"text": f"has {len(text):,} characters; at most {limits.ENTRY:,} fit, so part it"}
        )
    return text


def fit_label(label: str) -> str:
    """A subject's label on one line. Raises InvalidInput for `subject`."""
    if reason := refusal(label):
        raise InvalidInput({"subject": reason})
    label = " ".join(label.split())
    if is_blank(label):
        raise InvalidInput({"subject": "say what it is about, or choose one"})
    if len(label) > limits.LABEL:
        raise InvalidInput({"subject": f"has more than {limits.LABEL} characters; shorten it"})
    return label


def fit_name(name: str) -> str:
    """A subject's name as agents use it. Raises InvalidInput for `subject_id`."""
    if len(name) > limits.SUBJECT_ID or name != name.lower() or not _NAME.fullmatch(name):
        reason = (
            "is no name of a subject: letters, digits and hyphens between them, in lower case, at"
            f" most {limits.SUBJECT_ID}, such as pump-7"
        )
        raise InvalidInput({"subject_id": reason})
    return name


def fit_provenance(provenance: str) -> str:
    """How the person knows it; empty where they did not say."""
    if provenance and provenance not in set(Provenance):
        named = ", ".join(Provenance)
        raise InvalidInput({"provenance": f"is none of {named}"})
    return provenance

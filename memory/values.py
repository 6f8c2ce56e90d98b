"""When two texts are the same value: by an HMAC, so that an erased text stays unguessable."""

from memory.canonical import keyed_digest
from memory.models import Project
from memory.text import normal_form


def value_of(project: Project, text: str) -> str:
    return keyed_digest(normal_form(text), key=bytes(project.value_key))

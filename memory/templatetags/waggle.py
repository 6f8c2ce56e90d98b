"""How people, times, states and texts look, on every page."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from django import template
from django.template.loader import get_template
from django.templatetags.static import static
from django.utils import timezone
from django.utils.html import escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from memory import limits, spoken
from memory.actors import Actor
from memory.addresses import hosts
from memory.canonical import first_digits
from memory.kinds import Kind
from memory.leaks import leaks
from memory.text import Shown, count_hidden
from memory.text import reveal as runs_of

if TYPE_CHECKING:
    from memory.models import Memory
    from memory.services.highlight import Hits

register = template.Library()

EXCERPT, NAME = 320, 80
SHADES = (".12", ".4", ".7", "1")
CELLS = (
    "12.0,8.4 15.1,10.2 15.1,13.8 12.0,15.6 8.9,13.8 8.9,10.2",
    "18.9,8.4 22.0,10.2 22.0,13.8 18.9,15.6 15.9,13.8 15.9,10.2",
    "15.5,14.5 18.5,16.2 18.5,19.8 15.5,21.6 12.4,19.8 12.4,16.2",
    "8.5,14.5 11.6,16.2 11.6,19.8 8.5,21.6 5.5,19.8 5.5,16.2",
    "5.1,8.4 8.1,10.2 8.1,13.8 5.1,15.6 2.0,13.8 2.0,10.2",
    "8.5,2.4 11.6,4.2 11.6,7.8 8.5,9.5 5.5,7.8 5.5,4.2",
    "15.5,2.4 18.5,4.2 18.5,7.8 15.5,9.5 12.4,7.8 12.4,4.2",
)


def inline(name: str, context: dict[str, Any]) -> SafeString:
    """A small template inside a line of text: without the newline that ends its file."""
    return mark_safe(get_template(name).render(context).strip())  # noqa: S308 - escaped by the template


@register.simple_tag
def glyph(name: str, css: str = "") -> SafeString:
    """A picture of the sprite; words beside it carry the meaning."""
    return _glyph(name, css, static("icons.svg"))


@lru_cache(maxsize=256)
def _glyph(name: str, css: str, sprite: str) -> SafeString:
    return format_html(
        '<svg class="{}" aria-hidden="true"><use href="{}#{}"/></svg>', css, sprite, name
    )


@register.simple_tag
def icon(name: str, css: str = "i--s") -> SafeString:
    return glyph(f"i-{name}", f"i {css}".strip())


@register.simple_tag
def seal(state: str, css: str = "") -> SafeString:
    return glyph(f"h-{state}", f"hex {css}".strip())


@register.simple_tag
def authority(state: str, words: str = "") -> SafeString:
    return inline("_authority.html", {"state": state, "words": words or state.capitalize()})


@register.simple_tag
def actor(who: Actor | Mapping[str, Any] | str | None, alone: bool = False) -> SafeString:
    """`alone`: without the person an agent acts for."""
    if isinstance(who, str):
        who = Actor("human", who)
    known = who.public() if isinstance(who, Actor) else who or {"kind": "system", "name": "Waggle"}
    person = "" if alone else known.get("on_behalf_of", "")
    return _actor(known["kind"], known["name"], person, static("icons.svg"))


@lru_cache(maxsize=256)
def _actor(kind: str, name: str, person: str, sprite: str) -> SafeString:
    """The same few stand in every row of a list. `sprite` is where its picture is."""
    return inline("_actor.html", {"kind": kind, "name": name, "person": person})


@register.simple_tag
def reviewer(review: Mapping[str, Any]) -> SafeString:
    """Who approved a memory: a person confirms with something, the seed of a demo does not."""
    return actor(Actor("human" if review["confirmed_with"] else "system", review["name"]))


@register.simple_tag
def fingerprint(digest: str, large: bool = False) -> SafeString:
    """Seven cells shaded by the first fourteen bits: the same shape, the same version."""
    bare = digest.removeprefix("sha256:")
    bits = int(bare[:4] or "0", 16) >> 2
    shades = [SHADES[bits >> 2 * (6 - place) & 3] for place in range(7)]
    cells = list(zip(CELLS, shades, strict=True))
    return inline("_print.html", {"cells": cells, "digest": digest, "large": large})


@register.filter
def digits(digest: str) -> str:
    return first_digits(digest)


@register.filter
def reveal(text: object) -> SafeString:
    """Escaped text in which a character that draws nothing is a named mark."""
    return SafeString("".join(map(_run, runs_of(str(text)))))


def _run(run: Shown) -> SafeString:
    return format_html('<span class="unseen">{}</span>', run.name) if run.name else escape(run.text)


@register.filter
def excerpt(text: str) -> SafeString:
    return reveal(_cut(text, EXCERPT))


@register.filter
def clipped(title: str) -> SafeString:
    """A title in a line, where a click shows all of it."""
    return reveal(_cut(title, NAME))


@register.filter
def named(title: str) -> SafeString:
    """The same in the middle of a sentence."""
    return clipped(title.removesuffix("."))


def _cut(text: str, size: int) -> str:
    return text if len(text) <= size else text[: size - 1].rstrip() + "…"


@register.filter
def found(text: str, hits: Hits) -> SafeString:
    """An excerpt in which what was searched for is marked."""
    return format_html_join(
        "",
        "{}",
        (
            (format_html("<mark>{}</mark>", reveal(run.text)) if run.is_hit else reveal(run.text),)
            for run in hits.runs(hits.window(text, EXCERPT))
        ),
    )


@register.filter
def hidden(text: str) -> int:
    return count_hidden(text)


@register.filter(name="leaks")
def leaks_of(text: str) -> list[str]:
    return leaks(text)


@register.filter(name="hosts")
def hosts_in(text: str) -> list[str]:
    return hosts(text)


@register.filter
def kind_name(kind: str) -> str:
    return Kind(kind).label if kind in Kind.values else kind


@register.simple_tag
def limit(name: str) -> int:
    return int(getattr(limits, name))


@register.filter
def thousands(number: int) -> str:
    return f"{number:,}"


@register.filter
def ago(moment: datetime) -> SafeString:
    return _time(moment, spoken.ago(moment, timezone.now()))


@register.filter
def when(moment: datetime) -> SafeString:
    return _time(moment, spoken.moment(moment, timezone.now()))


@register.filter
def clock(moment: datetime) -> SafeString:
    return _time(moment, spoken.clock(moment))


@register.filter
def day(moment: datetime) -> SafeString:
    return _time(moment, spoken.day(moment, timezone.now()))


@register.filter
def instant(stored: str) -> datetime:
    """A time that was stored as text, in JSON."""
    return datetime.fromisoformat(stored)


@register.filter
def standing(memory: Memory) -> SafeString:
    """Since when, or until when, a memory is what it is."""
    word, moment = spoken.standing(memory)
    return format_html("{} {}", word, day(moment)) if moment else format_html("{}", word)


def _time(moment: datetime, words: str) -> SafeString:
    return format_html(
        '<time datetime="{}" title="{}">{}</time>',
        spoken.machine(moment),
        spoken.exact(moment),
        words,
    )

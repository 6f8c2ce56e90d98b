"""The policy allows no inline style or script, so no template may hold one."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
STYLES = sorted((ROOT / "static" / "css").glob("*.css"))
SCRIPTS = sorted((ROOT / "static" / "js").glob("*.js"))


def name(path):
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("path", TEMPLATES, ids=name)
def test_no_template_holds_a_style_or_a_script(path):
    text = path.read_text()

    assert not re.search(r"\sstyle=", text)
    assert not re.search(r"<style\b", text)
    assert not re.search(r"\son[a-z]+=", text)
    assert not re.search(r"<script(?![^>]*\bsrc=)", text)
    assert not re.search(r"\bhx-on\b|\bhx-vals=.js:|javascript:", text)


@pytest.mark.parametrize("path", TEMPLATES, ids=name)
def test_no_template_marks_text_as_safe(path):
    text = path.read_text()

    assert "|safe" not in text
    assert "autoescape off" not in text


@pytest.mark.parametrize("path", [*TEMPLATES, *STYLES, *SCRIPTS], ids=name)
def test_files_stay_small(path):
    lines = path.read_text().count("\n")

    assert lines <= (120 if path.suffix == ".html" else 250)


@pytest.mark.parametrize(("folder", "list_of"), [("css", "_styles.html"), ("js", "_scripts.html")])
def test_every_piece_is_loaded(folder, list_of):
    loaded = (ROOT / "templates" / list_of).read_text()

    for path in [*STYLES, *SCRIPTS]:
        if path.suffix == f".{folder}":
            assert f"'{folder}/{path.name}'" in loaded


def test_every_icon_that_is_used_is_in_the_sprite():
    sprite = (ROOT / "static" / "icons.svg").read_text()

    for path in TEMPLATES:
        for icon in re.findall(r'{% icon "([a-z0-9-]+)"', path.read_text()):
            assert f'id="i-{icon}"' in sprite, (path, icon)
        for glyph in re.findall(r'{% glyph "([a-z0-9-]+)"', path.read_text()):
            assert f'id="{glyph}"' in sprite, (path, glyph)


def test_the_sprite_has_no_style_of_its_own():
    sprite = (ROOT / "static" / "icons.svg").read_text()

    assert "style" not in sprite
    assert "<script" not in sprite

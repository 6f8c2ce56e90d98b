"""The index takes identifiers as wholes too, and scripts without spaces in pairs of characters.

Both forms are kept here as they were at this migration.
"""

import re
import unicodedata
from itertools import pairwise

from django.db import migrations

UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff\U00020000-\U0003ffff"
SPACED = rf"[^\W_{UNSPACED}]+"
WORDS = re.compile(rf"[{UNSPACED}]+|{SPACED}")
IS_UNSPACED = re.compile(f"[{UNSPACED}]")
CODE = re.compile(rf"{SPACED}(?:[-_./\\:@#+]{SPACED})+")
LOOSER = (re.compile(r"[/\\:@]"), re.compile(r"[/\\:@.#+]"))
JOINTS = {"-": "h", "_": "h", ".": "d", "/": "s", "\\": "s", ":": "c", "@": "a", "#": "n", "+": "p"}
LONGEST = 100
BEFORE = re.compile(r"[^\W_]+")


def old(text):
    return " ".join(BEFORE.findall(_fold(text, lambda char: unicodedata.combining(char) != 0)))


def new(text):
    folded = _fold(text, _is_accent)
    runs = WORDS.findall(folded)
    ends = {_chars(run[-1]) for run in runs if len(run) > 1 and IS_UNSPACED.match(run)}
    wholes = dict.fromkeys(whole for code in CODE.findall(folded) for whole in _wholes(code))
    return " ".join([*(token for run in runs for token in _tokens(run)), *wholes, *sorted(ends)])


def _fold(text, is_accent):
    folded = text.casefold()
    if folded.isascii():
        return folded
    parts = unicodedata.normalize("NFKD", folded)
    return unicodedata.normalize("NFKC", "".join(char for char in parts if not is_accent(char)))


def _is_accent(char):
    return (
        unicodedata.combining(char) != 0
        and char not in "\u3099\u309a"
        and not IS_UNSPACED.match(char)
    )


def _tokens(run):
    if not IS_UNSPACED.match(run):
        return [run[:LONGEST]]
    if len(run) == 1:
        return [_chars(run)]
    return [_chars(one + other) for one, other in pairwise(run)]


def _chars(chars):
    return "c" + "".join(f"{ord(char):x}z" for char in chars)


def _wholes(code):
    for piece in [code, *(piece for joint in LOOSER for piece in joint.split(code))]:
        if len(piece) <= LONGEST and CODE.fullmatch(piece):
            yield f"w{''.join(f'x{JOINTS[char]}' if char in JOINTS else char for char in piece)}0"


SQLITE = "UPDATE {} SET title = %s, tags = %s, content = %s WHERE rowid = %s"
POSTGRES = """
    UPDATE memory_indexed SET document =
        setweight(to_tsvector('waggle', %s), 'A') {part}|| setweight(to_tsvector('waggle', %s), 'B')
        {part}|| setweight(to_tsvector('waggle', %s), 'C') || to_tsvector('simple', %s)
    WHERE memory_id = %s
"""
# A stroke, which is in no word, parts the fields: no phrase begins in one and ends in the next.
PART = "|| '/:1' "


def forward(apps, schema_editor):
    _index_again(apps, schema_editor, old, new, PART)


def backward(apps, schema_editor):
    _index_again(apps, schema_editor, new, old, "")


def _index_again(apps, schema_editor, was, becomes, part):
    rows = apps.get_model("memory", "Memory").objects.filter(erased_at=None)
    with schema_editor.connection.cursor() as cursor:
        for row in rows.only("title", "tags", "content", "project_id").iterator(1_000):
            texts = (row.title, " ".join(row.tags), row.content)
            words = [becomes(text) for text in texts]
            if schema_editor.connection.vendor == "postgresql":
                scope = f"wagglescope{row.project_id}"
                cursor.execute(POSTGRES.format(part=part), [*words, scope, row.pk])
            elif words != [was(text) for text in texts]:
                for table in ("memory_now", "memory_ever"):
                    cursor.execute(SQLITE.format(table), [*words, row.pk])


class Migration(migrations.Migration):
    dependencies = [("memory", "0008_erasure")]
    operations = [migrations.RunPython(forward, backward)]

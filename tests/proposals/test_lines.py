"""Files that attack: each refused by its line, or made harmless, and never held whole."""

import io
import json
from datetime import UTC, datetime

import pytest

from memory import limits
from proposals.lines.plan import TooLarge, batches
from proposals.lines.raw import raw_lines
from proposals.lines.read import read_line

NOW = datetime(2026, 6, 1, tzinfo=UTC)
FACT = {"kind": "fact", "content": "One."}


def read(line):
    return read_line(line if isinstance(line, bytes) else json.dumps(line).encode(), NOW)


def test_a_line_is_read():
    line = read({**FACT, "title": "T", "tags": ["a"], "valid_from": "2026-01-01T00:00:00+05:30"})

    assert (line.kind, line.content, line.title, line.tags) == ("fact", "One.", "T", ["a"])
    assert line.begins == datetime(2025, 12, 31, 18, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (b'{"kind":"fact","content":"a","content":"b"}', "names one field twice"),
        (b'{"kind":"fact","content":"a","claimed_approval":{"a":1,"a":2}}', "twice"),
        (b'{"kind":"fact","content":"a\\u0000"}', "U\\+0000"),
        (b'{"kind":"fact","content":"a\\ud800"}', "half of a character"),
        (b'{"kind":"fact","content":"a","tags":["\\ud800"]}', "half of a character"),
        (b'{"kind":"fact","content":"a","claimed_approval":["\\u0000"]}', "U\\+0000"),
        (b'{"kind":"fact","content":"a\x00"}', "not JSON"),
        (b'{"kind":"fact","content":"\xff"}', "not UTF-8"),
        (b'{"kind":"fact","content":"a","claimed_approval":NaN}', "NaN"),
        (b'{"kind":"fact","content":"a","claimed_approval":1e999}', "without end"),
        (b'{"kind":"fact","content":"a","claimed_approval":' + b"9" * 5000 + b"}", "digits"),
        (b"[" * 90_000 + b"]" * 90_000, "nested"),
        (b'{"a":' * 9 + b"1" + b"}" * 9, "nested"),
        (b"[]", "not an object"),
        (b"{", "not JSON"),
        ({**FACT, "extra": 1}, "extra: is not a field"),
        ({**FACT, "\x1b[31m": 1}, r"\\x1b"),
        ({"content": "x"}, "kind"),
        ({"kind": "fact", "content": " \u200b"}, "blank"),
        ({**FACT, "content": "x" * 20_001}, "20,000"),
        ({**FACT, "valid_from": "yesterday"}, "not an ISO 8601"),
        ({**FACT, "valid_from": "2026-02-30"}, "not an ISO 8601"),
        ({**FACT, "valid_from": "2026-01-01T00:00:00"}, "say the zone"),
        ({**FACT, "valid_until": "2020-01-01"}, "say when it began"),
        ({**FACT, "valid_from": "2026-01-01", "valid_until": "2025-01-01"}, "later than"),
        ({**FACT, "recorded_at": "2999-01-01"}, "future"),
        ({**FACT, "links": [{"type": "updates", "memory_id": "x"}]}, "supersedes"),
        ({"type": "edge", "edge_type": "updates", "source": "a", "target": "b"}, "supersedes"),
        ({"type": "entry", "text": "x"}, "subject_id: is missing"),
        ({"type": "entry", "text": "x", "subject_id": "Pump 7"}, "no name of a subject"),
        ({"type": "entry", "text": "x", "continues": "e", "provenance": "measured"}, "first line"),
        ({"type": "subject", "subject_id": "pump-7"}, "label"),
        ({"type": ["entry"]}, "none of memory, edge, subject, entry"),
        ({"type": "policy"}, "none of"),
        ({"type": ["memory"]}, "none of"),
    ],
)
def test_what_is_no_line_is_refused_in_words(line, words):
    with pytest.raises(ValueError, match=words):
        read(line)


def test_brackets_within_words_are_no_depth():
    assert read({**FACT, "content": "[" * 100 + '"' + "{" * 100}).content.startswith("[[[")


def test_the_lowest_and_highest_times_are_read_or_refused_never_a_crash():
    assert read({**FACT, "valid_until": "9999-12-31"}).valid_until.year == 9999
    assert read({**FACT, "valid_from": "2024-02-29T12:00:00.123456Z"}).begins.microsecond == 123456
    with pytest.raises(ValueError, match="not an ISO 8601"):
        read({**FACT, "valid_until": "9999-12-31T23:59:59-14:00"})


class Endless(io.RawIOBase):
    """A line of a gigabyte that is nowhere, and remembers the most that was asked of it."""

    def __init__(self, size):
        self.left, self.most = size, 0

    def readable(self):
        return True

    def readinto(self, buffer):
        self.most = max(self.most, len(buffer))
        size = min(len(buffer), self.left)
        buffer[:size] = b"x" * size
        self.left -= size
        return size


def test_a_line_of_a_gigabyte_is_refused_in_pieces():
    source = Endless(1 << 30)

    [line] = raw_lines(io.BufferedReader(source, 1 << 20))
    assert (line.number, line.bytes, source.left) == (1, None, 0)
    assert source.most <= 1 << 20


def test_lines_are_numbered_as_editors_do():
    file = io.BytesIO(b"\xef\xbb\xbfone\r\n\n" + b"x" * (limits.LINE_BYTES + 1) + b"\nfour")

    assert [(one.number, one.bytes) for one in raw_lines(file)] == [
        (1, b"one"),
        (3, None),
        (4, b"four"),
    ]


def test_a_line_at_the_limit_is_read():
    whole = b"x" * limits.LINE_BYTES

    assert [one.bytes for one in raw_lines(io.BytesIO(whole + b"\r\n" + whole))] == [whole, whole]


def test_batches_hold_lineages_whole_and_need_only_those_before(monkeypatch):
    monkeypatch.setattr(limits, "BATCH", 3)
    after = [1, -1, -1, -1, 3]

    assert batches(after, {2: [4]}) == [[1, 0], [2, 3, 4]]


def test_long_lines_are_fewer_in_a_batch_but_a_lineage_stays_whole(monkeypatch):
    monkeypatch.setattr(limits, "BATCH_BYTES", 6)
    sizes = [3, 3, 3, 5, 5, 1]

    found = batches([-1, -1, -1, -1, 3, -1], {}, sizes.__getitem__)

    assert found == [[0, 1], [2], [3, 4], [5]]


def test_a_circle_of_links_stays_in_one_batch_or_is_refused(monkeypatch):
    monkeypatch.setattr(limits, "BATCH", 2)

    assert batches([-1] * 4, {0: [3], 3: [0]}) == [[0, 3], [1, 2]]
    with pytest.raises(TooLarge):
        batches([-1] * 3, {0: [1], 1: [2], 2: [0]})

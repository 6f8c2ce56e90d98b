import hmac
import json
from datetime import UTC, datetime

import pytest

from memory.canonical import canonical_bytes, keyed_digest
from memory.encoding import as_json, encoding_with

AWKWARD = [
    "",
    'quoted "words", a \\ and a \x1f',
    "größer 漢字 \u2028 😀",
    [],
    {},
    None,
    True,
    -1,
    10**40,
    0.1,
    1e300,
    {"b": [1, {"z": None, "a": "ü"}], "a": {"nested": ["deep", []]}},
    {1: "a number names it", "tuple": (1, 2)},
]


@pytest.mark.parametrize("value", AWKWARD, ids=repr)
def test_it_writes_what_json_writes(value):
    assert as_json(value) == json.dumps(value)


@pytest.mark.parametrize(
    "manner",
    [
        {"ensure_ascii": False, "separators": (",", ":"), "allow_nan": False, "default": str},
        {"indent": 2, "skipkeys": True},
    ],
    ids=["canonical", "indented"],
)
def test_and_so_it_does_in_any_manner(manner):
    encoder = json.JSONEncoder(**manner)
    encode = encoding_with(encoder)

    for value in AWKWARD:
        assert encode(value) == encoder.encode(value)


def test_a_canonical_form_is_the_bytes_it_always_was():
    moment = datetime(2026, 5, 14, 9, 30, tzinfo=UTC)

    assert (
        canonical_bytes({"b": moment, "a": ["ü", 1, None, {"y": 0.5, "x": []}]})
        == '{"a":["ü",1,null,{"x":[],"y":0.5}],"b":"2026-05-14T09:30:00.000000Z"}'.encode()
    )


@pytest.mark.parametrize("length", [0, 32, 64, 65, 200])
def test_a_keyed_digest_is_the_hmac_it_always_was(length):
    key = bytes(range(length))

    for _ in range(2):
        expected = hmac.digest(key, b'["a","\xc3\xbc"]', "sha256").hex()
        assert keyed_digest(["a", "ü"], key=key) == expected


def test_what_has_no_canonical_form_is_refused_again_and_again():
    for _ in range(2):
        with pytest.raises(ValueError, match="not JSON compliant"):
            canonical_bytes({"number": float("nan")})
        with pytest.raises(TypeError):
            canonical_bytes({"when": datetime(2026, 5, 14)})  # noqa: DTZ001 - that is the point

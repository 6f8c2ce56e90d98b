from datetime import UTC, date, datetime

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from memory.times import iso, parse_instant

pytestmark = pytest.mark.time

SPELLINGS = [
    "2026-01-01",
    "2026-01-01T00:00:00Z",
    "2026-01-01T00:00Z",
    "2026-01-01T00:00:00+00:00",
    "2026-01-01T00:00:00-00:00",
    "2026-01-01T00:00:00.000000Z",
    "2026-01-01T05:30:00+05:30",
    "2026-01-01T05:45:00+05:45",
    "2025-12-31T20:30:00-03:30",
    "20260101T000000Z",
]
REFUSED = [
    "",
    " ",
    "now",
    "yesterday",
    "2026",
    "2026-13-01",
    "2026-02-29",
    "2026-01-01T25:00:00Z",
    "2026-01-01T00:00:60Z",
    "2026-01-01T00:00:00+24:00",
    "2026-01-01T00:00:00",
    "2026-01-01 00:00",
    "20260101",
    "9999-12-31T23:59:59-01:00",
    "0001-01-01T00:00:00+01:00",
    "10000-01-01T00:00:00Z",
    "-2026-01-01T00:00:00Z",
    "1767225600",
    "\uff12\uff10\uff12\uff16-01-01",
    "2026-01-01T00:00:00Z\x00",
    "2026-01-01\ud800T00:00Z",
    "2026-01-01T00:00:00Z' OR 1=1",
]


@pytest.mark.parametrize("text", SPELLINGS)
def test_every_spelling_of_an_instant_is_that_instant(zone: str, text: str) -> None:
    assert parse_instant(text) == datetime(2026, 1, 1, tzinfo=UTC)
    assert iso(parse_instant(text)) == "2026-01-01T00:00:00Z"


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("2024-02-29", "2024-02-29T00:00:00Z"),
        ("2026-03-29T02:30:00+01:00", "2026-03-29T01:30:00Z"),
        ("2026-03-29T00:00:00.000001Z", "2026-03-29T00:00:00.000001Z"),
        ("9999-12-31T23:59:59.999999Z", "9999-12-31T23:59:59.999999Z"),
        ("0001-01-01", "0001-01-01T00:00:00Z"),
    ],
)
def test_leap_days_microseconds_and_the_ends_of_the_calendar_hold(
    zone: str, text: str, written: str
) -> None:
    assert iso(parse_instant(text)) == written


@pytest.mark.parametrize("text", REFUSED)
def test_anything_else_is_refused_in_words(zone: str, text: str) -> None:
    with pytest.raises(ValueError, match=r"^(say the zone|not an ISO 8601 time), for example"):
        parse_instant(text)


@given(text=st.text(max_size=40))
@example("2026-W01-1")
@example("2026-01-01T10:00:00+05:30:15.000001")
def test_no_text_is_answered_with_anything_but_an_instant_or_a_reason(text: str) -> None:
    try:
        written = iso(parse_instant(text))
    except ValueError as error:
        written = str(error)

    assert written.startswith(("say the zone", "not an ISO")) or iso(parse_instant(written))


@given(day=st.dates(min_value=date(1, 1, 2), max_value=date(9999, 12, 30)))
def test_a_bare_date_is_that_day_in_utc_wherever_the_machine_stands(day: date) -> None:
    assert parse_instant(day.isoformat()).date() == day


@given(moment=st.datetimes(timezones=st.just(UTC)))
def test_what_is_written_reads_back_exactly(moment: datetime) -> None:
    assert iso(moment).endswith("Z")
    assert parse_instant(iso(moment)) == moment

"""Words of every sort that may be stored, for properties."""

from datetime import UTC, datetime

from hypothesis import strategies as st

from memory import text


def _storable(value: str) -> bool:
    return not text.refusal(value) and not text.is_blank(value)


def _lines(most: int) -> st.SearchStrategy[str]:
    return st.text(min_size=1, max_size=most).filter(_storable)


TRICKY = (
    "e\u0301\u00e9 \u202eabc\u202c \u200b\u00ad\u2028\ufe0f\U000e0041 \U0001f41d"
    "\n\t'\"\\</b>%s {{7*7}}"
)
CONTENT = _lines(300) | st.sampled_from([TRICKY, f" {TRICKY} ", "\r\n a \r b \n"])
ONE_LINE = (
    _lines(40)
    .map(lambda line: " ".join(line.split("\n")))
    .filter(lambda line: _storable(line) and "\r" not in line)
)
TAGS = st.lists(ONE_LINE, max_size=4, unique_by=text.normal_form)
PAST = st.datetimes(
    min_value=datetime(1000, 1, 1),  # noqa: DTZ001 - the strategy adds the zone
    max_value=datetime(2020, 1, 1),  # noqa: DTZ001 - the same
    timezones=st.just(UTC),
)
FUTURE = st.datetimes(
    min_value=datetime(2100, 1, 1),  # noqa: DTZ001 - the same
    max_value=datetime(9999, 12, 30),  # noqa: DTZ001 - the same
    timezones=st.just(UTC),
)

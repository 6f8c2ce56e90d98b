"""What needs no grammar: "label: value", numbers with units, lists of measurements."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from companion.builders.lexicon import COMMAND_VERBS, words
from companion.metamodel import Quantity

_NUMBER = (
    r"[-+\u2212\u00b1~<>\u2264\u2265\u2248]?\s?"
    r"(?:\d{1,3}(?:[ ,\u202f\u2009']\d{3})+|\d+)(?:[.,]\d+)?"
    r"(?:\s?[x\u00d7]\s?\d+(?:[.,]\d+)?)*"
)
_SLASHED = r"\d+(?:[.,]\d+)?/\d+(?:[.,]\d+)?"
_RANGE = r"(?:\s?(?:-|\u2013|\u2014|to)\s?\d+(?:[.,]\d+)?)"
_UNITS = (
    "mmHg|cmH2O|kPa|MPa|hPa|GPa|mbar|bar|psi|Pa|atm|"
    "bpm|rpm|/min|per minute|breaths|beats|Hz|kHz|MHz|GHz|"
    "mg/dL|g/dL|mmol/L|mmol/l|mg/L|mg/l|ug/L|µg/L|ng/mL|g/L|g/l|ppm|ppb|NTU|"
    "kg/m3|m/s|km/h|mph|kn|knots|l/min|L/min|ml/h|mL/h|m3/h|m³/h|L/h|l/h|"
    "mm|cm|dm|km|µm|um|nm|m|in|inch|inches|ft|feet|foot|yd|yards|miles|mile|metres|metre|meters|meter|"
    "millimetres|millimetre|millimeters|centimetres|centimetre|centimeters|kilometres|kilometers|"
    "m2|m²|m3|m³|ha|hectares|hectare|acres|acre|"
    "kg|mg|µg|mcg|g|lb|lbs|oz|t|tonnes|tonne|tons|ton|kilograms|kilos|grams|gram|"
    "ml|mL|cl|dl|dL|l|L|litres|litre|liters|liter|gal|gallons|units|IU|U|"
    "°C|°F|° C|° F|degrees|degree|deg|K|C|F|"
    "kV|mV|V|volts|mA|kA|A|amps|amp|kW|MW|mW|W|watts|kWh|Wh|Ah|mAh|ohms|ohm|kΩ|MΩ|Ω|Nm|kN|N|J|kJ|dB|dBA|lux|lm|"
    "ms|s|sec|secs|seconds|second|min|mins|minutes|minute|h|hr|hrs|hours|hour|days|day|weeks|week|months|month|years|year|yrs|"
    "%|percent|per cent|‰|kcal|kB|MB|GB|TB|Mbit/s|MB/s"
)
UNIT = rf"(?:{'|'.join(sorted((re.escape(u) for u in _UNITS.split('|')), key=len, reverse=True))})"
_AMOUNT = rf"(?P<value>{_SLASHED}|{_NUMBER}{_RANGE}?)(?:\s?(?P<unit>{UNIT})(?![\w]))?"
QUANTITY = re.compile(rf"(?<![\w.,/:-]){_AMOUNT}(?![\w/:]|[.,]\d)")
_MONEY = re.compile(r"[$\u20ac\u00a3]\s?\d")

_PAIR = re.compile(
    r"(?P<label>[^\W\d_][^\n:=?!;]{0,59}?)(?::|\s*=)\s+(?P<value>\S[^\n]*?)\s*[.;]?$|"
    r"(?P<tight>[^\W\d_][\w ./-]{0,39}?)\s?=\s?(?P<of>\S[^\n=]*?)\s*[.;]?$"
)
_MEASURED = re.compile(
    rf"(?P<label>[^\W\d_](?:(?!\.\s)[^\n:=,;?!]){{0,59}}?)\s*(?:[:=]|\bis\b|\bwas\b|\bof\b)?\s*"
    rf"(?P<amount>{_AMOUNT.replace('?P<value>', '?P<v>').replace('?P<unit>', '?P<u>')})"
    r"(?P<rest>\s+(?:at|in|on|under|after|before|over|above|below|per|from|near|by|for|during|with|"
    r"today|yesterday|now|again|rising|falling|stable|regular|approx)\b[^\n,;]{0,60})?\s*$"
)
_PARTS = re.compile(r"\s*(?:[,;|]\s+|\s\u00b7\s|\s/\s)\s*")
_ABBREVIATED = words(
    """bp hr rr t temp temperature pulse sats spo2 sao2 o2 gcs ph bmi wt weight ht height pain bm
    bgl glucose hb wbc crp na k inr egfr map fio2 etco2 rpm psi volts amps level depth speed
    pressure flow humidity salinity turbidity rh ec tds do orp"""
)
_VERBAL = words(
    """is was are were be been has have had reads read reached rose fell dropped showed shows
    measured weighs weighed lasted needs gave gives took takes ran runs stands stood holds
    draws drew"""
)
_NO_LABEL = words(
    """at on in by from to about around approx approximately the a an see page step of and or
    below above under over within until for with per between"""
)
_MOST_WORDS = 6


class Pair(NamedTuple):
    """Half-open slices of the canonical text."""

    label: tuple[int, int]
    value: tuple[int, int]
    rest: tuple[int, int] | None = None
    is_labelled: bool = False


def quantity_in(text: str) -> Quantity | None:
    """The first number with a unit, or one that only a measurement has: 140/90, 6.8."""
    for found in QUANTITY.finditer(text):
        unit, value = found["unit"], found["value"].strip()
        if unit or "/" in value or ("." in value and not _MONEY.search(text)):
            return Quantity(value=value, unit=unit)
    return None


def is_measured(text: str) -> bool:
    return quantity_in(text) is not None


def pairs(text: str, start: int, end: int) -> list[Pair]:
    """What a whole line says without grammar; nothing of a question."""
    if text[start:end].rstrip("\"')").endswith("?"):
        return []
    return labelled(text, start, end) or measurements(text, start, end)


def labelled(text: str, start: int, end: int) -> list[Pair]:
    """`label: value` or `label = value`; or several of them in a row, parted by commas."""
    parts = list(_parts(text, start, end))
    if len(parts) > 1:
        pairs = [_pair(text, *part) for part in parts]
        if all(pairs):
            return [pair for pair in pairs if pair is not None]
    one = _pair(text, start, end)
    return [one] if one is not None else []


def measurements(text: str, start: int, end: int) -> list[Pair]:
    """BP 140/90, pulse 92 bpm: every part of the line is a name with a number, or none is taken."""
    if text[end - 1 : end] == ".":
        end -= 1
    pairs = [_measurement(text, *part) for part in _parts(text, start, end)]
    if not pairs or not all(pairs):
        return []
    found = [pair for pair in pairs if pair is not None]
    return found if any(_is_sure(text, pair) for pair in found) else []


def _parts(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    for found in _PARTS.finditer(text, start, end):
        yield start, found.start()
        start = found.end()
    yield start, end


def _pair(text: str, start: int, end: int) -> Pair | None:
    found = _PAIR.match(text[start:end])
    if found is None:
        return None
    label, value = ("label", "value") if found["label"] else ("tight", "of")
    name = found[label]
    if len(name.split()) > _MOST_WORDS or name.lower().startswith(("http", "//")):
        return None
    span = _moved(found.span(label), start), _moved(found.span(value), start)
    return Pair(*span, is_labelled=True)


def _measurement(text: str, start: int, end: int) -> Pair | None:
    found = _MEASURED.match(text[start:end])
    if found is None:
        return None
    name = found["label"].strip(" -\u2013").lower().split()
    if (
        not name
        or len(name) > _MOST_WORDS
        or _VERBAL.intersection(name)
        or name[0] in COMMAND_VERBS
    ):
        return None
    if name[-1] in _NO_LABEL or name[0] in _NO_LABEL or name[-1].endswith("ed"):
        return None
    rest = _moved(found.span("rest"), start) if found["rest"] else None
    if rest is not None:
        rest = (rest[0] + len(found["rest"]) - len(found["rest"].lstrip()), rest[1])
    label = found.span("label")
    label = (label[0], label[0] + len(found["label"].rstrip(" -\u2013")))
    return Pair(_moved(label, start), _moved(found.span("amount"), start), rest)


def _is_sure(text: str, pair: Pair) -> bool:
    """Gate 3 is a name; pulse 92 and depth 3 m are measurements."""
    amount, name = text[slice(*pair.value)], text[slice(*pair.label)].lower().split()
    return is_measured(amount) or name[-1] in _ABBREVIATED


def _moved(span: tuple[int, int], by: int) -> tuple[int, int]:
    return span[0] + by, span[1] + by

"""Numbers in an address: counters of the database, and nothing that it could not hold."""


def parse_number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 16 else None

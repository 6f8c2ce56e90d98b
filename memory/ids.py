import secrets
import time
import uuid


def new_id() -> uuid.UUID:
    """A UUID version 7 (RFC 9562): ids made later sort later."""
    milliseconds = time.time_ns() // 1_000_000
    value = (milliseconds & (1 << 48) - 1) << 80 | secrets.randbits(80)
    value = value & ~(0xF << 76) | 0x7 << 76
    value = value & ~(0x3 << 62) | 0x2 << 62
    return uuid.UUID(int=value)

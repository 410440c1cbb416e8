"""Files that are read as a whole, of which a name may be that of something without end."""

from pathlib import Path
from typing import Final

MOST: Final = 64 << 20
"""Bytes of one."""


class LongerError(ValueError):
    """There is more than is read of one."""

    def __init__(self) -> None:
        super().__init__(f"> {MOST >> 20} MiB")


def read_text(path: Path) -> str:
    """A text in UTF-8. Raises OSError, LongerError, and UnicodeDecodeError for another text; the two last are ValueErrors."""
    with path.open("rb") as stream:
        raw = stream.read(MOST + 1)
    if len(raw) > MOST:
        raise LongerError
    return raw.decode()

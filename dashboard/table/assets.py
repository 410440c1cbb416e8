"""The card table's script and style as the browser fetches them: once, by an address that changes with what is in them."""

from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

LIBRARY: Final = (
    *("lit-html.js", "directive.js", "directive-helpers.js"),
    *(f"directives/{name}.js" for name in ("guard", "keyed", "repeat")),
)
"""What the table is drawn with, as it was published."""
OWN: Final = (
    "cards.js",
    "fields.js",
    "felt.js",
    "layout.js",
    "verdict.js",
    "table.js",
    "tricks.js",
    "climbing.js",
    "mount.js",
    "judge.js",
    "keep.js",
    "record.js",
)
SCRIPTS: Final = (*(f"lit/{name}" for name in LIBRARY), *OWN)
STYLES: Final = ("table.css", "climbing.css", "judge.css", "record.css")
FOLDER: Final = Path(__file__).parent


@cache
def version() -> str:
    """What tells these files from others."""
    return sha256(b"".join((FOLDER / name).read_bytes() for name in (*SCRIPTS, *STYLES))).hexdigest()[:16]


def address(name: str) -> str:
    return f"/table/{version()}/{name}"

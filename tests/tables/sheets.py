"""The rule sheets that there are, as the documents list them."""

import re
from collections.abc import Callable, Mapping
from typing import Final

from paipu.replay.sheets import SHEETS, Sheet

ROWS: Final[Mapping[str, Callable[[Sheet], str]]] = {
    "| 规则 sheet | 记录中的名字 key | 出处 source |": lambda sheet: (
        f"| {sheet.title.zh} {sheet.title.en} | `{sheet.key}` | {sheet.source.zh} · {sheet.source.en} |"
    ),
    "| sheet | 规则 | title | seats |": lambda sheet: (
        f"| `{sheet.key}` | {sheet.title.zh} | {sheet.title.en} | {' '.join(sheet.seats)} |"
    ),
}
"""What a table says of a sheet, by the table's first line."""


def rewritten(document: str) -> str:
    """A document with every table of sheets made anew."""
    for head, row in ROWS.items():
        rows = "".join(f"{row(sheet)}\n" for sheet in SHEETS.values())
        pattern = re.compile(rf"^({re.escape(head)}\n\|[-|]+\n)(?:\|[^\n]*\n)+", re.MULTILINE)
        document = pattern.sub(lambda found, rows=rows: f"{found[1]}{rows}", document)  # type: ignore[misc] # bound now
    return document

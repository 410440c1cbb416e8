"""The table of `data/FORMAT.md` about records of other programs, from what each importer says of itself."""

import re
from typing import Final

from paipu.ingest.importers import IMPORTERS

_HEAD: Final = "| `--from` | 来源 · of | `--to` | 带不过来的 · what is not carried over |"


def formats() -> str:
    """Every format that comes with the program: what it is, whether it is written too, what is lost."""
    rows = [
        f"| `{name}` | {it.zh} · {it.en} | {'✓' if it.write else ''} | {f'{it.lost.zh} · {it.lost.en}' if it.lost else ''} |"
        for name, it in IMPORTERS.items()
    ]
    return "\n".join([_HEAD, "|---|---|---|---|", *rows])


def rewritten(document: str) -> str:
    """FORMAT.md with the table made anew."""
    table = re.compile(rf"{re.escape(_HEAD)}\n(?:\|.*\n)*")
    if table.search(document) is None:
        raise ValueError("FORMAT.md has no table of the records of other programs")
    return table.sub(lambda _: formats() + "\n", document)

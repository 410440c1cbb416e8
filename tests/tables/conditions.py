"""The table of conditions of `data/FIND.md`."""

from collections.abc import Iterator
from typing import Final

from paipu.analytics.conditions import ALSO, KINDS, NAMES, TOLD, sheets_of
from paipu.replay.sheets import SHEETS

HEAD: Final = "|---|---|---|---|\n"


def rows() -> Iterator[str]:
    for key in KINDS:
        zh, en = (
            "、".join(f"`{name}`" for name in dict.fromkeys([NAMES[key][at], *ALSO[key][at].split("|")])) for at in (0, 1)
        )
        sheets = sheets_of(key)
        where = "全部 all" if len(sheets) == len(SHEETS) else " ".join(f"`{sheet}`" for sheet in sheets)
        yield f"| {zh} | {en} | {TOLD[key].zh} {TOLD[key].en} | {where} |"


def rewritten(document: str) -> str:
    """The document with its table made anew."""
    return "".join([*document.partition(HEAD)[:2], *(f"{row}\n" for row in rows())])

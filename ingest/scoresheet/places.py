"""From a place in a record to the cell of the score sheet that it was made of.

A record that was made of a score sheet says under `extra.scoresheet` where its values stand: `columns` has the column of each
path in a hand, `rows` the row of each hand, `cells` the cell of each JSON pointer of the match; where a hand is no row, `hands`
has the cell of each path of each. `extra` is free data, so nothing here relies on its shape.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from paipu.ingest.scoresheet.grid import place

PLACES: Final = "scoresheet"
"""The key of `extra` that holds them."""
NOTES_KEPT: Final = 200
"""Notes of a match that its record keeps."""
LONGEST: Final = 300
_HAND: Final = re.compile(r"/hands/(0|[1-9][0-9]{0,3})(?:/(.*))?")
_CELL: Final = re.compile(r"[A-Z]{1,3}[1-9][0-9]{0,6}")
_FIRST: Final = "no"


def cell_of(extra: Mapping[str, Any], pointer: str, expected: str | None = None, actual: str | None = None) -> str | None:
    """The cell of a place in a record, as `group.xlsx!第1轮:F12`; None for a record that was not made of a score sheet.

    What several cells say together is told by the first of them that is not as expected; what no cell says by the number of its
    hand, or the first cell of the match.
    """
    found = extra.get(PLACES)
    if not isinstance(found, dict):
        return None
    file, sheet = found.get("file"), found.get("sheet")
    if not isinstance(file, str) or not (sheet is None or isinstance(sheet, str)):
        return None
    cell = _cell(found, pointer, _differing(expected, actual))
    return None if cell is None else place(file, sheet, cell)[:LONGEST]


def nearest_cell(cells: Mapping[str, str], pointer: str) -> str | None:
    """The cell of a place in an event, or of the nearest above it; None for what stands in the event's own file."""
    while pointer and pointer not in cells:
        pointer = pointer.rpartition("/")[0]
    return cells.get(pointer)


def _cell(found: Mapping[str, Any], pointer: str, differing: Sequence[str]) -> str | None:
    columns, cells, rows = (found.get(name) for name in ("columns", "cells", "rows"))
    if not isinstance(columns, dict) or not isinstance(cells, dict) or not isinstance(rows, list):
        return None
    hand = _HAND.fullmatch(pointer)
    if hand is None or not rows:
        known = _nearest(cells, pointer, differing)
        first = f"{columns.get(_FIRST, 'A')}{rows[0]}" if rows else next(iter(cells.values()), None)
        return _checked(known if known is not None else first)
    index = int(hand[1])
    row = rows[index] if index < len(rows) else rows[-1]
    hands = found.get("hands")
    if isinstance(hands, list) and index < len(hands) and isinstance(hands[index], dict):
        here = _nearest(hands[index], hand[2] or "", differing) or hands[index].get(_FIRST)
        return _checked(here) or _checked(f"A{row}")
    column = _nearest(columns, hand[2] or "", differing) or columns.get(_FIRST, "A")
    return _checked(f"{column}{row}")


def _nearest(known: Mapping[Any, Any], path: str, differing: Sequence[str]) -> Any:  # noqa: ANN401 - free data
    """What is known of a path, of what is below it (first what differs), or of what it is below; None for nothing."""
    if path in known:
        return known[path]
    below = [f"{path}/{step}" for step in differing] if path else []
    below += [each for each in known if isinstance(each, str) and path and each.startswith(f"{path}/")]
    for each in below:
        if each in known:
            return known[each]
    above = path.rpartition("/")[0]
    return _nearest(known, above, ()) if above else None


def _differing(expected: str | None, actual: str | None) -> list[str]:
    """The sides, or the places, that are not as expected.

    >>> _differing("EW=4 NS=2", "EW=4 NS=3"), _differing("EWNS", "ENWS")
    (['NS'], ['2', '3'])
    """
    wanted, found = (re.findall(r"(\w+)=(\S+)", text or "") for text in (expected, actual))
    if found:
        as_wanted = dict(wanted)
        return [side for side, value in found if as_wanted.get(side) != value]
    return [str(at) for at, (one, other) in enumerate(_pairs(expected or "", actual or ""), start=1) if one != other]


def _pairs(expected: str, actual: str) -> Iterable[tuple[str, str]]:
    return zip(expected[:10], actual[:10], strict=False)


def _checked(cell: object) -> str | None:
    return cell if isinstance(cell, str) and _CELL.fullmatch(cell) else None

"""The makers of matches, one a family of sheets."""

from collections.abc import Mapping
from typing import Any, Final

from replay.sheets.names import SHEET_NAMES, Family
from samples.climbing import CLIMBING
from samples.family import Maker
from samples.tricks import TRICKS

MAKERS: Final[Mapping[Family, Maker[Any]]] = {"tricks": TRICKS, "climbing": CLIMBING}


def maker_of(sheet: str) -> Maker[Any]:
    """Who makes the matches of a sheet. Raises KeyError for a sheet of no name."""
    return MAKERS[SHEET_NAMES[sheet].family]

"""The makers of matches, one a family of sheets."""

from collections.abc import Mapping
from typing import Any, Final

from ingest.sample.climbing import CLIMBING
from ingest.sample.family import Maker
from ingest.sample.tricks import TRICKS
from replay.sheets.names import SHEET_NAMES, Family

MAKERS: Final[Mapping[Family, Maker[Any]]] = {"tricks": TRICKS, "climbing": CLIMBING}


def maker_of(sheet: str) -> Maker[Any]:
    """Who makes the matches of a sheet. Raises KeyError for a sheet of no name."""
    return MAKERS[SHEET_NAMES[sheet].family]

"""Faults to build into a match, one class a kind, each noted with the place where the audit must find it."""

from collections.abc import Mapping
from random import Random
from typing import Any, Final

from replay.sheets.names import SHEET_NAMES
from samples.document import Document
from samples.families import MAKERS, maker_of
from samples.fault import Fault

FAULTS: Final[Mapping[str, Mapping[str, Fault[Any]]]] = {
    key: faults
    for key, name in SHEET_NAMES.items()
    if (faults := {fault.kind: fault for fault in MAKERS[name.family].faults if key in fault.sheets})
}
"""Every class of faults that the audit of a sheet can be asked to find, by the sheet's key and the class's name."""


def inject(document: Mapping[str, Any], kind: str, rng: Random) -> Document | None:
    """A copy of a legal match with one fault in it, noted under `extra.faults`; None if it offers no opportunity.

    A fault in the plays is followed by the players playing on, and the match after it is another one. Raises KeyError for an
    unknown kind.
    """
    sheet = document["sheet"]
    fault = FAULTS[sheet][kind]
    copy = maker_of(sheet).copy(document, rng)
    place = fault.inject(copy)
    if place is None:
        return None
    copy.document["extra"] = {"faults": [*document.get("extra", {}).get("faults", []), fault.note(sheet, place)]}
    made: Document = copy.document
    return made

"""A ruling by itself: an entry of the record format's `rulings` that lies outside any record, as the log of rulings has it."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from pydantic import TypeAdapter, ValidationError

from paipu.ingest import schema
from paipu.ingest.convert import to_ruling
from paipu.ingest.parse import translate
from paipu.ingest.rejection import Problem
from paipu.replay.record import Ruling
from paipu.replay.rulesheet import FOUR_SEATS
from paipu.replay.sheets import SHEETS


@cache
def _of_seats(seats: tuple[str, ...]) -> TypeAdapter[Any]:
    if seats == FOUR_SEATS:
        return TypeAdapter(schema.Ruling[schema.FourSeat, schema.FourSide])
    return TypeAdapter(schema.Ruling[schema.SixSeat, schema.SixSide])


def read_ruling(sheet: str, entry: Mapping[str, Any]) -> Ruling | Sequence[Problem]:
    """The ruling of an entry under a sheet, or all that is wrong with it; pointers are within the entry."""
    try:
        found = _of_seats(SHEETS[sheet].seats).validate_python(entry)
    except ValidationError as error:
        return list(translate(error.errors(include_url=False, include_input=False), {**entry, "sheet": sheet}, tag=0))
    return to_ruling(found)


def says_whose(ruling: Ruling) -> bool:
    """Whether a ruling that finds a fault proven says of which hand and seat, without which it does nothing."""
    return ruling.effect.fault is None or (ruling.hand is not None and ruling.seat is not None)

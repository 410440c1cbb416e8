"""Who a row of a study is about: a player, or partners together, by the ids of their players."""

from collections.abc import Mapping
from typing import Final, Literal

from paipu.analytics.keys import TOGETHER

UnitKind = Literal["pair", "player"]
"""Partners together, two or three of them; or one player."""

HALF_95: Final = 1.959964
"""Standard errors on either side of a 95 % interval."""

UNITS: Final = """
    SELECT record, unit AS seats, players, CASE length(unit) WHEN 1 THEN 'player' ELSE 'pair' END AS kind
    FROM stored.tallies
    WHERE players IS NOT NULL
"""
"""The units of each record, each with its seats."""


def called(unit: str, known: Mapping[str, str]) -> str:
    """A unit by the names of its players."""
    return TOGETHER.join(known.get(player, player) for player in unit.split(TOGETHER))

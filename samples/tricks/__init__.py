"""Matches of the trick-taking family (升级, 炒地皮, 双扣): players who draw, declare, bury and play, and their faults."""

from collections.abc import Mapping
from random import Random
from typing import Final

from paipu.replay.record import OptionValue
from paipu.replay.sheets import TRICK_SHEETS
from paipu.samples.document import event_id
from paipu.samples.people import Tournament
from paipu.samples.tricks.faults import FAULTS
from paipu.samples.tricks.match import TrickMatch
from paipu.samples.tricks.work import TrickWork

_KNOCK_OUT: Final = (("1/8", 8), ("quarterfinal", 4), ("semifinal", 2), ("final", 1))
_TABLE_FROM, _TABLE_TO, _TABLE_STEP = -60, 400, 5
"""The points for which an organiser's table gives a score: all that can be scored in a hand, but for a rare bottom."""


def tournament_of(sheet: str) -> Tournament:
    """The tournament of a sheet: where late stages are played best of three it is a knock-out, a round a day."""
    if TRICK_SHEETS[sheet].best_of_three:
        return Tournament(id=event_id(sheet), stages=_KNOCK_OUT, rounds_a_day=1)
    return Tournament(id=event_id(sheet))


def organised(sheet: str, rng: Random) -> Mapping[str, OptionValue] | None:
    """The options of a match: where points are converted to a score, half of the organisers give a table for any points."""
    schedule = TRICK_SHEETS[sheet].schedule
    if schedule is None or rng.random() < 0.5:
        return None
    conversion = schedule.conversion
    points = range(_TABLE_FROM, _TABLE_TO + 1, _TABLE_STEP)
    return {"big_points": ",".join(f"{each}:{_score(conversion.table, each)}" for each in points)}


def _score(table: tuple[tuple[int, int], ...], points: int) -> int:
    """The score on the line through the nearest two rows of the printed table."""
    at = next((index for index, row in enumerate(table[1:-1], start=1) if points < row[0]), len(table) - 1)
    (low, least), (high, most) = table[at - 1], table[at]
    return round(least + (points - low) * (most - least) / (high - low))


MAKER: Final = (TrickMatch, TrickWork, FAULTS, tournament_of, organised)

"""Matches of the climbing family (掼蛋, 大怪路子): players who pay tribute, lead, follow and pass, and their faults."""

from typing import Final

from paipu.replay.sheets import CLIMBING_SHEETS
from paipu.samples.climbing.faults import FAULTS
from paipu.samples.climbing.match import ClimbMatch
from paipu.samples.climbing.work import ClimbWork
from paipu.samples.document import event_id
from paipu.samples.people import Tournament


def tournament_of(sheet: str) -> Tournament:
    """The tournament of a sheet; matches without a time limit begin further apart."""
    if CLIMBING_SHEETS[sheet].clocks.round_minutes is not None:
        return Tournament(id=event_id(sheet))
    return Tournament(id=event_id(sheet), rounds_a_day=3, round_minutes=240)


MAKER: Final = (ClimbMatch, ClimbWork, FAULTS, tournament_of)

"""Matches of the trick-taking family (升级, 炒地皮, 双扣): players who draw, declare, bury and play, and their faults."""

from typing import Final

from samples.tricks.faults import FAULTS
from samples.tricks.match import TrickMatch
from samples.tricks.organiser import organised, tournament_of
from samples.tricks.work import TrickWork

MAKER: Final = (tournament_of, organised, TrickMatch, TrickWork, FAULTS)

"""Matches of the trick-taking family (升级, 炒地皮, 双扣): players who draw, declare, bury and play, and their faults."""

from typing import Final

from samples.family import Maker
from samples.tricks.faults import FAULTS
from samples.tricks.faults.work import Work
from samples.tricks.match import play
from samples.tricks.organiser import organised, tournament_of

TRICKS: Final = Maker(tournament=tournament_of, organised=organised, play=play, copy=Work, faults=FAULTS)

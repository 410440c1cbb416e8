"""Matches of the climbing family (掼蛋, 大怪路子): players who pay tribute, lead, follow and pass, and their faults."""

from typing import Final

from samples.climbing.faults import FAULTS
from samples.climbing.faults.work import Work
from samples.climbing.match import organised, play, tournament_of
from samples.family import Maker

CLIMBING: Final = Maker(tournament=tournament_of, organised=organised, play=play, copy=Work, faults=FAULTS)

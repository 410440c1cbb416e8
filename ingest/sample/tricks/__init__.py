"""Matches of the trick-taking family (升级, 炒地皮, 双扣): players who draw, declare, bury and play, and their faults."""

from typing import Final

from ingest.sample.family import Maker
from ingest.sample.tricks.faults import FAULTS
from ingest.sample.tricks.faults.work import Work
from ingest.sample.tricks.match import play
from ingest.sample.tricks.organiser import organised, tournament_of

TRICKS: Final = Maker(tournament=tournament_of, organised=organised, play=play, copy=Work, faults=FAULTS)

"""Made-up matches for demonstrations, tests and measurements: `paipu/1` documents of the sheets that players know.

`make_match` gives a legal match, `inject` builds a fault into one and notes where the audit must find it, and `sample`
gives a tournament of both. All of it is the same for the same seed, on every machine.
"""

from paipu.samples.document import to_line
from paipu.samples.people import Tournament
from paipu.samples.tournament import FAULTS, inject, make_match, sample
from paipu.samples.work import Fault

__all__ = ["FAULTS", "Fault", "Tournament", "inject", "make_match", "sample", "to_line"]

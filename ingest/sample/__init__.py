"""Made-up matches for demonstrations, tests and measurements: `paipu/1` documents of the sheets that players know.

`make_match` gives a legal match, `inject` builds a fault into one and notes where the audit must find it, and `sample`
gives a tournament of both. All of it is the same for the same seed, on every machine.
"""

from ingest.sample.fault import Fault
from ingest.sample.faults import FAULTS, inject
from ingest.sample.match import make_match
from ingest.sample.people import Tournament
from ingest.sample.stream import sample, to_line

__all__ = ["FAULTS", "Fault", "Tournament", "inject", "make_match", "sample", "to_line"]

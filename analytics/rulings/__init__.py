"""The referee's log: what was ruled on records, act by act, and how it is laid over them.

`rulings.ndjson` lies beside the warehouse and outlives it. It only ever grows, a line an act; each line holds the hash of the
line before and its own, and `rulings.ndjson.head` how many were acknowledged: what was changed, moved or taken away shows.
"""

from analytics.rulings.acts import ACTS, Act, Given, Kind, On, allowed
from analytics.rulings.faults import GONE
from analytics.rulings.log import LOG_NAME, Log, commit, log_beside, read_log, standing
from analytics.rulings.overlay import in_force, lay, overlay

__all__ = [
    "ACTS",
    "GONE",
    "LOG_NAME",
    "Act",
    "Given",
    "Kind",
    "Log",
    "On",
    "allowed",
    "commit",
    "in_force",
    "lay",
    "log_beside",
    "overlay",
    "read_log",
    "standing",
]

"""The referee's log: what was ruled on records, act by act, and how it is laid over them.

`rulings.ndjson` lies beside the warehouse and outlives it. It only ever grows, a line an act; each line holds the hash of the
line before and its own, `rulings.ndjson.head` how many were acknowledged, and the warehouse how far it has seen it come.
"""

from paipu.analytics.rulings.acts import ACTS, START, Act, Confirmed, Given, Kind, Mark, On, allowed
from paipu.analytics.rulings.log import LOG_NAME, Log, commit, commit_all, confirm, log_beside, look_at, read_log, standing
from paipu.analytics.rulings.overlay import in_force, lay, overlay

__all__ = [
    "ACTS",
    "LOG_NAME",
    "START",
    "Act",
    "Confirmed",
    "Given",
    "Kind",
    "Log",
    "Mark",
    "On",
    "allowed",
    "commit",
    "commit_all",
    "confirm",
    "in_force",
    "lay",
    "log_beside",
    "look_at",
    "overlay",
    "read_log",
    "standing",
]

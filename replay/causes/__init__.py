"""Which findings follow from others: one slip of the pen should be one cause, however much it turns wrong after it.

A finding follows from an earlier one if it would not be there had the earlier one's cause been put right. So the slips that
make such chains are undone one at a time (`cards`, `course`), and the record is audited again (`trace`).
"""

from paipu.replay.causes.trace import CauseFinder

__all__ = ["CauseFinder"]

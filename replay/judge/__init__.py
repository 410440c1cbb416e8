"""One disputed play, a run of declarations, or a card of a tribute, judged without a record: what a referee is asked.

What is asked goes through the machines of the audit, so that a verdict here and a finding there cannot differ. What the two
families share is in `verdict.py`; each has a file of its own.
"""

from replay.judge.climbing import JudgedPlay, Reads, judge_play, judge_return, judge_tribute
from replay.judge.tricks import Bidding, JudgedBid, judge_declarations, judge_follow, judge_lead
from replay.judge.verdict import Otherwise, Situation, Verdict, Word

__all__ = [
    "Bidding",
    "JudgedBid",
    "JudgedPlay",
    "Otherwise",
    "Reads",
    "Situation",
    "Verdict",
    "Word",
    "judge_declarations",
    "judge_follow",
    "judge_lead",
    "judge_play",
    "judge_return",
    "judge_tribute",
]

"""One dispute judged without a record: what a referee is asked.

Plays, declarations and cards of a tribute are legal or not; who wins, who leads, what a hand or an incident comes to and who
pays tribute has values for an answer. What is asked goes through the machines of the audit, so that a verdict here and a
finding or a computed result there cannot differ. What the two families share is in `verdict.py`.
"""

from replay.judge.climbing import judge_gift, judge_play, readings_of
from replay.judge.climbing_winner import LAST, judge_climb, judge_first_climb, sizes_told
from replay.judge.due import Told, judge_due
from replay.judge.result_climbing import Places, judge_conduct, judge_finish, lost_before
from replay.judge.result_tricks import ScoreSheet, judge_incidents, judge_result
from replay.judge.time_up import judge_time
from replay.judge.trick_winner import judge_first_leader, judge_trick
from replay.judge.tricks import Bidding, judge_declarations, judge_follow, judge_lead
from replay.judge.verdict import Otherwise, Reads, Situation, Verdict, Word

__all__ = [
    "LAST",
    "Bidding",
    "Otherwise",
    "Places",
    "Reads",
    "ScoreSheet",
    "Situation",
    "Told",
    "Verdict",
    "Word",
    "judge_climb",
    "judge_conduct",
    "judge_declarations",
    "judge_due",
    "judge_finish",
    "judge_first_climb",
    "judge_first_leader",
    "judge_follow",
    "judge_gift",
    "judge_incidents",
    "judge_lead",
    "judge_play",
    "judge_result",
    "judge_time",
    "judge_trick",
    "lost_before",
    "readings_of",
    "sizes_told",
]

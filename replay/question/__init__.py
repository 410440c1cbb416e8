"""Questions without a record: what a referee is asked.

Plays, declarations and cards of a tribute are legal or not; who wins, who leads, what a hand or an incident comes to and who
pays tribute has values for an answer. Each is a partial record, and the answer is what the audit of that says: a verdict here
and a finding or a computed result there cannot differ. What the two families share is in `verdict.py`.
"""

from paipu.replay.question.climbing import LAST, judge_climb, judge_first_climb, judge_play, readings_of, sizes_told
from paipu.replay.question.result_climbing import Places, judge_conduct, judge_finish, lost_before
from paipu.replay.question.result_tricks import ScoreSheet, judge_incidents, judge_result
from paipu.replay.question.time_up import judge_time
from paipu.replay.question.tribute import Told, judge_due, judge_gift
from paipu.replay.question.tricks import (
    Bidding,
    judge_declarations,
    judge_first_leader,
    judge_follow,
    judge_lead,
    judge_trick,
    shown_too_often,
)
from paipu.replay.question.verdict import Otherwise, Reads, Situation, Verdict, Word

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
    "shown_too_often",
    "sizes_told",
]

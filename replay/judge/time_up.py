"""The judge of a round that time has stopped: who wins it, and what it counts."""

from collections.abc import Mapping

from replay.catalogue import clause_of_codes
from replay.climbing.match import MatchAudit as ClimbingMatch
from replay.climbing.sheet import ClimbingSheet
from replay.judge.verdict import Ruling, Situation, Verdict, Word, configured, weigh
from replay.record import GameRecord, Start
from replay.report import Report
from replay.sheets import Sheet
from replay.tricks.match import MatchAudit
from replay.tricks.sheet import TrickSheet


def judge_time(situation: Situation, levels: Mapping[str, str], banker: str | None = None) -> Verdict:
    """Judge who wins when time is up, by the levels after the last hand that counts, and who is then banker.

    Raises KeyError for an unknown sheet.
    """

    def rule(sheet: Sheet) -> Ruling:
        record = GameRecord(id="", sheet=sheet.key, start=Start(levels=levels, dealer=banker))
        report = Report(clause_of_codes(sheet.key))
        if isinstance(sheet, ClimbingSheet):
            return _climbed(sheet, ClimbingMatch(sheet, record, report))
        return _by_level(sheet, MatchAudit(sheet, record, report), banker)

    return weigh(situation, " ".join(f"{side}={level}" for side, level in levels.items()), rule, configured, "time")


def _by_level(sheet: TrickSheet, match: MatchAudit, banker: str | None) -> Ruling:
    """The side with the higher level, or with equal levels the side in office."""
    winner, code = match.winner_at_time()
    if winner is not None:
        return Ruling(Word.SETTLED, code, values={"winner": winner})
    if sheet.schedule is not None:
        return Ruling(Word.UNDETERMINED, "CLAIM-MATCH-WINNER", missing=("scores",))
    unknown = None in match.state.levels
    missing = "levels" if unknown else "banker" if banker is None else "referee"
    return Ruling(Word.UNDETERMINED, code, missing=(missing,))


def _climbed(sheet: ClimbingSheet, match: ClimbingMatch) -> Ruling:
    """The points of a round that nobody won, where the sheet has such."""
    if sheet.round_points is None:
        return Ruling(Word.UNDETERMINED, "CLAIM-MATCH-WINNER", missing=("referee",))
    match.state.unsure = False
    points = match.match_points("time")
    if not points:
        return Ruling(Word.UNDETERMINED, "CLAIM-ROUND-POINTS", missing=("levels",))
    values = {"winner": match.winner("time")[0], "points": dict(points)}
    return Ruling(Word.SETTLED, "CLAIM-ROUND-POINTS", values=values)

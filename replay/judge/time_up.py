"""The judge of a round that time has stopped: who wins it, and what it counts."""

from collections.abc import Mapping
from functools import partial

from replay.catalogue import clause_of_codes
from replay.computed import sides_text
from replay.family import FAMILIES
from replay.judge.verdict import Ruling, Situation, Verdict, Word, configured, weigh
from replay.record import GameRecord, Start
from replay.report import Report
from replay.sheets import SHEETS, Sheet


def judge_time(situation: Situation, levels: Mapping[str, str], banker: str | None = None) -> Verdict:
    """Judge who wins when time is up, by the levels after the last hand that counts, and who is then banker.

    Raises KeyError for an unknown sheet.
    """

    def rule(sheet: Sheet) -> Ruling:
        record = GameRecord(id="", sheet=sheet.key, start=Start(levels=levels, dealer=banker))
        match = FAMILIES[sheet.family].audit(sheet, record, Report(clause_of_codes(sheet.key)))
        match.state.unsure = False
        stands = match.at_time()
        if stands.missing is not None:
            return Ruling(Word.UNDETERMINED, stands.code, missing=(stands.missing,))
        counts = {"points": dict(stands.points), "score": dict(stands.score)}
        values: dict[str, object] = {"winner": stands.winner, **{key: each for key, each in counts.items() if each}}
        if stands.decides is None:
            return Ruling(Word.SETTLED, stands.code, values=values)
        values["decider"] = True
        return Ruling(Word.SETTLED, stands.code, values=values, more=((stands.decides, None),))

    return weigh(situation, sides_text(levels), rule, partial(configured, sheets=SHEETS), "time")

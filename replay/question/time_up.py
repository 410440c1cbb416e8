"""Questions about a round that time has stopped: who wins it, and what it counts."""

from collections.abc import Mapping

from paipu.replay.catalogue import clause_of_codes
from paipu.replay.computed import sides_text
from paipu.replay.family import FAMILIES
from paipu.replay.match import AtTime
from paipu.replay.question.verdict import Question, Said, Situation, Verdict, Word
from paipu.replay.record import GameRecord, Hand, HandClaims, Start
from paipu.replay.report import Report
from paipu.replay.sheets import SHEETS, Sheet


def judge_time(
    situation: Situation, levels: Mapping[str, str], banker: str | None = None, finish: str | None = None
) -> Verdict:
    """Judge who wins when time is up, by the levels after the last hand that counts, and who is then banker.

    `finish` are the seats that were out in the extra hand, in order, where one was played: the values of a verdict have
    `decider` where that would decide (JS-5.9.2). Raises KeyError for an unknown sheet.
    """
    extra = (Hand(no=1, tie_break=True, claims=HandClaims(finish=finish)),) if finish is not None else ()

    def world(sheet: Sheet, at: Situation) -> AtTime:
        record = GameRecord(id="", sheet=sheet.key, options=at.options, start=Start(levels=levels, dealer=banker), hands=extra)
        match = FAMILIES[sheet.family].audit(sheet, record, Report(clause_of_codes(sheet.key)))
        match.state.unsure = False
        for index, hand in enumerate(extra):
            match.hand(index, hand)
        return match.at_time()

    def say(stands: AtTime) -> Said:
        if stands.missing is not None:
            return Said(Word.UNDETERMINED, stands.code, missing=(stands.missing,))
        counts = {"points": dict(stands.points), "score": dict(stands.score)}
        values: dict[str, object] = {"winner": stands.winner, **{key: each for key, each in counts.items() if each}}
        if stands.decides is None:
            by = (("TIE-BREAK-NONE", None),) if extra else ()
            return Said(Word.SETTLED, stands.code, values=values, more=by)
        return Said(Word.SETTLED, stands.code, values={**values, "decider": True}, more=((stands.decides, None),))

    return Question(situation, SHEETS, world).verdict(sides_text(levels), say, "time")

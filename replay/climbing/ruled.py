"""What rulings do to a hand: a turn that is stopped, a hand that the referee ends, and plays made in spite of them."""

from collections.abc import Container, Sequence

from replay.climbing.order import PlayAt, plays_of
from replay.climbing.penalties import Reached
from replay.climbing.rules import Step
from replay.climbing.sheet import ClimbingSheet
from replay.notation import PASS
from replay.powers import steps_of
from replay.record import GameRecord, Hand, Ruling
from replay.report import Report


def ruled_order(sheet: ClimbingSheet, double: str) -> tuple[int, ...]:
    """The places where the referee ended the hand with a side last (JS-7.3); within a side the order says nothing."""
    last = sheet.sides.index(double)
    return tuple(sorted(range(len(sheet.seats)), key=lambda seat: (seat % 2 == last, seat)))


def check_rulings(
    sheet: ClimbingSheet,
    hand: Hand,
    rulings: Sequence[Ruling],
    reached: Sequence[Reached],
    sizes: Sequence[int],
    report: Report,
) -> None:
    """Report plays that the rulings of a hand forbade; `reached` are the steps that sides came to."""
    plays = tuple(plays_of(sheet, hand.tricks or (), sizes))
    stopped = {ruling.at: ruling.seat for ruling in rulings if ruling.effect.stopped and ruling.at}
    for made in plays:  # of a lead the plays are judged with that
        if made.play > 1 and stopped.get(made[:2]) == sheet.seats[made.seat] and made.token != PASS:
            _tell(sheet, made, "STOPPED-PLAYED", report)
    ended = _ended(sheet, hand, rulings, reached)
    after = next((made for made in plays if ended is not None and made[:2] > ended), None)
    if after is not None:
        _tell(sheet, after, "PLAY-AFTER-END", report, "ruled")


def _ended(sheet: ClimbingSheet, hand: Hand, rulings: Sequence[Ruling], reached: Sequence[Reached]) -> tuple[int, int] | None:
    """Up to which place was played when the referee ended the hand for a foul (JS-7.3); None where nothing tells."""
    last = {sheet.sides.index(ruling.effect.double): ruling.at for ruling in rulings if ruling.effect.double is not None}
    fouls = [each.by for each in reached if (each.hand, each.step) == (hand.no, "foul") and each.side in last]
    known = [place for place in (*fouls, *last.values()) if place is not None]
    return max(known) if fouls and None not in fouls else None


def check_steps(sheet: ClimbingSheet, record: GameRecord, reached: Sequence[Reached], report: Report) -> None:
    """Whether rulings that stop a turn, a hand or the match follow on a step that their side came to, where there are steps."""
    for index, ruling in enumerate(record.rulings if sheet.penalties is not None else ()):
        effect, stopped = ruling.effect, ruling.seat if ruling.effect.stopped else None
        asked: list[tuple[Step, int]] = [
            *([("violation", sheet.side_of[stopped])] if stopped is not None else ()),
            *([("foul", sheet.sides.index(effect.double))] if effect.double is not None else ()),
            *([("lost", sheet.sides.index(effect.loses))] if effect.loses is not None else ()),
        ]
        steps = steps_of(sheet, ruling.clause)
        for step, side in asked if ruling.in_force else ():
            out = effect.disqualified == sheet.sides[side] and _is_out(sheet, record, ruling, side)
            if not out and not any(each.side == side and _brings(each, step, ruling, steps) for each in reached):
                report.add("RULING-STEP", f"rulings/{index}", actual=sheet.sides[side], ruling=ruling.id)


def _brings(reached: Reached, step: Step, ruling: Ruling, steps: Container[str]) -> bool:
    """Whether a ruling may have its effect by a step: one of its own hand, or one that lost the match, under its clause.

    That prints such a step, or it is the clause of the fault, or of the step that it made full.
    """
    if reached.step != step and (reached.step, step) != ("forfeit", "lost"):
        return False
    here = step == "lost" or ruling.hand in {None, reached.hand}
    return here and (ruling.clause in {None, *reached.under} or reached.step in steps or ruling.effect.disqualified is not None)


def _is_out(sheet: ClimbingSheet, record: GameRecord, ruling: Ruling, side: int) -> bool:
    """Whether a side may be disqualified that has not lost the match: for bad conduct on record, or a withdrawal (JS-7.5).

    The record does not hold that, so that a ruling by the clause for it stands which names no fault. Of any other clause it is
    told that it does not disqualify.
    """
    powers = [power for power in sheet.discretion if power.disqualifies]
    grave = {kind for power in powers if not power.lost for kind in power.kinds}
    noted = (each for hand in record.hands for each in hand.incidents)
    if any(each.kind in grave and sheet.side_of[each.seat] == side for each in noted):
        return True
    given = {power.clause for power in powers}
    return ruling.clause is not None and (ruling.clause not in given or ruling.effect.fault is None)


def _tell(sheet: ClimbingSheet, made: PlayAt, code: str, report: Report, case: str | None = None) -> None:
    report.at_play(code, (made.trick, made.play, sheet.seats[made.seat]), actual=made.token, case=case)

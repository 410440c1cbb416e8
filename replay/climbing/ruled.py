"""What rulings do to a hand: a turn that is stopped, a hand that the referee ends, and plays made in spite of them."""

from collections.abc import Container, Sequence
from itertools import zip_longest
from typing import Final, NamedTuple

from paipu.replay.climbing.sheet import ClimbingSheet
from paipu.replay.climbing.steps import Reached
from paipu.replay.faults import LOSING, Step
from paipu.replay.notation import PASS
from paipu.replay.plays import PlayAt, plays_of
from paipu.replay.powers import steps_of
from paipu.replay.record import GameRecord, Hand, Ruling
from paipu.replay.report import Report


def ruled_order(sheet: ClimbingSheet, double: str) -> tuple[int, ...]:
    """The places where the referee ended the hand with a side last (JS-7.3); within a side the order says nothing."""
    last = sheet.sides.index(double)
    return tuple(sorted(range(len(sheet.seats)), key=lambda seat: (seat % 2 == last, seat)))


def first_places(sheet: ClimbingSheet, double: str | None) -> Sequence[int]:
    """The seats to which the first places go where the referee ended the hand with a side last (JS-7.3)."""
    last = sheet.sides.index(double) if double is not None else None
    return [seat for seat in range(len(sheet.seats)) if last is not None and seat % 2 != last]


class Follows(NamedTuple):
    """What rulings make of a hand: the side that has the last places, and the index of that which loses the match.

    That it does by the fault that they find proven, under a clause.
    """

    double: str | None = None
    loser: int | None = None
    under: str | None = None


NOTHING_FOLLOWS: Final = Follows()


def what_follows(sheet: ClimbingSheet, hand: Hand, rulings: Sequence[Ruling], reached: Sequence[Reached]) -> Follows:
    """What the rulings of a hand say of it, and what need not be written: what follows from faults that they find proven."""
    said = next((each.effect.double for each in reversed(rulings) if each.effect.double is not None), None)
    ended = [each for each in reached if each.hand == hand.no and each.step in LOSING]
    losers = {each.side for each in ended}  # of both sides that came too late nobody knows which loses
    proven = next((each for each in ended if each.proven), None) if len(losers) == 1 else None
    loser, under = (proven.side, proven.under[0]) if proven is not None else (None, None)
    if said is not None or any(ruling.effect.void for ruling in rulings):
        return Follows(said, loser, under)
    named = {ruling.effect.loser for ruling in rulings}
    rises = sheet.ends is not None and sheet.ends.last_foul == "rises"
    fouls: list[Reached] = []
    for each, following in zip_longest(reached, reached[1:]):
        if (each.hand, each.step) != (hand.no, "foul"):
            continue
        loses = following is not None and following.step == "lost"  # it is that which is full
        if (each.proven or (loses and sheet.sides[each.side] in named)) and (rises or not loses):
            fouls.append(each)
    at_once = (each for each in reached if fouls and (each.hand, each.step, each.by) == (hand.no, "foul", fouls[0].by))
    sides = {each.side for each in at_once}  # of both sides that came late alike nobody knows which has the last places
    return Follows(sheet.sides[fouls[0].side] if len(sides) == 1 else None, loser, under)


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
        if made.play > 1 and stopped.get(made.place) == sheet.seats[made.seat] and made.token != PASS:
            _tell(sheet, made, "STOPPED-PLAYED", report)
    ends = [(ended, case) for case in ("ruled", "lost") if (ended := _ended(sheet, hand, rulings, reached, case)) is not None]
    ended, case = min(ends, default=(None, ""))
    after = next((made for made in plays if ended is not None and made.place > ended and made.token != PASS), None)
    if after is not None:
        _tell(sheet, after, "PLAY-AFTER-END", report, case)


def _ended(
    sheet: ClimbingSheet, hand: Hand, rulings: Sequence[Ruling], reached: Sequence[Reached], case: str
) -> tuple[int, int] | None:
    """Up to which place was played when the referee ended the hand for a foul (JS-7.3), or the match (JS-7.4); None where
    nothing tells. Of a fault that is only found proven it is told by when it was noticed.
    """
    steps = {"foul"} if case == "ruled" else LOSING
    here = [each for each in reached if each.hand == hand.no and each.step in steps]
    said = [(each.effect.double if case == "ruled" else each.effect.loser, each.at) for each in rulings]
    last = {sheet.sides.index(side): at for side, at in said if side is not None}
    fouls = [each.by for each in here if each.side in last]
    known = [place for place in (*fouls, *last.values()) if place is not None]
    if fouls and None not in fouls:
        return max(known)
    return next((each.found for each in here if each.proven and not last), None)


def check_steps(sheet: ClimbingSheet, record: GameRecord, reached: Sequence[Reached], report: Report) -> None:
    """Whether rulings that stop a turn, a hand or the match follow on a step that their side came to, where there are steps."""
    for index, ruling in enumerate(record.rulings if sheet.steps is not None else ()):
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
    out = [row for row in sheet.penalties.weighed if row.disqualifies]
    grave = {kind for row in out if not row.lost for kind in row.kinds}
    noted = (each for hand in record.hands for each in hand.incidents)
    if any(each.kind in grave and sheet.side_of[each.seat] == side for each in noted):
        return True
    given = {row.clause for row in out}
    return ruling.clause is not None and (ruling.clause not in given or ruling.effect.fault is None)


def _tell(sheet: ClimbingSheet, made: PlayAt, code: str, report: Report, case: str | None = None) -> None:
    report.at_play(code, (made.trick, made.play, sheet.seats[made.seat]), actual=made.token, case=case)

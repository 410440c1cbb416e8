"""What rulings do to a hand: a turn that is stopped, a hand that the referee ends, and plays made in spite of them."""

from collections.abc import Sequence

from replay.climbing.order import PlayAt, plays_of
from replay.climbing.penalties import Reached
from replay.climbing.sheet import ClimbingSheet
from replay.notation import PASS
from replay.record import Hand, Ruling
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


def _tell(sheet: ClimbingSheet, made: PlayAt, code: str, report: Report, case: str | None = None) -> None:
    report.at_play(code, (made.trick, made.play, sheet.seats[made.seat]), actual=made.token, case=case)

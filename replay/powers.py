"""What a clause lets a referee do: a ruling that does more, or something else, is found, and counts all the same."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from replay.catalogue import clauses
from replay.findings import Basis
from replay.match import late_sides
from replay.record import GameRecord, Ruling
from replay.report import Report
from replay.rulesheet import LOST, Discretion, Printed, RuleSheet

GIVEN_BY: Final[Mapping[str, tuple[str, ...]]] = {
    "next_dealer": ("CLAIM-NEXT-DEALER", "DEALER-"),
    "winner": ("CLAIM-MATCH-WINNER", "CLAIM-MATCH-TIME", "CLAIM-MATCH-OFFICE"),
    "levels": ("CLAIM-LEVELS/bank_fault", "CLAIM-LEVELS/attackers_fault"),
    "void": ("CLAIM-LEVELS/both_fault",),
    "double": ("CLAIM-PLACE-POINTS/marks",),
}
"""What a clause prescribes that one of these checks enforces: who is banker or has won, or what a fault makes of a hand."""


def check_rulings(sheet: RuleSheet, record: GameRecord, report: Report) -> None:
    """Every ruling is on a hand that exists, and does no more and no less than its clause lets the referee."""
    if not record.rulings:
        return
    check_ruling_places(record, report)
    for index, ruling in enumerate(record.rulings):
        if ruling.in_force and ruling.clause is not None:
            check_range(sheet, record, index, ruling, report)


def check_range(sheet: RuleSheet, record: GameRecord, index: int, ruling: Ruling, report: Report) -> None:
    """Whether a ruling stays within what the sheet prints, or leaves to the referee, under its clause.

    What the sheet says nothing of, and we have settled, leaves the referee what he does; so does a clause that is not listed.
    """
    named, effect, place = clauses(sheet.key).get(ruling.clause or ""), ruling.effect, f"rulings/{index}/effect"
    if named is None:
        return
    powers = [power for power in sheet.discretion if power.clause == named.id]
    if named.id in sheet.final_word or any(power.decides for power in powers):
        return  # it says who decides, and nothing of what
    if not powers and named.basis is not Basis.STATED:
        return
    _check_points(sheet, powers, place, ruling, report)
    levels = [power.levels for power in powers if power.levels is not None]
    given = {kind for kind, checks in GIVEN_BY.items() if any(each.startswith(checks) for each in named.enforced)}
    for side, taken in effect.levels.items():
        if taken and "levels" not in given and not _within(levels, taken):
            _beyond(f"{place}/levels/{side}", f"{side}={taken}", ruling, report)
    if sheet.steps_lose:
        return  # whether a turn, a hand or the match is lost goes by the steps of faults
    if in_time(sheet, record, ruling) and not powers:
        _beyond(f"{place}/loser", f"loser={effect.loser}", ruling, report)
    given |= {kind for power in powers for kind in _given(power)} | sheet.gives_up(report.clause).get(named.id, frozenset())
    for kind in ("next_dealer", "void", "winner", "stopped", "double", "loser", "disqualified"):
        value = getattr(effect, kind)
        if value and kind not in given:
            _beyond(f"{place}/{kind}", kind if value is True else f"{kind}={value}", ruling, report)


def _check_points(sheet: RuleSheet, powers: Sequence[Discretion], place: str, ruling: Ruling, report: Report) -> None:
    """Whether the points are those that a clause prints, or within what it leaves to the referee, if it has any."""
    clause = ruling.clause or ""
    printed = sheet.printed_points(report.clause).get(clause, Printed())
    ranges = [power.points for power in powers if power.points is not None]
    for side, points in ruling.effect.points.items():
        if not points or printed.has(abs(points)) or _within(ranges, points):
            continue
        if not ranges and not printed.told:
            _beyond(f"{place}/points/{side}", f"{side}={points}", ruling, report)
            continue
        wanted = " | ".join([*printed.told, *(f"{least}…{'' if most is None else most}" for least, most in ranges)])
        report.add("RULING-AMOUNT", f"{place}/points/{side}", expected=wanted, actual=str(abs(points)), ruling=ruling.id)
        report.under(clause, Basis.ASSUMED if any(power.usual for power in powers) else Basis.STATED)


def in_time(sheet: RuleSheet, record: GameRecord, ruling: Ruling) -> bool:
    """Whether a side is ruled to have forfeited by a lateness that was timed, and was less than the clause asks for."""
    loser, forfeit = ruling.effect.loser, sheet.forfeit
    if loser is None or forfeit is None or ruling.clause != forfeit.clause:
        return False
    side = sheet.sides.index(loser)
    late = (each for hand in record.hands for each in hand.incidents if each.kind == "late" and not each.restated)
    return any(sheet.side_of[each.seat] == side for each in late) and side not in late_sides(sheet, record)


def _given(power: Discretion) -> Iterator[str]:
    """What a ruling may do to hand and match where a clause leaves so much to the referee."""
    if power.disqualifies:
        yield "disqualified"
    if power.loses or power.disqualifies:
        yield from LOST
    if not power.kinds and (power.points or power.levels):  # it is about whatever is in dispute
        yield from ("next_dealer", "void")


def _within(ranges: Sequence[tuple[int, int | None]], number: int) -> bool:
    return any(least <= abs(number) <= (most or abs(number)) for least, most in ranges)


def _beyond(place: str, actual: str, ruling: Ruling, report: Report) -> None:
    report.add("RULING-RANGE", place, actual=actual, ruling=ruling.id)
    report.under(ruling.clause or "", Basis.STATED)


def check_ruling_places(record: GameRecord, report: Report) -> None:
    """Every ruling on a hand is on one that exists."""
    numbers = {hand.no for hand in record.hands}
    for index, ruling in enumerate(record.rulings):
        if ruling.hand is not None and ruling.hand not in numbers:
            report.add("RULING-PLACE", f"rulings/{index}/hand", actual=str(ruling.hand), ruling=ruling.id)

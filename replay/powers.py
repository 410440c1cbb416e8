"""What a clause lets a referee do: a ruling that does more, or something else, is found, and counts all the same."""

from replay.findings import Basis
from replay.record import GameRecord, Ruling
from replay.report import Report
from replay.rulesheet import RuleSheet


def check_rulings(sheet: RuleSheet, record: GameRecord, report: Report) -> None:
    """Every ruling is on a hand that exists, and does no more and no less than its clause lets the referee."""
    if not record.rulings:
        return
    check_ruling_places(record, report)
    for index, ruling in enumerate(record.rulings):
        if ruling.in_force and ruling.clause is not None:
            check_range(sheet, index, ruling, report)


def check_range(sheet: RuleSheet, index: int, ruling: Ruling, report: Report) -> None:
    """Whether a ruling stays within what the sheet prints, or leaves to the referee, under its clause, where it has any."""
    clause, effect = ruling.clause or "", ruling.effect
    powers = [power for power in sheet.discretion if power.clause == clause]
    if any(power.decides for power in powers):
        return  # it says who decides, and nothing of what
    printed = sheet.printed_points(report.clause).get(clause)
    if not powers and printed is None and clause not in sheet.losing_clauses:
        return
    for side, points in effect.points.items():
        ranges = [power.points for power in powers if power.points is not None]
        within = any(least <= abs(points) <= (most or abs(points)) for least, most in ranges)
        if points and not within and (printed is None or not printed.has(abs(points))):
            spans = [f"{least}…{'' if most is None else most}" for least, most in ranges]
            wanted = " | ".join([*(printed.told if printed is not None else ()), *spans]) or "0"
            place = f"rulings/{index}/effect/points/{side}"
            report.add("RULING-AMOUNT", place, expected=wanted, actual=str(abs(points)), ruling=ruling.id)
            report.under(clause, Basis.ASSUMED if any(power.usual for power in powers) else Basis.STATED)
    for side, levels in effect.levels.items():
        wide = [power.levels for power in powers if power.levels is not None]
        if levels and not any(least <= abs(levels) <= (most or abs(levels)) for least, most in wide):
            report.add("RULING-RANGE", f"rulings/{index}/effect/levels/{side}", actual=f"{side}={levels}", ruling=ruling.id)
            report.under(clause)
    loses = any(power.loses or power.disqualifies or "lost" in power.steps for power in powers)
    if effect.loses is not None and not loses and clause not in sheet.losing_clauses and not sheet.steps_lose:
        report.add("RULING-RANGE", f"rulings/{index}/effect", actual=effect.loses, ruling=ruling.id)
        report.under(clause)


def check_ruling_places(record: GameRecord, report: Report) -> None:
    """Every ruling on a hand is on one that exists."""
    numbers = {hand.no for hand in record.hands}
    for index, ruling in enumerate(record.rulings):
        if ruling.hand is not None and ruling.hand not in numbers:
            report.add("RULING-PLACE", f"rulings/{index}/hand", actual=str(ruling.hand), ruling=ruling.id)

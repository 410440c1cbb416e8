"""What is checked across the hands of a match, whatever the family: who sat where, and what rulings are about."""

from collections.abc import Mapping

from replay.record import GameRecord, Ruling
from replay.report import Report
from replay.rulesheet import RuleSheet

STOPPED_FROM_OUTSIDE = frozenset({"time", "forfeit", "ruling"})
"""Why a match may end that the plays do not show."""


def stopped(record: GameRecord) -> bool:
    """Whether the record says that the match was ended from outside."""
    return record.claims is not None and record.claims.reason in STOPPED_FROM_OUTSIDE


def rulings_by_hand(record: GameRecord) -> Mapping[int, tuple[Ruling, ...]]:
    """The rulings in force on each hand, by the hand's `no`."""
    found: dict[int, tuple[Ruling, ...]] = {}
    for ruling in record.rulings:
        if ruling.in_force and ruling.hand is not None:
            found[ruling.hand] = (*found.get(ruling.hand, ()), ruling)
    return found


def check_seats(sheet: RuleSheet, record: GameRecord, report: Report) -> None:
    """Partners sit at every second seat, and the two sides are different teams (SJ-4)."""
    first: dict[int, str] = {}
    for index, seat in enumerate(sheet.seats):
        player = record.seats.get(seat)
        if player is None or player.team is None:
            continue
        side = index % 2
        expected, other = first.get(side), first.get(1 - side)
        if expected is None and player.team != other:
            first[side] = player.team
        elif player.team != expected:
            wanted = expected if expected is not None else f"≠ {other}"
            report.add("SEAT-TEAM", f"seats/{seat}/team", seat=seat, expected=wanted, actual=player.team)


def seated_as_drawn(sheet: RuleSheet, record: GameRecord) -> bool:
    """Whether the record may seat two teams of equal size, in another way than at every second seat (D-DG-01)."""
    players = [record.seats.get(seat) for seat in sheet.seats]
    teams = [player.team if player is not None else None for player in players]
    named = [team for team in teams if team is not None]
    sides = [{team for team in teams[first::2] if team is not None} for first in (0, 1)]
    alternate = all(len(side) <= 1 for side in sides) and not sides[0] & sides[1]
    half = len(sheet.seats) // 2
    return not alternate and len(set(named)) <= len(sheet.sides) and all(named.count(team) <= half for team in named)


def check_ruling_places(record: GameRecord, report: Report) -> None:
    """Every ruling on a hand is on one that exists."""
    numbers = {hand.no for hand in record.hands}
    for index, ruling in enumerate(record.rulings):
        if ruling.hand is not None and ruling.hand not in numbers:
            report.add("RULING-PLACE", f"rulings/{index}/hand", actual=str(ruling.hand), ruling=ruling.id)

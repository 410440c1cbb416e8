"""Who sits with whom: partners at every second seat, or teams seated as drawn."""

from paipu.replay.record import GameRecord
from paipu.replay.report import Report
from paipu.replay.rulesheet import RuleSheet


def check_seats(sheet: RuleSheet, record: GameRecord, report: Report) -> None:
    """Partners sit at every second seat, and the two sides are different teams (SJ-4)."""
    first: list[str | None] = [None, None]
    for index, seat in enumerate(sheet.seats):
        player = record.seats.get(seat)
        if player is None or player.team is None:
            continue
        side = index % 2
        expected, other = first[side], first[1 - side]
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


def sides_drawn(sheet: RuleSheet, record: GameRecord) -> tuple[int, ...] | None:
    """The side of each seat of teams seated as drawn, 0 for that of the first seat; None if the record does not tell."""
    players = [record.seats.get(seat) for seat in sheet.seats]
    teams = [player.team if player is not None else None for player in players]
    whole = next((team for team in teams if team is not None and teams.count(team) == len(sheet.seats) // 2), None)
    return tuple([int((team == whole) != (teams[0] == whole)) for team in teams]) if whole is not None else None


def sides_at(sheet: RuleSheet, record: GameRecord) -> tuple[int, ...] | None:
    """The side of each seat: every second seat, or as the teams were drawn (D-DG-01); None if the record does not tell."""
    drawn = not sheet.seats_alternate and seated_as_drawn(sheet, record)
    return sides_drawn(sheet, record) if drawn else sheet.alternating


def teams_of(sheet: RuleSheet, record: GameRecord) -> tuple[str, ...]:
    """The team of each side, in their order, its players where they have none; nothing unless both sides are told."""
    sides, told = sides_at(sheet, record), []
    for side in range(len(sheet.sides)) if sides is not None else ():
        players = [record.seats.get(seat) for seat, of in zip(sheet.seats, sides or (), strict=True) if of == side]
        teams = dict.fromkeys(each.team for each in players if each is not None and each.team)
        names = teams or dict.fromkeys(each.name or each.id for each in players if each is not None)
        told.append("/".join(names))
    return tuple(told) if all(told) else ()

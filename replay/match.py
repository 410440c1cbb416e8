"""What is checked across the hands of a match, whatever the family: who sat where, and what rulings are about."""

from collections.abc import Container, Mapping, Sequence
from typing import Final

from replay.computed import ComputedHand
from replay.record import GameRecord, Ruling
from replay.report import Report
from replay.rulesheet import RuleSheet

_LATE: Final = "late"
STOPPED_FROM_OUTSIDE: Final = frozenset({"time", "forfeit", "ruling"})
"""Why a match may end that the plays do not show."""


def stopped(record: GameRecord) -> bool:
    """Whether the record says that the match was ended from outside."""
    return record.claims is not None and record.claims.reason in STOPPED_FROM_OUTSIDE


def rulings_by_hand(record: GameRecord) -> Mapping[int, tuple[Ruling, ...]]:
    """The rulings in force on each hand, by the hand's `no`."""
    found: dict[int, list[Ruling]] = {}
    for ruling in record.rulings:
        if ruling.in_force and ruling.hand is not None:
            found.setdefault(ruling.hand, []).append(ruling)
    return {number: tuple(rulings) for number, rulings in found.items()}


def first_of_match(sheet: RuleSheet, record: GameRecord) -> bool:
    """Whether the record begins with the first hand of the match, as far as numbers and `start` tell."""
    if not record.hands or record.hands[0].no != 1:
        return False
    levels = record.start.levels if record.start is not None and sheet.counts_levels else {}
    return not levels or list(levels.values()) == [sheet.first_level] * len(sheet.sides)


def games_at_start(sheet: RuleSheet, record: GameRecord, *, first: bool) -> list[int] | None:
    """The games that each side had won before the record begins, with the `first` hand or a later one; None if not known."""
    if record.start is not None and record.start.games:
        return [record.start.games.get(side, 0) for side in sheet.sides]
    return [0, 0] if first else None


def won_before(games: Sequence[int], games_to_win: int) -> int | None:
    """The side that had won a match of several games before the record begins; None if neither had, or `start` says both."""
    ahead = [side for side, won in enumerate(games) if won >= games_to_win > 1]
    return ahead[0] if len(ahead) == 1 else None


def check_start(sheet: RuleSheet, record: GameRecord, report: Report, *, games: bool) -> None:
    """What `start` says, and the sheet has no use for: levels that it does not have, or `games` where one is a match."""
    start = record.start
    if start is None:
        return
    for side, level in start.levels.items():
        if not sheet.counts_levels or level not in sheet.ladder:
            report.add("START-IDLE", f"start/levels/{side}", actual=level)
    for side, won in start.games.items():
        if won and not games:
            report.add("START-IDLE", f"start/games/{side}", actual=str(won))


def missing_before(record: GameRecord, index: int) -> range:
    """The numbers of the hands that are not on record just before one that is; those before the first are, if `start` tells."""
    before = record.hands[index - 1].no if index else 0
    return range(before + 1, record.hands[index].no)


def tell_missing(missing: range, unchecked: str, report: Report) -> None:
    """Say which hands are not on record before the current one, and what of the record cannot be checked for it."""
    if missing:
        numbers = str(missing[0]) if len(missing) == 1 else f"{missing[0]}–{missing[-1]}"
        report.add("HANDS-MISSING", "no", actual=numbers, unchecked=unchecked)


def not_counted(computed: ComputedHand) -> ComputedHand:
    """A hand that does not belong to the match: what was played stays, what it would count goes."""
    return computed._replace(levels=None, next_dealer=None, score=None, points=None)


def forfeited_by(sheet: RuleSheet, record: GameRecord, kinds: Container[str]) -> int | None:
    """The side that forfeited the match, being late, if the match ended so and the incidents tell which one was.

    `kinds` are the incidents that the sheet knows: one that knows lateness (`late`) makes ten minutes of it a forfeit.
    """
    if record.claims is None or record.claims.reason != "forfeit" or _LATE not in kinds:
        return None
    late = {sheet.side_of[incident.seat] for hand in record.hands for incident in hand.incidents if incident.kind == _LATE}
    return late.pop() if len(late) == 1 else None


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


def sides_drawn(sheet: RuleSheet, record: GameRecord) -> tuple[int, ...] | None:
    """The side of each seat of teams seated as drawn, 0 for that of the first seat; None if the record does not tell."""
    players = [record.seats.get(seat) for seat in sheet.seats]
    teams = [player.team if player is not None else None for player in players]
    whole = next((team for team in teams if team is not None and teams.count(team) == len(sheet.seats) // 2), None)
    return tuple([int((team == whole) != (teams[0] == whole)) for team in teams]) if whole is not None else None


def check_ruling_places(record: GameRecord, report: Report) -> None:
    """Every ruling on a hand is on one that exists."""
    numbers = {hand.no for hand in record.hands}
    for index, ruling in enumerate(record.rulings):
        if ruling.hand is not None and ruling.hand not in numbers:
            report.add("RULING-PLACE", f"rulings/{index}/hand", actual=str(ruling.hand), ruling=ruling.id)

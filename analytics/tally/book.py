"""The book that the tallies of a record are kept in.

A cell is a list: numerator, denominator, hands open, sum of squares. What a side does is written once, for the side; what its
players do is written for them; the rest follows when the record is through.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from analytics.tally_rows import KEYS, Count, TallyRow
from replay.record import GameRecord
from replay.sheets import Sheet

Plays = Sequence[tuple[Any, ...]]
"""The rows of a hand's plays, as values of a `PlayRow`."""
Cell = list[int]

OF_PLAYERS: Final = frozenset(
    {
        *("dealer_share", "tricks_won", "points_taken", "bids", "reopened", "bombs", "lead_taken_over", "tribute_paid"),
        *(f"place_{place}" for place in range(1, 7)),
    }
)
"""What is counted of each player in hands or tricks that all have together: a side has what its players have, of as many."""
OF_PLAYS: Final = frozenset(
    {
        *("faults_confirmed", "faults_alleged", "think_time", "overtime", "bids_stood", "throws", "throws_failed", "ruffs"),
        *("bombs_led", "wild_as_other", "tribute_net", "pass_rate"),
    }
)
"""What is counted of a player's own acts: a side has the acts of all its players."""
MEANS: Final = frozenset(
    {
        *("levels_per_hand", "think_time", "attack_points", "attack_trick_points", "attack_kitty_points", "attack_penalties"),
        *("conceded_points", "kitty_gain", "points_taken", "bids", "reopened", "hand_points", "bombs", "tribute_net"),
        "lead_taken_over",
    }
)
"""What has a mean; all else is a share. All that is in none of these three is counted of a side, and so are its players."""


class Book:
    """What has been counted of a record.

    `sides` are the seats of the two sides, none where it is not known who are partners; `named` has them by their names.
    `taken` counts the plays of a seat that took so many seconds, None where that is not known.
    """

    def __init__(self, sheet: Sheet, sides: tuple[str, ...]) -> None:
        self.seats, self.sides = sheet.seats, sides
        self.named = dict(zip(sheet.sides, sides, strict=True)) if sides else {}
        self.side_of = {seat: side for side in sides for seat in side}
        self.cells: dict[str, dict[str, Cell]] = {}
        self.taken: Counter[tuple[str, float | None]] = Counter()

    def cell(self, key: str, unit: str) -> Cell:
        """A cell to write to."""
        cells = self.cells.get(key)
        if cells is None:
            cells = self.cells[key] = {}
        cell = cells.get(unit)
        if cell is None:
            cell = cells[unit] = [0, 0, 0, 0]
        return cell

    def share(self, key: str, unit: str, hits: int, of: int = 1) -> None:
        """So many of so many."""
        try:
            cell = self.cells[key][unit]
        except KeyError:
            cell = self.cell(key, unit)
        cell[0] += hits
        cell[1] += of

    def value(self, key: str, unit: str, value: int) -> None:
        """One value of those that have a mean."""
        try:
            cell = self.cells[key][unit]
        except KeyError:
            cell = self.cell(key, unit)
        cell[0] += value
        cell[1] += 1
        cell[3] += value * value

    def shares(self, key: str, hits: Mapping[str, int], of: int = 1) -> None:
        """So many for each player, of so many that all have together."""
        for seat in self.seats:
            self.share(key, seat, hits.get(seat, 0), of)

    def values(self, key: str, values: Mapping[str, int]) -> None:
        """A value of a hand for each player. Of a side the squares are those of what its players have together."""
        for unit in (*self.seats, *self.sides):
            self.value(key, unit, sum([values[seat] for seat in unit if seat in values]) if values else 0)

    def open(self, keys: Iterable[str], sides: Iterable[str] | None = None) -> None:
        """A hand of which some statistics cannot be told; where they are of a side, of some sides alone."""
        of_sides = tuple(sides) if sides is not None else self.sides or ("".join(self.seats),)
        for key in keys:
            for unit in self.seats if key in OF_PLAYERS or key in OF_PLAYS else of_sides:
                self.cell(key, unit)[2] += 1

    # -- what it comes to

    def rows(self, record: GameRecord) -> list[TallyRow]:
        """A row a seat and a row a side."""
        return [self._row(unit, record) for unit in (*self.seats, *self.sides)]

    def _row(self, unit: str, record: GameRecord) -> TallyRow:
        sitting = [record.seats.get(seat) for seat in unit]
        named = [player.id for player in sitting if player is not None]
        teams = {player.team if player is not None else None for player in sitting}
        players = tuple(sorted(named)) if len(named) == len(sitting) else None
        told = {key: _count(key, unit, cells) for key, cells in self.cells.items()}
        return TallyRow(unit, players, teams.pop() if len(teams) == 1 else None, *map(told.get, KEYS))


def _count(key: str, unit: str, cells: Mapping[str, Cell]) -> Count | None:
    of_players = key in OF_PLAYERS
    if of_players or key in OF_PLAYS:
        found = [cells[seat] for seat in unit if seat in cells]
    else:
        found = [cell for side, cell in cells.items() if unit in side]
    if not found:
        return None
    first, opened = found[0], found[0][2]
    if len(found) == 1:
        return Count(first[0], first[1], opened, first[3] if key in MEANS else None)
    numerator = sum([cell[0] for cell in found])
    denominator = first[1] if of_players else sum([cell[1] for cell in found])
    squares = None
    if key in MEANS:
        squares = cells[unit][3] if unit in cells else sum([cell[3] for cell in found])
    return Count(numerator, denominator, opened, squares)

"""The book that the tallies of a record are kept in."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from analytics.tally.rows import KEYS, Count, TallyRow, ThinkTimeRow
from replay.record import GameRecord
from replay.sheets import Sheet

Plays = Sequence[tuple[Any, ...]]
"""The rows of a hand's plays, as values of a `PlayRow`."""


class Book:
    """What has been counted of a record, by key and unit: a seat, or the seats of a side.

    `sides` are the seats of the two sides, none where it is not known who are partners. Of each cell a list: numerator,
    denominator, hands open, sum of squares.
    """

    def __init__(self, sheet: Sheet, sides: tuple[str, ...]) -> None:
        self.seats, self.sides = sheet.seats, sides
        self.named = dict(zip(sheet.sides, sides, strict=True)) if sides else {}
        self.side_of = {seat: side for side in sides for seat in side}
        self.cells: dict[str, dict[str, list[int]]] = {}
        self.means: set[str] = set()
        self.times: dict[str, Counter[int]] = {seat: Counter() for seat in sheet.seats}

    def _add(self, key: str, unit: str, numerator: int, denominator: int, opened: int, squares: int) -> None:
        cells = self.cells.get(key)
        if cells is None:
            cells = self.cells[key] = {}
        cell = cells.get(unit)
        if cell is None:
            cells[unit] = [int(numerator), denominator, opened, squares]  # a bool is no number of a column
        else:
            cell[0] += numerator
            cell[1] += denominator
            cell[2] += opened
            cell[3] += squares

    # -- of a side, and of each of its players alike

    def of_side(self, key: str, side: str, hit: int, of: int = 1) -> None:
        """So many of so many, for a side and those who sit on it."""
        for unit in (side, *side):
            self._add(key, unit, hit, of, 0, 0)

    def mean_of_side(self, key: str, side: str, value: int) -> None:
        """A value of a hand, for a side and those who sit on it."""
        self.means.add(key)
        for unit in (side, *side):
            self._add(key, unit, value, 1, 0, value * value)

    def open(self, keys: Iterable[str], units: Iterable[str] | None = None) -> None:
        """A hand in which some statistics of some sides, or of everybody, cannot be told."""
        chosen = (*self.seats, *self.sides) if units is None else tuple(unit for side in units for unit in (side, *side))
        for key in keys:
            for unit in chosen:
                self._add(key, unit, 0, 0, 1, 0)

    # -- of a player, and of a side what its players did

    def each(self, key: str, hits: Mapping[str, int], of: int = 1) -> None:
        """So many of so many that all have together, for each seat; a side has what its players have, of as many."""
        for seat in self.seats:
            self._add(key, seat, hits.get(seat, 0), of, 0, 0)
        for side in self.sides:
            self._add(key, side, sum([hits.get(seat, 0) for seat in side]), of, 0, 0)

    def mean_each(self, key: str, values: Mapping[str, int]) -> None:
        """A value of a hand, for each seat; a side has what its players have together."""
        self.means.add(key)
        for seat in self.seats:
            value = values.get(seat, 0)
            self._add(key, seat, value, 1, 0, value * value)
        for side in self.sides:
            value = sum([values.get(seat, 0) for seat in side])
            self._add(key, side, value, 1, 0, value * value)

    def own(self, key: str, seat: str, hit: int, of: int = 1) -> None:
        """So many of so many of a player's own; a side has the sum of both."""
        self._add(key, seat, hit, of, 0, 0)
        side = self.side_of.get(seat)
        if side is not None:
            self._add(key, side, hit, of, 0, 0)

    def own_mean(self, key: str, seat: str, total: int, of: int, squares: int) -> None:
        """Values of a player's own: their sum, how many, and the sum of their squares."""
        self.means.add(key)
        self._add(key, seat, total, of, 0, squares)
        side = self.side_of.get(seat)
        if side is not None:
            self._add(key, side, total, of, 0, squares)

    # -- what it comes to

    def rows(self, record: GameRecord) -> list[TallyRow]:
        """A row a seat and a row a side."""
        return [self._row(unit, record) for unit in (*self.seats, *self.sides)]

    def _row(self, unit: str, record: GameRecord) -> TallyRow:
        sitting = [record.seats.get(seat) for seat in unit]
        named = [player.id for player in sitting if player is not None]
        teams = {player.team if player is not None else None for player in sitting}
        players = tuple(sorted(named)) if len(named) == len(sitting) else None
        return TallyRow(unit, players, teams.pop() if len(teams) == 1 else None, *(self._count(key, unit) for key in KEYS))

    def _count(self, key: str, unit: str) -> Count | None:
        cell = self.cells.get(key, {}).get(unit)
        if cell is None:
            return None
        numerator, denominator, opened, squares = cell
        return Count(numerator, denominator, opened, squares if key in self.means else None)

    def think_times(self) -> list[ThinkTimeRow]:
        """How many plays of each seat took how long."""
        return list(self._think_times())

    def _think_times(self) -> Iterator[ThinkTimeRow]:
        for seat, times in self.times.items():
            for milliseconds, plays in sorted(times.items()):
                yield ThinkTimeRow(seat, milliseconds, plays)

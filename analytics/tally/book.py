"""The book that is kept of a record while it is counted: what is said of each hand, in the order in which it is found.

What a side does is written once, for the side; what its players do is written for all of them together, as a text that names a
seat for each act. A batch has a hundred thousand acts: who made how many, and where, is found for all of its records at once
(`analytics/tally/rows.py`), and what records come to is added up there too.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from paipu.analytics.tally_rows import OF_PLAYERS, OF_PLAYS
from paipu.replay.sheets import Sheet

UNKNOWN: Final = "unknown"
"""What an act was, where that cannot be told."""

MOST_SEATS: Final = 6
SIDES_FROM: Final = MOST_SEATS
"""The units of a record are numbered: its seats from 0, its two sides from here."""
EVERYBODY: Final = SIDES_FROM + 2
"""The unit of all seats, for what is of a side where it is not known who are partners."""
UNITS: Final = EVERYBODY + 1

Cell = tuple[int | None, str, int, int, int, int, int, Sequence[int] | None, Sequence[int] | None, Sequence[str] | None]
"""Something to add: the hand, None for the match; the key and the unit; numerator, denominator, hands open and sum of squares;
the plies of what is in the numerator, and in the denominator alone, and what each of the numerator was.
"""
Note = tuple[int | None, str, str, str, int | None, Sequence[int], Sequence[int], Sequence[str]]
"""What players did in a hand: the hand and the key; a seat for each act in the numerator and, of what each has of its own, in
the denominator; of how many all have together, None where each has one value, how often it acted; the plies of both, and what
each of the numerator was.
"""


class Book:
    """What has been counted of a record: `cells` and `notes`; `hand` is the place of the hand that is being counted.

    `sides` are the seats of the two sides, none where it is not known who are partners; `named` has them by their names.
    `passes` has the places of the hands of which passes are counted.
    """

    def __init__(self, sheet: Sheet, sides: tuple[str, ...]) -> None:
        self.seats, self.sides = "".join(sheet.seats), sides
        self.named = dict(zip(sheet.sides, sides, strict=True)) if sides else {}
        self.side_of = {seat: side for side in sides for seat in side}
        self.units = {seat: at for at, seat in enumerate(self.seats)} | {
            side: at for at, side in enumerate(sides, start=SIDES_FROM)
        }
        self.units.setdefault(self.seats, EVERYBODY)
        self.hand: int | None = None
        self.cells: list[Cell] = []
        self.notes: list[Note] = []
        self.passes: list[int] = []

    def share(self, key: str, unit: str, hits: int, of: int = 1, at: int | None = None) -> None:
        """So many of so many, at a ply if that is one."""
        places, rest = (None, None) if at is None else ([at] * hits, [at] * (of - hits))
        self.cells.append((self.hand, key, self.units[unit], hits, of, 0, 0, places, rest, None))

    def value(self, key: str, unit: str, value: int) -> None:
        """One value of those that have a mean."""
        self.cells.append((self.hand, key, self.units[unit], value, 1, 0, value * value, None, None, None))

    def each_value(self, key: str, unit: str, value: int, kind: str | None = None) -> None:
        """One of several values of a hand, and what it is the value of."""
        kinds = None if kind is None else (kind,)
        self.cells.append((self.hand, key, self.units[unit], value, 1, 0, value * value, (value,), None, kinds))

    def event(self, key: str, unit: str, at: int) -> None:
        """Something that happened, one at a time, to be held against what is counted elsewhere."""
        self.cells.append((self.hand, key, self.units[unit], 1, 0, 0, 1, (at,), None, None))

    def shares(self, key: str, hits: str, of: int = 1, at: Sequence[int] = (), kinds: Sequence[str] = ()) -> None:
        """So many for each player, as often as the hits name the seat, of so many that all have together."""
        self.notes.append((self.hand, key, hits, "", of, at[: len(hits)] if len(at) >= len(hits) else (), (), kinds))

    def acts(self, key: str, acts: str, hits: str = "", hits_at: Sequence[int] = (), acts_at: Sequence[int] = ()) -> None:
        """So many for each player of its own acts: both name a seat for each."""
        self.notes.append((self.hand, key, hits, acts, 0, hits_at, acts_at, ()))

    def counts(self, key: str, acts: str, at: Sequence[int] = (), kinds: Sequence[str] = ()) -> None:
        """How many acts each player has in a hand, which name a seat for each."""
        self.notes.append((self.hand, key, acts, "", None, at, (), kinds))

    def values(self, key: str, values: Mapping[str, int]) -> None:
        """A value of a hand for each player."""
        for seat in self.seats:
            self.value(key, seat, values[seat])

    def open(self, keys: Iterable[str], sides: Iterable[str] | None = None) -> None:
        """A hand of which some statistics cannot be told; where they are of a side, of some sides alone."""
        of_sides = tuple(sides) if sides is not None else self.sides or (self.seats,)
        for key in keys:
            self.open_of(key, self.seats if key in OF_PLAYERS or key in OF_PLAYS else of_sides)

    def open_of(self, key: str, units: Iterable[str]) -> None:
        """A hand of which a statistic cannot be told for some seats, or some sides."""
        self.cells += [(self.hand, key, self.units[unit], 0, 0, 1, 0, None, None, None) for unit in units]

    def count_passes(self) -> None:
        """Every play of the hand but the leads is counted, and which of them are passes."""
        if self.hand is not None:
            self.passes.append(self.hand)

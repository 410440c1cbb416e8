"""The book that is kept of a record while it is counted: what is said of each hand, in the order in which it is found.

What a side does is written once, for the side; what its players do is written for all of them together, as a text that names a
seat for each act. A batch has a hundred thousand acts: who made how many, and where, is found for all of its records at once
(`analytics/tally/rows.py`), and what records come to is added up there too.
"""

from collections.abc import Container, Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from paipu.analytics.tally_rows import OF_PLAYERS, OF_PLAYS
from paipu.replay.sheets import Sheet
from paipu.replay.tricks.sheet import TrickSheet
from paipu.replay.tricks.trump import TrumpContext

UNKNOWN: Final = "unknown"
"""What an act was, where that cannot be told."""

MOST_SEATS: Final = 6
SIDES_FROM: Final = MOST_SEATS
"""The units of a record are numbered: its seats from 0, its two sides from here."""
EVERYBODY: Final = SIDES_FROM + 2
"""The unit of all seats, for what is of a side where it is not known who are partners."""
UNITS: Final = EVERYBODY + 1

LEADS, BOMBS, OVER, PASSES, THROWS, RUFFS, POINTS = (1 << bit for bit in range(7))
"""What is counted of the plays of a hand: tricks won and leads, bombs, leads taken over, passes, throws, ruffs, and points."""


class Under(NamedTuple):
    """The sheet at the level of a hand, its level and trump suit, and the seats that cannot win a trick, by its number."""

    sheet: TrickSheet
    ctx: TrumpContext
    lowest: Mapping[int, Container[int]]


class Read(NamedTuple):
    """A hand of which plays are counted, by its place: `what` of them, bits as above, and the winners of its tricks; and what
    it is played under, where there are trumps.
    """

    hand: int
    what: int
    winners: str = ""
    under: Under | None = None


Cell = tuple[int | None, str, int, int, int, int, int]
"""Something to add: the hand, None for the match; key and unit; numerator, denominator, hands open and sum of squares."""
Placed = tuple[int | None, str, int, int, int, int, int, Sequence[int], Sequence[int] | None, Sequence[str] | None]
"""The same with the plies of what is in the numerator, and in the denominator alone, and what each of the numerator was."""
Note = tuple[int | None, str, str, str, int | None, Sequence[str]]
"""What players did in a hand: the hand and the key; a seat for each act in the numerator and, of what each has of its own, in
the denominator; of how many all have together, None where each has one value; and what each of the numerator was.
"""


class Book:
    """What has been counted of a record: `cells`, those that are `placed`, and `notes`; `hand` is the place of the hand that is
    being counted.

    `sides` are the seats of the two sides, none where it is not known who are partners; `named` has them by their names.
    `reads` are the hands of which plays are counted.
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
        self.placed: list[Placed] = []
        self.notes: list[Note] = []
        self.reads: list[Read] = []

    def share(self, key: str, unit: str, hits: int, of: int = 1, at: int | None = None) -> None:
        """So many of so many, at a ply if that is one."""
        if at is None:
            self.cells.append((self.hand, key, self.units[unit], hits, of, 0, 0))
        else:
            self.placed.append((self.hand, key, self.units[unit], hits, of, 0, 0, [at] * hits, [at] * (of - hits), None))

    def value(self, key: str, unit: str, value: int) -> None:
        """One value of those that have a mean."""
        self.cells.append((self.hand, key, self.units[unit], value, 1, 0, value * value))

    def each_value(self, key: str, unit: str, value: int, kind: str | None = None) -> None:
        """One of several values of a hand, and what it is the value of."""
        kinds = None if kind is None else (kind,)
        self.placed.append((self.hand, key, self.units[unit], value, 1, 0, value * value, (value,), None, kinds))

    def event(self, key: str, unit: str, at: int) -> None:
        """Something that happened, one at a time, to be held against what is counted elsewhere."""
        self.placed.append((self.hand, key, self.units[unit], 1, 0, 0, 1, (at,), None, None))

    def shares(self, key: str, hits: str) -> None:
        """So many for each player, as often as the hits name the seat, of one that all have together."""
        self.notes.append((self.hand, key, hits, "", 1, ()))

    def acts(self, key: str, acts: str) -> None:
        """Acts of each player, a seat for each, of which none is in the numerator."""
        self.notes.append((self.hand, key, "", acts, 0, ()))

    def counts(self, key: str, acts: str, kinds: Sequence[str] = ()) -> None:
        """How many acts each player has in a hand, which name a seat for each."""
        self.notes.append((self.hand, key, acts, "", None, kinds))

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
        self.cells += [(self.hand, key, self.units[unit], 0, 0, 1, 0) for unit in units]

    def read(self, what: int, winners: str = "", under: Under | None = None) -> None:
        """Count something of the plays of the hand."""
        if self.hand is not None:
            self.reads.append(Read(self.hand, what, winners, under))

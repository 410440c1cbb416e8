"""The book that the tallies of a record are kept in.

A cell is a list: numerator, denominator, hands open, sum of squares. What a side does is written once, for the side; what its
players do is written for them; the rest follows when the record is through.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from paipu.analytics.tally_rows import KEYS, Count, TallyRow
from paipu.replay.record import GameRecord
from paipu.replay.sheets import Sheet

Cell = list[int]


@dataclass(slots=True)
class _Noted:
    """What players did: `acts` and `hits` name a seat for each, of `of` all have together."""

    hits: str = ""
    acts: str = ""
    of: int = 0


OF_PLAYERS: Final = frozenset(
    {
        *("dealer_share", "tricks_won", "points_taken", "bids", "reopened", "bombs", "lead_taken_over"),
        *(f"place_{place}" for place in range(1, 7)),
    }
)
"""What is counted of each player in hands or tricks that all have together: a side has what its players have, of as many."""
OF_PLAYS: Final = frozenset(
    {
        *("faults_confirmed", "faults_alleged", "think_time", "overtime", "bids_stood", "throws", "throws_failed", "ruffs"),
        *("bombs_led", "wild_as_other", "tribute_paid", "tribute_net", "pass_rate"),
    }
)
"""What is counted of a player's own acts: a side has the acts of all its players."""
MEANS: Final = frozenset(
    {
        *("faults_confirmed", "faults_alleged"),
        *("levels_per_hand", "think_time", "attack_points", "attack_trick_points", "attack_kitty_points", "attack_penalties"),
        *("conceded_points", "kitty_gain", "points_taken", "bids", "reopened", "hand_points", "bombs", "tribute_net"),
        "lead_taken_over",
    }
)
"""What has a mean, as it may be more than one; all else is a share. All that is in none of these three is counted of a side,
and so are its players.
"""


class Book:
    """What has been counted of a record.

    `sides` are the seats of the two sides, none where it is not known who are partners; `named` has them by their names.
    `noted` is what is counted by seat when the record is through; `taken` counts the plays of a seat that took so many seconds,
    None where that is not known.
    """

    def __init__(self, sheet: Sheet, sides: tuple[str, ...]) -> None:
        self.seats, self.sides, self.units = sheet.seats, sides, (*sheet.seats, *sides)
        self.named = dict(zip(sheet.sides, sides, strict=True)) if sides else {}
        self.side_of = {seat: side for side in sides for seat in side}
        self.cells: defaultdict[str, defaultdict[str, Cell]] = defaultdict(_new_cells)
        self.noted: defaultdict[str, _Noted] = defaultdict(_Noted)
        self.taken: Counter[tuple[str, float | None]] = Counter()

    def share(self, key: str, unit: str, hits: int, of: int = 1) -> None:
        """So many of so many."""
        cell = self.cells[key][unit]
        cell[0] += hits
        cell[1] += of

    def value(self, key: str, unit: str, value: int) -> None:
        """One value of those that have a mean."""
        cell = self.cells[key][unit]
        cell[0] += value
        cell[1] += 1
        cell[3] += value * value

    def event(self, key: str, unit: str) -> None:
        """Something that happened, one at a time, to be held against what is counted elsewhere."""
        cell = self.cells[key][unit]
        cell[0] += 1
        cell[3] += 1

    def shares(self, key: str, hits: str, of: int = 1) -> None:
        """So many for each player, as often as the hits name the seat, of so many that all have together."""
        noted = self.noted[key]
        noted.hits += hits
        noted.of += of

    def acts(self, key: str, acts: str, hits: str = "") -> None:
        """So many for each player of its own acts: both name a seat for each."""
        noted = self.noted[key]
        noted.hits += hits
        noted.acts += acts

    def counts(self, key: str, acts: str) -> None:
        """How many acts each player has in a hand, which name a seat for each."""
        self.values(key, {seat: acts.count(seat) for seat in self.seats})

    def values(self, key: str, values: Mapping[str, int]) -> None:
        """A value of a hand for each player. Of a side the squares are those of what its players have together."""
        for unit in self.units:
            self.value(key, unit, sum([values[seat] for seat in unit]))

    def open(self, keys: Iterable[str], sides: Iterable[str] | None = None) -> None:
        """A hand of which some statistics cannot be told; where they are of a side, of some sides alone."""
        of_sides = tuple(sides) if sides is not None else self.sides or ("".join(self.seats),)
        for key in keys:
            for unit in self.seats if key in OF_PLAYERS or key in OF_PLAYS else of_sides:
                self.cells[key][unit][2] += 1

    def open_of(self, key: str, seats: str) -> None:
        """A hand of which a statistic of players cannot be told for some of them."""
        for seat in seats:
            self.cells[key][seat][2] += 1

    # -- what it comes to

    def rows(self, record: GameRecord) -> list[TallyRow]:
        """A row a seat and a row a side."""
        for key, noted in self.noted.items():
            for seat in self.seats:
                of = noted.of + noted.acts.count(seat)
                if of:
                    self.share(key, seat, noted.hits.count(seat), of)
        self.noted.clear()
        of_units = _of_units(self.units, self.sides, tuple([(key, _written(cells)) for key, cells in self.cells.items()]))
        return [TallyRow(unit, *_sitting(record, unit), *counts) for unit, counts in zip(self.units, of_units, strict=True)]


_Written = tuple[tuple[str, tuple[int, ...]], ...]
"""The cells of a statistic, by seat or side."""


def _written(cells: Mapping[str, Cell]) -> _Written:
    return tuple([(unit, tuple(cell)) for unit, cell in cells.items()])


@lru_cache(maxsize=256)
def _of_units(
    units: tuple[str, ...], sides: tuple[str, ...], cells: tuple[tuple[str, _Written], ...]
) -> tuple[tuple[Count | None, ...], ...]:
    """What each seat and each side has in every statistic. Records that tell little are alike, and there may be many."""
    counts = {key: _counts(key, dict(written), units, sides) for key, written in cells}
    of_keys = [counts.get(key, {}) for key in KEYS]
    return tuple([tuple([each.get(unit) for each in of_keys]) for unit in units])


def _counts(
    key: str, cells: Mapping[str, tuple[int, ...]], units: tuple[str, ...], sides: tuple[str, ...]
) -> Mapping[str, Count]:
    """What the seats and the sides have in a statistic."""
    mean, of_players = key in MEANS, key in OF_PLAYERS
    counts = {unit: Count(cell[0], cell[1], cell[2], cell[3] if mean else None) for unit, cell in cells.items()}
    if not of_players and key not in OF_PLAYS:
        return {unit: count for side, count in counts.items() for unit in units if unit in side}
    for side in sides:
        found = [cells[seat] for seat in side if seat in cells]
        if found:
            hits, of, _, squares = map(sum, zip(*found, strict=True))
            _, of_all, opened, _ = found[0]
            squares = cells[side][3] if side in cells else squares
            counts[side] = Count(hits, of_all if of_players else of, opened, squares if mean else None)
    return counts


def _sitting(record: GameRecord, unit: str) -> tuple[tuple[str, ...] | None, str | None]:
    """Who sits there, and their team."""
    sitting = [record.seats.get(seat) for seat in unit]
    named = [player.id for player in sitting if player is not None]
    teams = {player.team if player is not None else None for player in sitting}
    return tuple(sorted(named)) if len(named) == len(sitting) else None, teams.pop() if len(teams) == 1 else None


def _new_cells() -> defaultdict[str, Cell]:
    return defaultdict(_new_cell)


def _new_cell() -> Cell:
    return [0, 0, 0, 0]

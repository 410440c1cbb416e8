"""The book that the tallies of a record are kept in, a page a hand: what is said of the record is what its pages add up to.

A cell is a list: numerator, denominator, hands open, sum of squares. What a side does is written once, for the side; what its
players do is written for them; the rest follows when the record is through.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import mul
from typing import Final

from paipu.analytics.tally_rows import KEYS, MEANS, OF_PLAYERS, OF_PLAYS, Count, TallyRow
from paipu.replay.record import GameRecord
from paipu.replay.sheets import Sheet

Cell = list[int]
UNKNOWN: Final = "unknown"
"""What an act was, where that cannot be told."""


@dataclass(slots=True)
class _Noted:
    """What players did in a hand: `acts` and `hits` name a seat for each, of `of` all have together; and the plies of these."""

    hits: str = ""
    acts: str = ""
    of: int = 0
    hits_at: Sequence[int] = ()
    acts_at: Sequence[int] = ()
    kinds: Sequence[str] = ()


class Book:
    """What has been counted of a record.

    `sides` are the seats of the two sides, none where it is not known who are partners; `named` has them by their names.
    `page` is what has been counted of a hand, `noted` what is still to be counted by seat, `cells` what the pages before come
    to, and `columns` has them hand by hand, those of a `HandCountRow`. `taken` counts the plays of a seat that took so many
    milliseconds.
    """

    def __init__(self, sheet: Sheet, sides: tuple[str, ...]) -> None:
        self.seats, self.sides = sheet.seats, sides
        self.named = dict(zip(sheet.sides, sides, strict=True)) if sides else {}
        self.side_of = {seat: side for side in sides for seat in side}
        self.cells: defaultdict[str, defaultdict[str, Cell]] = defaultdict(_new_cells)
        self.page: defaultdict[str, defaultdict[str, Cell]] = defaultdict(_new_cells)
        self.places: dict[tuple[str, str], tuple[list[int], list[int] | None]] = {}
        self.kinds: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
        self.noted: dict[str, _Noted] = {}
        self.taken: dict[str, Counter[int]] = {seat: Counter() for seat in self.seats}
        self.columns: tuple[list[object], ...] = tuple([[] for _ in range(10)])

    def share(self, key: str, unit: str, hits: int, of: int = 1, at: int | None = None) -> None:
        """So many of so many, at a ply if that is one."""
        cell = self.page[key][unit]
        cell[0] += hits
        cell[1] += of
        if at is not None:
            has, rest = self.places.setdefault((key, unit), ([], []))
            has += [at] * hits
            if rest is not None:
                rest += [at] * (of - hits)

    def value(self, key: str, unit: str, value: int) -> None:
        """One value of those that have a mean."""
        cell = self.page[key][unit]
        cell[0] += value
        cell[1] += 1
        cell[3] += value * value

    def each_value(self, key: str, unit: str, value: int, kind: str | None = None) -> None:
        """One of several values of a hand, and what it is the value of."""
        self.value(key, unit, value)
        self.places.setdefault((key, unit), ([], None))[0].append(value)
        if kind is not None:
            self.kinds[key, unit].append(kind)

    def all_values(self, key: str, unit: str, values: Sequence[int]) -> None:
        """All values of a hand at once, of what has no places."""
        self.page[key][unit] = [sum(values), len(values), 0, sum(map(mul, values, values))]

    def event(self, key: str, unit: str, at: int) -> None:
        """Something that happened, one at a time, to be held against what is counted elsewhere."""
        cell = self.page[key][unit]
        cell[0] += 1
        cell[3] += 1
        self.places.setdefault((key, unit), ([], None))[0].append(at)

    def shares(self, key: str, hits: str, of: int = 1, at: Sequence[int] = (), kinds: Sequence[str] = ()) -> None:
        """So many for each player, as often as the hits name the seat, of so many that all have together."""
        self.noted[key] = _Noted(hits, of=of, hits_at=at[: len(hits)] if len(at) >= len(hits) else (), kinds=kinds)

    def acts(self, key: str, acts: str, hits: str = "", hits_at: Sequence[int] = (), acts_at: Sequence[int] = ()) -> None:
        """So many for each player of its own acts: both name a seat for each."""
        self.noted[key] = _Noted(hits, acts, 0, hits_at, acts_at)

    def counts(self, key: str, acts: str, at: Sequence[int] = (), kinds: Sequence[str] = ()) -> None:
        """How many acts each player has in a hand, which name a seat for each."""
        for seat, kind in zip(acts, kinds, strict=False):
            self.kinds[key, seat].append(kind)
        self.values(key, {seat: acts.count(seat) for seat in self.seats})
        for seat, ply in zip(acts, at, strict=False):
            self.places.setdefault((key, seat), ([], None))[0].append(ply)

    def values(self, key: str, values: Mapping[str, int]) -> None:
        """A value of a hand for each player."""
        for seat in self.seats:
            self.value(key, seat, values[seat])

    def open(self, keys: Iterable[str], sides: Iterable[str] | None = None) -> None:
        """A hand of which some statistics cannot be told; where they are of a side, of some sides alone."""
        of_sides = tuple(sides) if sides is not None else self.sides or ("".join(self.seats),)
        for key in keys:
            for unit in self.seats if key in OF_PLAYERS or key in OF_PLAYS else of_sides:
                self.page[key][unit][2] += 1

    def open_of(self, key: str, seats: str) -> None:
        """A hand of which a statistic of players cannot be told for some of them."""
        for seat in seats:
            self.page[key][seat][2] += 1

    def turn(self, hand_index: int | None) -> None:
        """The hand is through, or what is of the match alone: its page goes to the others."""
        for key, noted in self.noted.items():
            self._count(key, noted)
        self.noted.clear()
        places, kinds = self.places, self.kinds
        hands, units, keys, numerators, denominators, opens, squares, hits, others, told = self.columns
        for key, cells in self.page.items():
            whole = self.cells[key]
            for unit, cell in cells.items():
                n, d, o, s = cell
                hands.append(hand_index)
                units.append(unit)
                keys.append(key)
                numerators.append(n)
                denominators.append(d)
                opens.append(o)
                squares.append(s)
                has, rest = places.get((key, unit), (None, None))
                hits.append(has)
                others.append(rest)
                told.append(kinds.get((key, unit)))
                of_all = whole[unit]
                of_all[0] += n
                of_all[1] += d
                of_all[2] += o
                of_all[3] += s
            if key in OF_PLAYERS and key in MEANS:
                # Of a side the squares are those of what its players have together.
                for side in self.sides:
                    whole[side][3] += sum([cells[seat][0] for seat in side if seat in cells]) ** 2
        self.page.clear()
        places.clear()
        kinds.clear()

    def _count(self, key: str, noted: _Noted) -> None:
        for seat in self.seats:
            of = noted.of + noted.acts.count(seat)
            if of:
                self.share(key, seat, noted.hits.count(seat), of)
                if noted.hits_at or noted.acts_at:
                    has = [ply for by, ply in zip(noted.hits, noted.hits_at, strict=True) if by == seat]
                    rest = [ply for by, ply in zip(noted.acts, noted.acts_at, strict=False) if by == seat and ply not in has]
                    self.places[key, seat] = has, rest if noted.acts_at else None
                if noted.kinds:
                    own = [kind for by, kind in zip(noted.hits, noted.kinds, strict=True) if by == seat]
                    if own:
                        self.kinds[key, seat] = own

    # -- what it comes to

    def rows(self, record: GameRecord) -> list[TallyRow]:
        """A row a seat and a row a side."""
        units = (*self.seats, *self.sides)
        of_units = _of_units(units, self.sides, tuple([(key, _written(cells)) for key, cells in self.cells.items()]))
        return [TallyRow(unit, *_sitting(record, unit), *counts) for unit, counts in zip(units, of_units, strict=True)]


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

"""The combinations of a sheet as rows, weakest first, and what a play of one of them weighs against another."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Final, Literal, NamedTuple

from paipu.replay.cards import RANKS
from paipu.replay.notation import write_reading

SEQUENCE: Final = "A" + RANKS
"""The natural order of runs: an ace may begin one or end one, and none goes round the corner (D-GD-10, DG-2.3)."""


class Kind(StrEnum):
    """What a play is; the values are those of `types` in computed results."""

    SINGLE = "single"
    PAIR = "pair"
    TRIPLE = "triple"
    FULL_HOUSE = "full_house"
    STRAIGHT = "straight"
    TUBE = "tube"
    PLATE = "plate"
    FLUSH = "flush"
    FOUR_ONE = "four_one"
    BOMB = "bomb"
    STRAIGHT_FLUSH = "straight_flush"
    FIVE = "five"
    FOUR_JOKERS = "four_jokers"


RUNS: Final = {Kind.STRAIGHT: (5, 1), Kind.STRAIGHT_FLUSH: (5, 1), Kind.TUBE: (3, 2), Kind.PLATE: (2, 3)}
"""The kinds that are runs: how many ranks follow each other, and how many cards of each."""


BOMBS: Final = -1
"""The group of all bombs."""


class Row(NamedTuple):
    """A combination: its kind and number of cards, and what it may be compared with beside its own row.

    None: nothing. `size`: the other rows of as many cards. `bomb`: every other row.
    """

    kind: Kind
    size: int
    tier: Literal["size", "bomb"] | None = None


class Reading(NamedTuple):
    """One way to read a play. `key` is the rank that decides, the top one of a run (`5` for A2345).

    A reading beats another of the same `group`, and a bomb (`BOMBS`) any other, if its `strength` is greater.
    """

    kind: Kind
    size: int
    key: str
    group: int
    strength: int

    @property
    def bomb(self) -> bool:
        """Whether it may be compared with every other reading."""
        return self.group == BOMBS


_PLACE_BITS: Final = 4
_KICKERS: Final = 4
_KEY_BITS: Final = _PLACE_BITS * _KICKERS
_ROW_BITS: Final = _KEY_BITS + _PLACE_BITS


class Combos:
    """The readings that a sheet's rows give at a level. `order` has the ranks as single cards, weakest first, `groups` as
    several.

    `natural` are the kinds that are compared by the natural order of ranks instead: runs, and flushes where a sheet
    says so. Raises ValueError for rows that have one combination twice.
    """

    def __init__(
        self, rows: tuple[Row, ...], order: tuple[str, ...], groups: tuple[str, ...], natural: frozenset[Kind]
    ) -> None:
        if len({(row.kind, row.size) for row in rows}) != len(rows):
            raise ValueError("a combination stands in two rows")
        self.rows = rows
        natural_place, place_of_groups = _places(RANKS), _places(groups)
        self.place = _places(order)
        self._places = tuple(
            natural_place if row.kind in natural else self.place if row.size == 1 else place_of_groups for row in rows
        )
        self._groups = tuple(
            {None: number, "size": BOMBS - row.size, "bomb": BOMBS}[row.tier] for number, row in enumerate(rows)
        )
        self.bombs = [row for row, group in zip(rows, self._groups, strict=True) if group == BOMBS]
        self._comparable = [
            [row for row, other in zip(rows[number:], self._groups[number:], strict=True) if other == group != BOMBS]
            for number, group in enumerate(self._groups)
        ]
        self.of_size: dict[int, tuple[int, ...]] = {}
        for number, row in enumerate(rows):
            self.of_size[row.size] = (*self.of_size.get(row.size, ()), number)

    def comparable(self, table: Reading) -> Sequence[Row]:
        """The combinations, bombs apart, that may beat a reading: those that are compared with it, and are no weaker ones."""
        return self._comparable[self.number(table)]

    def number(self, reading: Reading) -> int:
        """Which row a reading is of."""
        return reading.strength >> _ROW_BITS

    def reading(self, number: int, key: str, kickers: tuple[str, ...] = ()) -> Reading:
        """The reading that is row `number` with a deciding rank; up to four `kickers` decide between equal ones."""
        kind, size, _ = self.rows[number]
        places = self._places[number]
        strength = (number << _ROW_BITS) + (places[key] << _KEY_BITS)
        for index, rank in enumerate(kickers):
            strength += places[rank] + 1 << _PLACE_BITS * (_KICKERS - 1 - index)
        return Reading(kind, size, key, self._groups[number], strength)


def _places(ranks: Sequence[str]) -> Mapping[str, int]:
    return {rank: place for place, rank in enumerate(ranks)}


def beats(reading: Reading, other: Reading) -> bool:
    """Whether one reading beats another: it is comparable with it, and strictly greater."""
    return reading.strength > other.strength and reading.group in {other.group, BOMBS}


def reading_text(reading: Reading) -> str:
    """A reading as findings write it."""
    return write_reading(reading.kind.value, reading.size, reading.key)


def readings_text(readings: Sequence[Reading]) -> str:
    return " | ".join(reading_text(reading) for reading in readings)

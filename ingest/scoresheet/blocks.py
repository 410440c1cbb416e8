"""What a worksheet comes to, whoever says it: tables with their heads, and what holds for them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from paipu.ingest.rejection import Problem
from paipu.ingest.scoresheet.columns import Column
from paipu.ingest.scoresheet.grid import Grid


class Place(NamedTuple):
    """A column of a head: where it stands, what it is called, and what it means."""

    at: int
    name: str
    column: Column


class Fact(NamedTuple):
    """What stands beside a table and holds for all of it: a value of a column of the match, as a text in a cell."""

    column: Column
    text: str
    cell: str
    at: int = 0
    told: bool = False
    """Whether a mapping tells it."""


@dataclass(frozen=True, slots=True)
class Head:
    """The rows of a head, its columns in order, and the names that are no column."""

    first: int
    last: int
    places: tuple[Place, ...]
    unknown: tuple[tuple[int, str], ...] = ()
    won_first: bool = False
    """Whether the first of the two that are named is who has won: there are a column of winners and one of losers."""


@dataclass(slots=True)
class Block:
    """A table: its head, the rows of its data, and the facts that hold for it.

    Of one that is laid out otherwise `piece` is what was made of it, and head and rows are those of its grid.
    """

    head: Head
    rows: list[int] = field(default_factory=list)
    facts: dict[str, Fact] = field(default_factory=dict)
    piece: "Piece | None" = None
    words: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """What texts stand for, by column, where a mapping tells that."""


@dataclass(slots=True)
class Piece:
    """A table that has no row a match or a hand, as one that has: `first` to `last` are its rows in the worksheet.

    `wrong` are cells that contradict others, `notes` are what is said of cells, by cell, code and value; `skipped` says why
    rows of it are no data. `assumed`: which side is whose is not told, and who is named first is taken for the first.
    """

    first: int
    last: int
    grid: Grid
    head: Head
    wrong: list[Problem] = field(default_factory=list)
    notes: list[tuple[str, str, str]] = field(default_factory=list)
    skipped: dict[int, str] = field(default_factory=dict)
    assumed: bool = False

"""An event as its organiser has it: who takes part, what was drawn, what was published. Nothing here is checked again."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal, NamedTuple

from paipu.replay.event_rules import NOTHING, BoardResult, Counts, Figure, ForfeitCounts, Form, Key, MatchPoints
from paipu.replay.record import OptionValue, Player

AtTime = Literal["higher_level"]
"""Who wins a match that time has stopped, where the sheet does not say: the higher level, and equal levels are a draw."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entrant:
    """A team with its players; or, where partners are drawn anew for each round, one player."""

    id: str
    name: str | None = None
    players: tuple[Player, ...] = ()
    seed: int | None = None


class Table(NamedTuple):
    """A drawn table: its name, and who sits there, by side in the order of the sheet's sides."""

    name: str
    sides: tuple[tuple[str, ...], tuple[str, ...]]

    @property
    def entrants(self) -> tuple[str, ...]:
        """All who sit there."""
        return self.sides[0] + self.sides[1]


class Round(NamedTuple):
    """What was drawn for a round; `absent` are those who did not come, at a table or not, `best_of` how many games at most."""

    no: int
    tables: tuple[Table, ...] = ()
    byes: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()
    best_of: int | None = None

    @property
    def entrants(self) -> tuple[str, ...]:
        """All whom the round knows of, each once."""
        seated = [each for table in self.tables for each in table.entrants]
        return tuple(dict.fromkeys([*seated, *self.byes, *self.absent]))


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """A part of an event that is ranked by itself; what is None here is as the sheet prints it.

    `advance` is how many of each group go on to the next stage. `bye` and `absent` are what a round without a match counts,
    None where the event does not say. `lot` is the order of those whom nothing else parts. `playoff`: the losers of the
    semi-finals play for the third place. `parts`: into so many parts a point of its boards is divided, 0 where none are scored.
    """

    id: str
    form: Form
    rounds: tuple[Round, ...] = ()
    groups: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    advance: int | None = None
    rank_by: tuple[Key, ...] | None = None
    match_points: MatchPoints | None = None
    forfeit: ForfeitCounts | None = None
    by_difference: tuple[tuple[int, int], ...] | None = None
    bye: Counts | None = None
    absent: Counts | None = None
    at_time: AtTime | None = None
    best_of: int | None = None
    playoff: bool = False
    parts: int = 0
    lot: tuple[str, ...] = ()

    @property
    def is_round_robin(self) -> bool:
        """Whether everybody meets everybody else once, as groups do; as far as it is drawn where there are groups."""
        pairs = [frozenset(table.entrants) for played in self.rounds for table in played.tables]
        several = len(frozenset().union(*pairs))
        once = len({*pairs}) == len(pairs)
        return once and (bool(self.groups) or 2 * len(pairs) == several * (several - 1) > 2)


class PublishedRow(NamedTuple):
    """A line of a published table; what is left out was not published. `penalties` is what its ledger comes to.

    `board_points` are as published, which may be a fraction; among the figures they are in parts (`replay/event/boards.py`).
    """

    entrant: str
    place: int | None = None
    figures: Counts = NOTHING
    penalties: int | None = None
    board_points: Fraction | None = None


class Published(NamedTuple):
    """A table as it was published, after some round or after the last."""

    stage: str
    group: str | None
    after_round: int | None
    rows: tuple[PublishedRow, ...]


class Penalty(NamedTuple):
    """A line of the penalty ledger: what it adds to a figure of an entrant (below zero: what it takes)."""

    stage: str
    entrant: str
    figure: Figure
    value: int
    round: int | None = None


class Deal(NamedTuple):
    """What was dealt as a board: the cards of each part, and what is fixed with it."""

    board: int
    parts: Mapping[str, str]
    level: str | None = None
    leader: str | None = None
    tribute: tuple[str, ...] | None = None


class BoardSet(NamedTuple):
    """Boards of a stage that several tables play (复式): in which rounds, None for all of them.

    `level` and `leader` are those of every board, or `by_board`: each as its deal has it; None where nothing is fixed.
    `tribute`: there is none, or it is as the deal has it. `each` is how many boards a table plays in a round at least. `deals`
    are the deals by board, None where they are not at hand, `read` the hash of the file that they were read from; `file` and
    `sha256` are its name and its hash as the event says.
    """

    stage: str
    id: str | None = None
    rounds: frozenset[int] | None = None
    level: str | None = None
    leader: str | None = None
    tribute: Literal["none", "stated"] | None = None
    each: int = 1
    deals: Mapping[int, Deal] | None = None
    file: str | None = None
    sha256: str | None = None
    read: str | None = None


class Scale(NamedTuple):
    """How a board is scored; `table` has `(difference, points)` in rising order. `result` is what is compared."""

    kind: Literal["matchpoints", "difference", "imp"]
    result: BoardResult
    table: tuple[tuple[int, int], ...] = ()
    teams: bool = False


class Adjusted(NamedTuple):
    """The score that a table is given for a board that was spoiled there: for each side, in points of the board."""

    set: int
    board: int
    round: int
    table: str
    points: tuple[Fraction, Fraction]


class Boards(NamedTuple):
    """The same deals at several tables: the sets of them, and how they are scored, if by themselves."""

    sets: tuple[BoardSet, ...]
    scale: Scale | None = None
    adjusted: tuple[Adjusted, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class EventRecord:
    """A whole event. `entrants` are teams; where partners are drawn anew for each round (`of_players`) players."""

    id: str
    sheet: str
    name: str | None = None
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    entrants: tuple[Entrant, ...] = ()
    of_players: bool = False
    stages: tuple[Stage, ...] = ()
    published: tuple[Published, ...] = ()
    penalties: tuple[Penalty, ...] = ()
    boards: Boards | None = None

    def members(self, stage: Stage) -> Mapping[str | None, tuple[str, ...]]:
        """The entrants of a stage by group; one group without a name where there are none.

        Without groups they are whom its rounds name, and in the first stage all who take part.
        """
        if stage.groups:
            return dict(stage.groups.items())
        named = [each for played in stage.rounds for each in played.entrants]
        all_of_them = [entrant.id for entrant in self.entrants] if stage is self.stages[0] else []
        return {None: tuple(dict.fromkeys([*all_of_them, *named]))}

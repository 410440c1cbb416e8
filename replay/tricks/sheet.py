"""The slots that a rule sheet of the trick-taking family fills. The engine reads slots and never asks which sheet it runs."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Any, Literal, Self

from replay.cards import RANKS
from replay.sheets.names import FOUR_SEATS
from replay.tricks.beat import BeatRules
from replay.tricks.bidding import BidRules, ReopenRules
from replay.tricks.follow import FollowRules
from replay.tricks.options import Choice, Option
from replay.tricks.rules import ClockRules, MisplayRules, Multipliers, ScoreRules, StakeRules, ThrowRules
from replay.tricks.schedule import Schedule
from replay.tricks.tariff import Tariff
from replay.tricks.trump import CardRules, TrumpContext, trump_context

KittyTrump = Callable[[Sequence[str], str], str | None]
"""The trump when nobody declared: from the kitty's cards in order and the level; None if they do not tell."""


@dataclass(frozen=True, kw_only=True)
class TrickSheet:
    """A rule sheet: tables and small functions, one frozen instance a sheet; a sibling is `replace(SHENGJI, …)`.

    `ladder` are the levels, lowest first; `must_play` those that only a banker who wins at them passes. `best_of_three` are the
    stages of an event in which a match has up to three games. `ruling_amounts` has for a clause the check and the least and the
    most points that a referee may take off under it. `stages` are levels with rules of their own (扛旗), as the slots that
    differ there. `schedule` is for sheets that fix bankers
    and levels beforehand and count score instead of levels.
    """

    key: str
    version: str
    clauses: str
    seats: tuple[str, ...] = FOUR_SEATS
    hand_size: int = 25
    kitty_size: int = 8
    cards: CardRules = CardRules()
    follow: FollowRules = FollowRules()
    beat: BeatRules = BeatRules()
    throws: ThrowRules = ThrowRules()
    bids: BidRules
    reopen: ReopenRules | None = None
    silence: Literal["recorded", "redeal", "kitty", "no_trump", "drawn"] = "recorded"
    silent_bank: Literal["recorded", "redeal"] = "recorded"
    kitty_trump: KittyTrump
    multipliers: Multipliers
    score: ScoreRules
    misplay: MisplayRules = MisplayRules()
    tariff: Tariff = Tariff()
    stakes: StakeRules | None = None
    ladder: tuple[str, ...] = tuple(RANKS)
    first_level: str = "2"
    pass_level: str
    pass_as_banker: bool = False
    must_play: tuple[str, ...] = ()
    fixed_trump: str | None = None
    table_rule: Literal["table", "stage"] = "table"
    failures_allowed: int | None = None
    failed_back_to: str = "A"
    schedule: Schedule | None = None
    next_dealer: Literal["partner", "same"] = "partner"
    other_dealer_of_side: Literal["wrong", "disputed"] = "wrong"
    leader_from_side: bool = False
    clocks: ClockRules = ClockRules()
    best_of_three: frozenset[str] = frozenset()
    ruling_amounts: Mapping[str, tuple[str, int, int]] = field(default_factory=dict)
    stages: Mapping[str, Mapping[str, object]] = field(default_factory=dict)
    options: tuple[Option, ...] = ()

    def context(self, level: str | None, trump: str) -> TrumpContext:
        """The trump context of a hand under this sheet; a level that is no rank has no level cards."""
        return trump_context(level if level is not None and level in RANKS else None, trump, self.cards)

    @cached_property
    def sides(self) -> tuple[str, str]:
        """The two sides as records name them."""
        return "".join(self.seats[::2]), "".join(self.seats[1::2])

    @cached_property
    def side_of(self) -> Mapping[str, int]:
        """The side of each seat: 0 for the first seat's, 1 for the other."""
        return {seat: index % 2 for index, seat in enumerate(self.seats)}

    @cached_property
    def must_play_at(self) -> tuple[int, ...]:
        """The levels that only a banker who wins at them passes, as indices into the ladder, lowest first."""
        return tuple(sorted({*map(self.ladder.index, self.must_play), *([self.pass_at] if self.pass_as_banker else [])}))

    @cached_property
    def pass_at(self) -> int:
        """The level that wins the match when it is passed, as an index into the ladder."""
        return self.ladder.index(self.pass_level)

    @cached_property
    def _stage_sheets(self) -> Mapping[str, Self]:
        return {level: replace(self, **slots) for level, slots in self.stages.items()}  # type: ignore[arg-type] # slots are checked by the tests of each sheet

    def at_level(self, level: str | None) -> Self:
        """The sheet as it is played at a level."""
        return self._stage_sheets.get(level, self) if level is not None else self

    def level_name(self, level: int) -> str:
        """A level as records write it; past the last it stays the last (SJ-b)."""
        return self.ladder[min(level, len(self.ladder) - 1)]

    def level_index(self, level: str | None) -> int | None:
        """A recorded level as an index into the ladder; None if absent or not of this sheet."""
        return self.ladder.index(level) if level is not None and level in self.ladder else None

    def __hash__(self) -> int:
        """By identity: configured sheets are cached, never compared."""
        return id(self)


def configure(sheet: TrickSheet, choices: Iterable[Choice]) -> TrickSheet:
    """The sheet with the slots of some choices set; a dotted slot lies inside a group (`"beat.equal_first"`)."""
    for choice in choices:
        for path, value in choice.slots.items():
            sheet = _with_slot(sheet, path.split("."), value)
    return sheet


def _with_slot(rules: Any, path: list[str], value: object) -> Any:  # noqa: ANN401 - slots are of many rule types
    """A sheet, or a group of its slots, with one slot changed; the path leads down through the groups."""
    name, *inner = path
    changes = {name: _with_slot(getattr(rules, name), inner, value) if inner else value}
    return rules._replace(**changes) if hasattr(rules, "_replace") else replace(rules, **changes)


@lru_cache(maxsize=64)
def rotations(seats: tuple[str, ...]) -> tuple[tuple[int, ...], ...]:
    """For each seat index the order of play that starts with it."""
    count = len(seats)
    return tuple(tuple((first + k) % count for k in range(count)) for first in range(count))

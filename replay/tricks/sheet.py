"""The slots that a rule sheet of the trick-taking family fills. The engine reads slots and never asks which sheet it runs."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import pairwise
from types import MappingProxyType
from typing import Any, Literal, NamedTuple, Self

from replay.sheets.names import FOUR_SEATS
from replay.tricks.beat import BeatRules
from replay.tricks.bidding import BidRules
from replay.tricks.follow import FollowRules
from replay.tricks.trump import CardRules, TrumpContext, trump_context
from replay.tricks.units import UnitKind

Office = Literal["bank", "attackers"]


class Band(NamedTuple):
    """A row of the score table: attackers' points from `low` up to but not including `high`; who rises, by how much."""

    low: int
    high: int
    side: Office
    steps: int


class Bands(tuple[Band, ...]):
    """A score table. Raises ValueError when its rows leave a gap or overlap."""

    __slots__ = ()

    def __new__(cls, *rows: Band) -> Self:
        """Check the rows while the sheet is built."""
        for before, after in pairwise(rows):
            if before.high != after.low:
                raise ValueError(f"score bands do not meet: {before} then {after}")
        if any(row.low >= row.high for row in rows):
            raise ValueError("an empty score band")
        return super().__new__(cls, rows)

    def row(self, points: int) -> Band:
        """The row of some attackers' points; beyond the ends, below nothing by penalties too, the nearest row."""
        return next((band for band in self if points < band.high), self[-1])


class ScoreRules(NamedTuple):
    """The score table and the two questions it leaves open.

    `borders_lower_from`: from this score on a border belongs to the lower row (D-SJ-03); None puts each in the higher one.
    `attackers_offset` is added to the attackers' steps (D-SJ-04).
    """

    bands: Bands
    borders_lower_from: int | None = None
    attackers_offset: int = 0

    def row(self, points: int) -> Band:
        """Who rises by how much for some attackers' points."""
        band = self.bands.row(points)
        if self.borders_lower_from is not None and points == band.low and points >= self.borders_lower_from:
            band = self.bands.row(points - 1)
        if band.side == "attackers":
            band = band._replace(steps=band.steps + self.attackers_offset)
        return band


class Multipliers(NamedTuple):
    """What the kitty's points are multiplied by when the last trick is won with a single, a pair, a tractor.

    `per_pair` doubles a tractor's multiplier again for each pair beyond two. By X-12 the winner's own cards decide, or with
    `by_lead` the led structure; the class is that of the winning cards, or with `class_of_lead` that of the lead (D-SJ-22).
    `by_size`: none of the tables, but the number of cards in the best unit, twice that if it is part of a throw.
    """

    trump: tuple[int, int, int]
    side: tuple[int, int, int]
    per_pair: bool = False
    by_lead: bool = False
    class_of_lead: bool = False
    by_size: bool = False

    def of(self, kind: UnitKind, pairs: int, *, trump: bool) -> int:
        """The multiplier for the best unit of the winning cards."""
        value = (self.trump if trump else self.side)[kind - 1]
        if kind is UnitKind.TRACTOR and self.per_pair:
            value <<= pairs - 2
        return value


class ThrowRules(NamedTuple):
    """Throws (甩牌): whose hands the test looks at, which piece is forced, and whether trumps may be thrown.

    `forced_kinds`: the first of these kinds that is blocked must be led (X-8, X-19). `partner_blocks`: the partner's hand
    counts (X-7). `failure_is_misplay`: a failed throw costs what a wrong play costs (D-SJ-13). `one_card`: whatever is blocked,
    one card of the lowest blocked unit stands. `fine`: points that a failed throw costs for each card of its blocked units.
    """

    forced_kinds: tuple[UnitKind, ...] = (UnitKind.TRACTOR, UnitKind.PAIR, UnitKind.SINGLE)
    partner_blocks: bool = True
    trump_throws: bool = True
    failure_is_misplay: bool = False
    one_card: bool = False
    fine: int = 0


class MisplayRules(NamedTuple):
    """What a wrong count or a wrong play costs the side at fault (SJ-16l to n).

    `kinds` are the incidents that count, `codes` the checks that find what nobody noticed. With the bank at fault the
    attackers take office, rise by `attackers_rise`, and from `attackers_settle_from` points by the score table. With the
    attackers at fault the bank rises by `bank_rises`, and below `bank_settles_below` by the table; unless
    `bank_keeps_at_any_score`, attackers who scored enough take office all the same. `corrected_counts`: a play corrected
    before the next one counts too. `points_at_discovery`: the score is that of the tricks finished when it was noticed.
    """

    kinds: frozenset[str]
    codes: frozenset[str]
    attackers_settle_from: int = 80
    attackers_rise: int = 0
    bank_settles_below: int = 40
    bank_rises: int = 1
    bank_keeps_at_any_score: bool = True
    corrected_counts: bool = False
    points_at_discovery: bool = False


class Choice(NamedTuple):
    """One value of an option: what it means, and the slots of the sheet that it changes (none for the default).

    `setting` marks a value that no reading of the sheet gives, but that an organiser may set.
    """

    zh: str
    en: str
    slots: Mapping[str, object] = MappingProxyType({})
    setting: bool = False


class Option(NamedTuple):
    """A question that the sheet leaves open, or a number that it lets the organiser set.

    `ids` are the ids in the rule notes (D-…, X-…), the first of them named in findings. The first of `choices` is the
    default; an option with `slot` also takes any whole number from `low` to `high` for that slot. `mark` is how sure the
    default is. `touches` are the check codes whose verdict may rest on the option, `always` those whose verdict does.
    """

    key: str
    ids: tuple[str, ...]
    mark: Literal["stated", "assumed", "disputed"]
    zh: str
    en: str
    choices: Mapping[str, Choice]
    touches: tuple[str, ...] = ()
    always: tuple[str, ...] = ()
    slot: str | None = None
    low: int = 0
    high: int = 0

    @property
    def default(self) -> str:
        """The decided default."""
        return next(iter(self.choices))

    @property
    def readings(self) -> tuple[str, ...]:
        """The values that are readings of the sheet; the rest are numbers an organiser may set."""
        return tuple(value for value, choice in self.choices.items() if not choice.setting)

    @property
    def values(self) -> str:
        """The values that a record may give, for people."""
        listed = " | ".join(self.choices)
        return f"{listed} | {self.low}…{self.high}" if self.slot else listed

    def choice(self, value: str | int | bool) -> Choice | None:
        """What a record's value stands for, None for a value that the option does not list."""
        if self.slot is not None and type(value) is int and self.low <= value <= self.high:
            return Choice(str(value), str(value), {self.slot: value})
        return self.choices.get(value) if isinstance(value, str) else None


@dataclass(frozen=True, kw_only=True)
class TrickSheet:
    """A rule sheet: tables and small functions, one frozen instance a sheet; a sibling is `replace(SHENGJI, …)`."""

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
    silence: Literal["recorded", "redeal", "kitty_card", "no_trump", "drawn"] = "recorded"
    multipliers: Multipliers
    score: ScoreRules
    misplay: MisplayRules
    first_level: str = "2"
    pass_level: str
    pass_as_banker: bool = False
    next_dealer: Literal["partner", "same"] = "partner"
    leader_from_side: bool = False
    round_minutes: int
    time_in_hand: Literal["stop", "finish"] = "stop"
    incidents: Mapping[str, str]
    options: tuple[Option, ...] = ()

    def context(self, level: str | None, trump: str) -> TrumpContext:
        """The trump context of a hand under this sheet."""
        return trump_context(level, trump, self.cards)

    @cached_property
    def sides(self) -> tuple[str, str]:
        """The two sides as records name them."""
        return "".join(self.seats[::2]), "".join(self.seats[1::2])

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

"""The tables and questions of a rule sheet, one group a topic; `TrickSheet` holds one of each."""

from collections.abc import Iterable
from itertools import pairwise
from typing import Literal, NamedTuple, Self

from paipu.replay.groups import Group
from paipu.replay.tricks.units import Unit, UnitKind

Office = Literal["bank", "attackers"]


class Band(NamedTuple):
    """A row of the score table: attackers' points from `low` up to but not including `high`; who rises, by how much.

    `to` is a level that the side reaches at least.
    """

    low: int
    high: int
    side: Office
    steps: int
    to: str | None = None


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
        for band in self:
            if points < band.high:
                return band
        return self[-1]


class ScoreRules(Group):
    """The score table and the questions it leaves open.

    `borders_lower_from`: from this score on a border belongs to the lower row (D-SJ-03); None puts each in the higher one.
    `attackers_offset` is added to the attackers' steps (D-SJ-04); unless `attackers_rise` they take none (D-CDP-02).
    `bank_stays_at`: with just so many points the bank stays without rising (D-CDP-01).
    """

    bands: Bands
    attackers_rise: bool
    borders_lower_from: int | None = None
    attackers_offset: int = 0
    bank_stays_at: int | None = None

    def row(self, points: int) -> Band:
        """Who rises by how much for some attackers' points."""
        band = self.bands.row(points)
        if points == band.low and self.borders_lower_from is not None and points >= self.borders_lower_from:
            band = self.bands.row(points - 1)
        if points == self.bank_stays_at:
            return Band(points, points + 1, "bank", 0)
        if band.side == "bank" or (self.attackers_rise and not self.attackers_offset):
            return band
        return band._replace(steps=band.steps + self.attackers_offset if self.attackers_rise else 0)


class Multipliers(Group):
    """What the kitty's points are multiplied by when the last trick is won with a single, a pair, a tractor.

    `longer`: a tractor of more than two pairs counts like one of two, doubles with each further pair, or adds as much again
    as a pair counts. By X-12 the winner's own cards decide, or with `by_lead` the led structure; the class is that of the
    winning cards, or with `class_of_lead` that of the lead (D-SJ-22). `by_size`: none of the tables, but the number of cards
    in the best unit, twice that if it is part of a throw.
    """

    trump: tuple[int, int, int]
    side: tuple[int, int, int]
    longer: Literal["flat", "double", "add"]
    by_lead: bool
    class_of_lead: bool
    by_size: bool = False

    def of(self, kind: UnitKind, pairs: int, *, trump: bool) -> int:
        """The multiplier for the best unit of the winning cards; a set of three counts as singles (CDP-d)."""
        table = self.trump if trump else self.side
        value = table[0 if kind is UnitKind.TRIO else kind - 1]
        if kind is UnitKind.TRACTOR and self.longer == "double":
            value <<= pairs - 2
        elif kind is UnitKind.TRACTOR and self.longer == "add":
            value += table[UnitKind.PAIR - 1] * (pairs - 2)
        return value

    def values(self, most: int) -> tuple[int, ...]:
        """Every multiplier that there is, for tractors of up to `most` pairs."""
        lengths = range(1, most + 1)
        if self.by_size:
            return tuple(sorted({1, 2, *(2 * pairs for pairs in lengths), *(4 * pairs for pairs in lengths)}))
        plain = [self.of(kind, 1, trump=trump) for kind in (UnitKind.SINGLE, UnitKind.PAIR) for trump in (True, False)]
        runs = [self.of(UnitKind.TRACTOR, pairs, trump=trump) for pairs in lengths[1:] for trump in (True, False)]
        return tuple(sorted({*plain, *runs}))


class ThrowFine(Group):
    """The points that a failed throw costs, for each of `per`: the cards of its blocked units, all its cards, its blocked
    units, or the throw itself.
    """

    points: int
    per: Literal["blocked_card", "card", "blocked_unit", "throw"]


class ThrowRules(Group):
    """Throws (甩牌): whose hands the test looks at, which piece is forced, and whether trumps may be thrown.

    Which piece: the smallest of the highest level that is blocked. `singles` are the lowest level, or the highest, or where
    they and a pair are blocked the opponents choose (X-8, SK-5.2.2). `tractors` are a level above pairs or below them, or
    one with pairs where there is a choice (X-19). `partner_blocks`: the partner's hand counts (X-7). `failure_is_misplay`: a
    failed throw costs what a wrong play costs (D-SJ-13). `one_card`: whatever is blocked, one card of the lowest blocked unit
    stands.
    """

    singles: Literal["last", "first", "choice"]
    tractors: Literal["first", "after_pairs", "as_pairs"]
    partner_blocks: bool
    trump_throws: bool
    failure_is_misplay: bool = False
    one_card: bool = False
    fine: ThrowFine | None = None

    @property
    def forced_kinds(self) -> tuple[tuple[UnitKind, ...], ...]:
        """The levels, highest first: of the first whose first kind is blocked the smallest unit must be led.

        Where other kinds of the row are blocked too, the opponents choose.
        """
        doubles = (UnitKind.TRACTOR, UnitKind.PAIR)
        chosen = {"choice": doubles if self.tractors == "as_pairs" else (UnitKind.PAIR,)}.get(self.singles, ())
        rows = [(kind, UnitKind.SINGLE) if kind in chosen else (kind,) for kind in doubles]
        if self.tractors == "after_pairs":
            rows.reverse()
        return ((UnitKind.SINGLE,), *rows) if self.singles == "first" else (*rows, (UnitKind.SINGLE,))

    @property
    def needs_hands(self) -> bool:
        """Whether what a failed throw costs depends on which parts of it are blocked."""
        return self.fine is not None and self.fine.per in {"blocked_card", "blocked_unit"}

    def cost(self, units: Iterable[Unit], blocked: Iterable[Unit]) -> int:
        """What a failed throw of some units costs when some of them are blocked."""
        if self.fine is None:
            return 0
        stopped = set(blocked)
        failed = [unit for unit in units if unit in stopped]
        counted = {
            "blocked_card": sum(len(unit.cards) for unit in failed),
            "card": sum(len(unit.cards) for unit in units),
            "blocked_unit": len(failed),
            "throw": 1,
        }
        return self.fine.points * counted[self.fine.per]


class FollowRules(Group):
    """The readings of X-4 and X-16, and of what is owed under a set of three (5·10·K).

    `shorter_tractor`: one is owed where none of full length is held. `every_tractor`: of several led tractors each is
    answered, not the longest alone. `lowered_owed`: who can complete the led set with a lowered card must do so.
    `trio_under_trumps`: under a set of trumps one's own set is owed before the three highest trumps. `lowered_serves`: a card
    that is always trump serves where its own suit is owed.
    """

    shorter_tractor: bool
    every_tractor: bool
    lowered_owed: bool = False
    trio_under_trumps: bool = False
    lowered_serves: bool = False


class BeatRules(Group):
    """The readings that decide a trick.

    `equal_first`: of equal plays the first wins (X-2). `longer_serves`: in a ruff a longer tractor serves for a shorter one
    (X-5). `overruff`: what is compared where a throw is ruffed twice (X-6): the highest structure of the lead, the highest
    card, or every unit, however the cards that hold the trick are divided among them.
    """

    equal_first: bool
    longer_serves: bool
    overruff: Literal["structure", "highest_card", "beat_all"]


class MisplayRules(Group):
    """What it costs the side at fault where a wrong count or a wrong play costs the hand (SJ-16l to n).

    `codes` are the checks that find what nobody noticed. With the bank at fault the attackers take office, rise by
    `attackers_rise`, and from `attackers_settle_from` points by the score table. With the attackers at fault the bank rises
    by `bank_rises`, and below `bank_settles_below` by the table; unless `bank_keeps_at_any_score`, attackers who scored enough
    take office all the same. `points_at_discovery`: the score is that of the tricks finished when it was noticed.
    """

    codes: frozenset[str]
    attackers_settle_from: int
    attackers_rise: int
    bank_settles_below: int
    bank_rises: int
    bank_keeps_at_any_score: bool
    points_at_discovery: bool


class ChargeRules(Group):
    """How what incidents cost is counted.

    `bank_fault_adds`: points against the bank's side are added to the attackers' (D-CDP-26). `corrected_lowest`: a wrong play
    put right in its trick ranks lowest there. `each_of_group`: of a group each counts, not one (D-CDP-27). `free_per`: what
    costs nothing at first is counted for a side or for a player. `next_trick_late`: a wrong play found in the next trick counts
    as found two later (D-CDP-28).
    """

    bank_fault_adds: bool
    corrected_lowest: bool = False
    each_of_group: bool = False
    free_per: Literal["side", "player"] | None = None
    next_trick_late: bool = False

    def change(self, points: int, *, bank: bool) -> int:
        """How points charged to the bank's side, or to the attackers', change the attackers' score."""
        return points if points and bank and self.bank_fault_adds else -points


class StakeRules(Group):
    """All or nothing (上天入地): the winner of the hand reaches `winner_to` at least, the loser goes to `loser_to`.

    `attackers_only`: it counts only if the attackers win. `last_only`: a stake stands only while its declaration does
    (D-CDP-17). `bottom_decides`: capturing the kitty with a set of three (5·10·K) wins the hand at any score (D-CDP-16).
    `past_ace`: a bank that wins at `winner_to` passes it, and `lowers_winner`: a winner already past it comes back (D-CDP-18).
    `rule` names the clause.
    """

    winner_to: str
    loser_to: str
    attackers_only: bool
    last_only: bool
    bottom_decides: bool
    past_ace: bool
    lowers_winner: bool
    rule: Literal["stake", "stage_stake"]


class FailureRules(Group):
    """How often in a row the bank may fail at a level before it goes back to another (CDP-4.3c)."""

    allowed: int
    back_to: str

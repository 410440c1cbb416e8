"""A hand being played: the kernel's machine keeps hands, winners and points; a table adds the trick under way and the turn."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from paipu.replay.notation import PASS
from paipu.replay.plays import cards_of, rotations
from paipu.replay.record import Hand
from paipu.replay.report import Report
from paipu.replay.tricks.deal import Holdings
from paipu.replay.tricks.play import TrickMachine
from paipu.replay.tricks.sheet import TrickSheet
from paipu.replay.tricks.trump import MIXED, TRUMP, Play, TrumpContext
from paipu.replay.tricks.units import Shape, Unit, UnitKind, lead_shape, shape_of
from paipu.replay.tricks.winner import winner_of
from paipu.samples.table import Host, Table

Cards = Sequence[str]


class Prices(NamedTuple):
    """What giving up a card costs: `cheap` when the trick is lost, `feed` when the partner wins it and wants points."""

    cheap: dict[str, float]
    feed: dict[str, float]


@lru_cache(maxsize=256)
def prices(ctx: TrumpContext) -> Prices:
    cheap, feed = {}, {}
    for card in ctx.order:
        cls, rung, points = ctx.cls[card], ctx.rung[card], ctx.points[card]
        base = rung + (24.0 if cls == TRUMP else 0.0) + (5.0 if rung == len(ctx.rungs[cls]) - 1 else 0.0)
        cheap[card] = base + 1.6 * points
        feed[card] = base - 3.0 * points
    return Prices(cheap, feed)


class Part(NamedTuple):
    """A unit with the cards that make it up."""

    unit: Unit
    cards: tuple[str, ...]


def parts_of(ctx: TrumpContext, packed: int, cls: int) -> list[Part]:
    """The units of some cards of one class, each with its cards, as the kernel reads them: tractors, pairs, singles."""
    paired: list[list[str]] = []
    single: list[list[str]] = []
    for rung in ctx.rungs[cls]:
        counts = [(card, packed >> (ctx.weight[card].bit_length() - 1) & 3) for card in rung]
        paired.append([card for card, n in counts if n >= 2])
        single.append([card for card, n in counts if n % 2])
    parts = []
    for unit in shape_of(ctx, packed, cls).units:
        if unit.kind is UnitKind.SINGLE:
            parts.append(Part(unit, (single[unit.top].pop(),)))
        else:
            cards = [paired[unit.top - step].pop() for step in range(unit.pairs)]
            parts.append(Part(unit, tuple(card for card in cards for _ in "12")))
    return parts


class Trick:
    """The trick on the table: the plays as they stand, whose is `best`, and its points."""

    def __init__(self, table: "TrickTable", leader: int) -> None:
        self.ctx, self.sheet = table.ctx, table.sheet
        turns = rotations(table.sheet.seats)[leader]
        self.order = [seat for seat in turns if seat == leader or table.machine.hands[seat]]
        self.made: list[tuple[int, Play]] = []
        self.holder = leader
        self.points = 0
        self.lead: Play | None = None
        self.led: Shape | None = None

    @property
    def last(self) -> bool:
        return len(self.made) == len(self.order) - 1

    @property
    def best(self) -> Play:
        return next(play for seat, play in self.made if seat == self.holder)

    @property
    def trumped(self) -> bool:
        """Whether a trump holds the trick, or was led."""
        return TRUMP in {self.best.cls, self.best.trio}

    def taken_by(self, seat: int, play: Play) -> bool:
        """Whether a seat takes the trick, by the kernel, with a play that it makes now.

        Players overlook that a throw of two can be ruffed; they do so still, that a seed gives the match that it always gave.
        """
        if self.lead is None or self.led is None or self.lead.size == len(self.led.units) == 2:
            return False
        standing = [(self.holder, self.best)] if self.holder != self.order[0] else []
        made = [self.made[0], *standing, (seat, play)]
        return winner_of(self.sheet, self.ctx, self.lead, self.led, made) == seat

    def add(self, token: str) -> Play:
        """Put a play down; what stands of it is returned."""
        seat, play = self.order[len(self.made)], self.ctx.plays["".join(cards_of(token)[1])]
        play = self.ctx.as_lead(play) if self.lead is None else play
        if self.taken_by(seat, play):
            self.holder = seat
        if self.lead is None:
            self.lead, self.led = play, lead_shape(self.ctx, play) if play.cls != MIXED else None
        self.made.append((seat, play))
        self.points += play.points
        return play


class TrickTable(Table):
    """One hand, from after the burial.

    `bury` is the packed kitty, which `burier` knows: the dealer, or a `taker` who has taken it up again. `played` is what has
    been played, packed.
    """

    def __init__(
        self, hand: Mapping[str, Any], sheet: TrickSheet, host: Host, hands: Mapping[str, Cards], bury: Cards, taker: int | None
    ) -> None:
        super().__init__(hand["no"], sheet, host)
        ctx, dealer = sheet.context(hand["level"], hand["trump"]), sheet.seat_at[hand["dealer"]]
        self.sheet, self.ctx, self.dealer, self.bury = sheet, ctx, dealer, ctx.pack(bury)
        self.burier = dealer if taker is None else taker
        self.prices = prices(ctx)
        held = Holdings([ctx.pack(hands[seat]) for seat in sheet.seats], [True] * len(hands), (None,) * len(hands), self.bury)
        leader = taker if sheet.reopen is not None and sheet.reopen.leads else None
        self.machine = TrickMachine(sheet, ctx, Hand(no=1), dealer, held, Report({}), leader=leader)
        self.played = 0
        self.lead(self.machine.turn)

    def lead(self, leader: int) -> None:
        self.trick = Trick(self, leader)
        self.tokens, self.spent = [], []

    @property
    def turn(self) -> int:
        return self.trick.order[len(self.trick.made)]

    @property
    def leads(self) -> bool:
        return self.trick.lead is None

    @property
    def over(self) -> bool:
        return self.leads and not self.machine.hands[self.turn]

    def put(self, token: str, seconds: float) -> None:
        """Make the play of the seat whose turn it is; at the end of a trick the machine says who leads next."""
        self.tokens.append(token)
        self.spent.append(seconds)
        self.played += self.trick.add(token).cards
        self.pass_over()
        if len(self.trick.made) == len(self.trick.order):
            self.machine.run((self.write(self.trick.order[0]),))
            self.lead(self.machine.turn)

    def pass_over(self) -> None:
        """Write down who has no card left where his turn would be: who buried too many comes to the last trick without."""
        turns = rotations(self.sheet.seats)[self.trick.order[0]]
        following = self.trick.order[len(self.trick.made)] if len(self.trick.made) < len(self.trick.order) else None
        while len(self.tokens) < len(turns) and turns[len(self.tokens)] != following:
            self.tokens.append(PASS)
            self.spent.append(0.0)

    def holds(self, seat: int) -> bool:
        return self.machine.hands[seat] > 0

    @property
    def own(self) -> int:
        """The hand of the seat whose turn it is, packed; in a trick under way those who have played still hold their plays."""
        return self.machine.hands[self.turn]

    @property
    def unseen(self) -> int:
        """What that player cannot place: cards neither played nor in hand, nor laid down by the player."""
        ctx = self.ctx
        placed = self.played + self.own + (self.bury if self.turn == self.burier else 0)
        whole = ctx.contains(ctx.deck, placed)  # a pack may have a wrong card
        return ctx.deck - placed if whole else ctx.minus(ctx.deck, placed)

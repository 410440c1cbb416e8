"""A hand being played: the kernel's machine keeps hands, winners and points; a table adds the trick under way and the turn."""

from collections.abc import Sequence
from functools import lru_cache
from random import Random
from typing import Final, NamedTuple

from replay.record import Hand
from replay.report import Report
from replay.tricks.beat import Strength, beats, strength
from replay.tricks.deal import Holdings, cards_of
from replay.tricks.play import TrickMachine
from replay.tricks.sheet import TrickSheet, rotations
from replay.tricks.trump import MIXED, TRUMP, TRUMP_POWER, Play, TrumpContext
from replay.tricks.units import Shape, Unit, UnitKind, lead_shape, shape_of
from samples.people import Player
from samples.table import Table

_NOBODY: Final = -1


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
    """The trick on the table: the plays as they stand, who holds it, and its points."""

    __slots__ = ("ctx", "holder", "lead", "led", "made", "order", "points", "power", "rules", "strength")

    def __init__(self, table: "TrickTable", leader: int) -> None:
        self.ctx, self.rules = table.ctx, table.sheet.beat
        turns = rotations(table.sheet.seats)[leader]
        self.order = [seat for seat in turns if seat == leader or table.machine.hands[seat]]
        self.made: list[tuple[int, Play]] = []
        self.holder = _NOBODY
        self.points = 0
        self.power = 0
        self.strength: Strength | None = None
        self.lead: Play | None = None
        self.led: Shape | None = None

    @property
    def last(self) -> bool:
        return len(self.made) == len(self.order) - 1

    @property
    def trumped(self) -> bool:
        """Whether a trump holds the trick, or was led."""
        return self.power >= TRUMP_POWER or (self.strength is not None and self.strength.trump)

    def add(self, token: str) -> Play:
        """Put a play down; what stands of it is returned."""
        play = self.ctx.plays["".join(cards_of(token)[1])]
        if self.lead is None:
            play = self.ctx.as_lead(play)
        seat = self.order[len(self.made)]
        self.made.append((seat, play))
        self.points += play.points
        if self.lead is None:
            self.lead, self.holder, self.power = play, seat, play.power
            if play.cls != MIXED:
                self.led = lead_shape(self.ctx, play)
                if play.size > 2:
                    self.strength = strength(self.ctx, self.rules, play, self.led, play, leads=True)
        elif self.led is not None:
            self.challenge(seat, play, self.lead, self.led)
        return play

    def challenge(self, seat: int, play: Play, lead: Play, led: Shape) -> None:
        """See whether a follow takes the trick. Singles and pairs are compared by power, the rest by the kernel."""
        if play.cls not in {lead.cls, TRUMP} or play.size != lead.size:
            return
        if lead.size == 1 or lead.is_pair:
            if play.power > self.power and play.is_pair == lead.is_pair:
                self.holder, self.power = seat, play.power
            return
        mine = strength(self.ctx, self.rules, lead, led, play)
        if mine is not None and self.strength is not None and beats(self.rules, mine, self.strength):
            self.holder, self.strength = seat, mine


class TrickTable(Table):
    """One hand, from after the burial.

    `hands` are packed, by seat index, after the burial; `bury` is the packed kitty, which `burier` knows. `played` is what has
    been played, packed.
    """

    def __init__(
        self,
        no: int,
        sheet: TrickSheet,
        ctx: TrumpContext,
        rng: Random,
        players: Sequence[Player],
        dealer: int,
        holdings: tuple[Sequence[int], int],
        *,
        taker: int | None,
    ) -> None:
        super().__init__(no, sheet, rng, players)
        hands, bury = holdings
        self.sheet, self.ctx, self.dealer, self.bury = sheet, ctx, dealer, bury
        self.burier = dealer if taker is None else taker
        self.prices = prices(ctx)
        held = Holdings(list(hands), [True] * len(hands), (None,) * len(hands), bury)
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
        if len(self.trick.made) == len(self.trick.order):
            self.machine.run((self.write(self.trick.order[0]),))
            self.lead(self.machine.turn)

    def holds(self, seat: int) -> bool:
        return self.machine.hands[seat] > 0

    def held(self, seat: int) -> int:
        """A seat's hand, packed; in a trick under way those who have played still show what they hold before it."""
        return self.machine.hands[seat]

    def unseen(self, seat: int) -> int:
        """What a player cannot place: cards neither played nor in hand, nor laid down by the player."""
        ctx = self.ctx
        placed = self.played + self.machine.hands[seat] + (self.bury if seat == self.burier else 0)
        if ctx.contains(ctx.deck, placed):
            return ctx.deck - placed
        return ctx.minus(ctx.deck, placed)  # a pack with a wrong card

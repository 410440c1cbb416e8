"""A hand being played: the kernel's machine keeps hands, winners and points; a table adds the trick under way and the turn."""

from collections.abc import Sequence
from functools import lru_cache
from random import Random
from typing import Final, NamedTuple

from replay.record import Hand
from replay.report import Report
from replay.tricks.beat import Strength, beats, strength
from replay.tricks.deal import Holdings, read_token
from replay.tricks.play import TrickMachine
from replay.tricks.sheet import TrickSheet, rotations
from replay.tricks.trump import MIXED, TRUMP, TRUMP_POWER, Play, TrumpContext
from replay.tricks.units import Shape, Unit, UnitKind, lead_shape, shape_of
from samples.people import Player

_NOBODY: Final = -1


class Prices(NamedTuple):
    """What giving up a card costs: `cheap` when the trick is lost, `feed` when the partner wins it and wants points."""

    cheap: dict[str, float]
    feed: dict[str, float]


@lru_cache(maxsize=256)
def prices(ctx: TrumpContext) -> Prices:
    """The prices of all cards under a trump context."""
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

    __slots__ = ("ctx", "holder", "lead", "led", "made", "order", "points", "power", "rules", "seconds", "strength", "tokens")

    def __init__(self, table: "Table", leader: int) -> None:
        self.ctx, self.rules = table.ctx, table.sheet.beat
        turns = rotations(table.sheet.seats)[leader]
        self.order = [seat for seat in turns if seat == leader or table.machine.hands[seat]]
        self.tokens: list[str] = []
        self.made: list[tuple[int, Play]] = []
        self.seconds: list[float] = []
        self.holder = _NOBODY
        self.points = 0
        self.power = 0
        self.strength: Strength | None = None
        self.lead: Play | None = None
        self.led: Shape | None = None

    @property
    def seat(self) -> int:
        """Whose turn it is."""
        return self.order[len(self.made)]

    @property
    def last(self) -> bool:
        """Whether the play to come is the trick's last."""
        return len(self.made) == len(self.order) - 1

    @property
    def trumped(self) -> bool:
        """Whether a trump holds the trick, or was led."""
        return self.power >= TRUMP_POWER or (self.strength is not None and self.strength.trump)

    def add(self, token: str) -> Play:
        """Put a play down; what stands of it is returned."""
        play = self.ctx.plays["".join(read_token(token)[1])]
        if self.lead is None:
            play = self.ctx.as_lead(play)
        seat = self.seat
        self.made.append((seat, play))
        self.tokens.append(token)
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


class Table:
    """One hand, from after the burial.

    `hands` are packed, by seat index, after the burial; `bury` is the packed kitty, which `burier` knows. `tricks` and
    `seconds` grow as in a record; `played` is what has been played, packed.
    """

    def __init__(
        self,
        sheet: TrickSheet,
        ctx: TrumpContext,
        rng: Random,
        players: Sequence[Player],
        dealer: int,
        holdings: tuple[Sequence[int], int],
        *,
        burier: int | None = None,
        leader: int | None = None,
    ) -> None:
        hands, bury = holdings
        self.sheet, self.ctx, self.rng, self.players, self.dealer, self.bury = sheet, ctx, rng, players, dealer, bury
        self.burier = dealer if burier is None else burier
        self.prices = prices(ctx)
        held = Holdings(list(hands), [True] * len(hands), (None,) * len(hands), bury)
        self.machine = TrickMachine(sheet, ctx, Hand(no=1), dealer, held, Report({}), leader=leader)
        self.tricks: list[str] = []
        self.seconds: list[list[float]] = []
        self.played = 0
        self.trick: Trick | None = None

    def open(self, leader: int | None = None) -> Trick:
        """The trick under way, or a new one, led by the winner of the last unless another leader is named."""
        if self.trick is None:
            self.trick = Trick(self, self.machine.turn if leader is None else leader)
        return self.trick

    def put(self, token: str, seconds: float) -> None:
        """Make the play of the seat whose turn it is."""
        trick = self.open()
        trick.seconds.append(seconds)
        self.played += trick.add(token).cards
        if len(trick.made) == len(trick.order):
            self.close(trick)

    def close(self, trick: Trick) -> None:
        """End a trick: the machine takes the cards away and says who leads next."""
        text = " ".join([self.sheet.seats[trick.order[0]], *trick.tokens])
        self.machine.run((text,))
        self.tricks.append(text)
        self.seconds.append(trick.seconds)
        self.trick = None

    def replay(self, tricks: Sequence[str], seconds: Sequence[Sequence[float]]) -> None:
        """Play tricks of a record again."""
        for text, spent in zip(tricks, seconds, strict=True):
            leader, *tokens = text.split(" ")
            self.open(self.sheet.seats.index(leader))
            for token, used in zip(tokens, spent, strict=True):
                self.put(token, used)

    @property
    def finished(self) -> bool:
        """Whether the seat to lead has no cards left."""
        return self.trick is None and not self.machine.hands[self.machine.turn]

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

    def captured(self, taker: str | None) -> bool:
        """Whether the attackers, by winning the last trick, get the kitty; `taker` took it up again last."""
        rules, last = self.sheet.reopen, self.machine.winners[-1]
        guarded = rules is not None and rules.burier_protects and taker is not None
        protected = guarded and (self.sheet.seats.index(taker or "") - self.dealer) % 2 == 1
        return self.sheet.kitty_size > 0 and (last - self.dealer) % 2 == 1 and not protected

    def points(self) -> int:
        """The attackers' points in finished tricks."""
        return sum(self.machine.points[seat] for seat in range(len(self.sheet.seats)) if (seat - self.dealer) % 2)

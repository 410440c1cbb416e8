"""What a fault of the trick-taking sheets is built into: hands to choose from, and draws made to measure."""

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from replay.cards import LITTLE_JOKER, RANKS, SUITS, split_cards
from replay.tricks.bidding import parse_bid
from replay.tricks.deal import KITTY
from replay.tricks.score import Rule
from replay.tricks.sheet import TrickSheet
from replay.tricks.trump import MIXED, TRUMP, TrumpContext
from samples.tricks.draw import Declared, Draw, declared
from samples.tricks.match import TrickMatch
from samples.tricks.table import TrickTable
from samples.work import NoChance, Ply, Work


def throw_failed(hand: Mapping[str, Any]) -> bool:
    """Whether a throw failed in a hand: it rests on cards that others held."""
    return any(">" in text for text in hand["tricks"])


class TrickWork(Work[TrickMatch, TrickTable]):
    """A match that a fault is built into."""

    def begin(self, limit: int | None) -> TrickMatch:
        return TrickMatch(self.document, self.rng, limit)

    @property
    def sheet(self) -> TrickSheet:
        return self.match.sheet

    # -- choosing

    def finished(self, start: int = 0) -> list[int]:
        """The hands that were played to the end; from a `start` on those before which the bank was not declared for."""
        played = (index for index in range(start, len(self.hands)) if "claims" in self.hands[index])
        return self.shuffled(index for index in played if not start or self.match.dealer(index) is not None)

    def ranked(self, start: int = 0) -> list[int]:
        """Those of them that were played at the level of a rank."""
        return [index for index in self.finished(start) if self.hands[index]["level"] in RANKS]

    def plain(self, start: int = 0) -> list[int]:
        """Those of them with a kitty that was buried once, and whose result does not rest on failed throws."""
        return [
            index
            for index in self.ranked(start)
            if not any("show" in action for action in self.hands[index]["kitty"])
            and not (self.sheet.throws.fine and throw_failed(self.hands[index]))
        ]

    def context(self, hand: Mapping[str, Any]) -> TrumpContext:
        return self.sheet.context(hand["level"], hand["trump"])

    def level_equal(self, index: int) -> bool:
        """Whether both sides were at the same level before a hand."""
        return len(set(self.match.at(index).state.levels)) == 1

    def other_seats(self, *seats: str) -> list[str]:
        return [seat for seat in self.seats if seat not in seats]

    def suits(self, level: str, count: int) -> list[str]:
        """Suits whose level card is no trump of another kind."""
        return self.rng.sample([suit for suit in "shcd" if level + suit not in self.sheet.cards.top_trumps], count)

    def rule(self, index: int) -> Rule | None:
        """By which rule a hand was settled."""
        settled = self.match.after(index).results[-1].settled
        return settled.rule if settled is not None else None

    def noticed(self, ply: Ply) -> dict[str, str]:
        """An incident is noticed at the end of its trick."""
        return {"noticed": f"{ply.trick + 1}.{len(self.seats)}"}

    # -- hands dealt again

    def deal_again(
        self, index: int, drawn: Draw, terms: Declared, *, level: str | None = None, dealer: int | None = None
    ) -> TrickTable:
        """Another draw in place of hand `index`: written down, buried, and the table opened. Nobody wants the kitty again."""
        del self.hands[index:]
        hand, table = self.match.deal(drawn, terms, level=level, dealer=dealer, willing=False)
        self.hands.append(hand)
        return table

    def begin_at(self, levels: tuple[str, str], dealer: int) -> None:
        """Make it a record that begins in mid-game, with no hand yet."""
        start = {"levels": dict(zip(self.sheet.sides, levels, strict=True)), "dealer": self.seats[dealer]}
        self.document["start"] = start
        self.hands.clear()
        self.match = self.begin(self.match.limit)

    def opening(self, seat: str, card: str, joker: str = LITTLE_JOKER) -> str:
        """A first declaration of a level card as the sheet wants it: by itself, or beside a joker."""
        bids = (f"{seat} {joker}{card}", f"{seat} {card}")
        return next(bid for bid in bids if self.sheet.bids.first(parse_bid(bid), card[0]) is not None)

    def arranged(
        self,
        wanted: Mapping[str, str],
        bids: Iterable[str] = (),
        *,
        without: Mapping[str, Container[str]] = MappingProxyType({}),
        level: str | None = None,
    ) -> Draw:
        """A shuffled draw in which some places (seats, or `kitty`) hold at least the wanted cards, and the bids made.

        `without` names cards that a seat must not be dealt beyond those; `level` matters where it changes the deal.
        """
        sheet = self.sheet.at_level(level)
        sizes = dict.fromkeys(self.seats, sheet.hand_size) | {KITTY: sheet.kitty_size}
        places = self.arrange({place: split_cards(cards) for place, cards in wanted.items()}, sizes, without)
        return Draw(tuple(tuple(places[seat]) for seat in self.seats), tuple(places[KITTY]), tuple(bids))

    def declared_again(
        self,
        index: int,
        level: str,
        wanted: Mapping[str, str],
        bids: Iterable[str],
        without: Mapping[str, Container[str]] = MappingProxyType({}),
    ) -> TrickTable:
        """Such a draw in place of hand `index`, played under what the bids declare."""
        drawn = self.arranged(wanted, bids, without=without)
        return self.deal_again(index, drawn, declared(self.sheet, drawn.bids, level))


# -- a tractor, or a set, led into somebody with certain cards


class Plan(NamedTuple):
    """What will be led and what is trump: the tractor's suit, the plain ranks from low to high, the place of the lower pair."""

    suit: str
    trump: str
    ranks: Sequence[str]
    low: int


class Answer(NamedTuple):
    """What the follower is dealt, at least, and what he is not dealt, if that matters."""

    cards: str
    without: Sequence[str] | None = ()


def tractor_led(work: TrickWork, answer: Callable[[TrickWork, Plan], Answer]) -> TrickTable:
    """Deal a later hand anew: the banker leads a tractor of two pairs, the others play up to the follower."""
    index = work.choose(work.ranked(1))
    level = work.hands[index]["level"]
    suit, trump = work.rng.sample(SUITS, 2)
    ranks = [rank for rank in RANKS if rank != level and rank + suit not in work.sheet.cards.top_trumps]
    plan = Plan(suit, trump, ranks, work.rng.randrange(2, len(ranks) - 2))
    led = "".join((rank + suit) * 2 for rank in ranks[plan.low : plan.low + 2])
    follower = work.rng.choice(work.other_seats(work.hands[index]["dealer"]))
    return _met(work, index, led, follower, trump, answer(work, plan))


def set_led(work: TrickWork, *, of_trumps: bool) -> TrickTable:
    """Deal a later hand anew: the banker leads a set of three (5·10·K), of trumps or not, into somebody who holds it too."""
    index = work.choose(work.ranked(1))
    level = work.hands[index]["level"]
    trump, suit = work.rng.sample(SUITS, 2)
    ctx = work.sheet.context(level, trump)
    packed = next((packed for packed, cls in ctx.trios.items() if cls == (TRUMP if of_trumps else SUITS.index(suit))), 0)
    led = "".join(ctx.unpack(packed))
    if not packed or level + trump in work.sheet.cards.top_trumps or ctx.plays[led].cls == MIXED:
        raise NoChance
    follower = work.rng.choice(work.other_seats(work.hands[index]["dealer"]))
    plain = [rank for rank in RANKS if rank not in {level, *"5TK"}]
    more = "".join(rank + (trump if of_trumps else suit) for rank in work.rng.sample(plain, 3))
    return _met(work, index, led, follower, trump, Answer(led + more, None))


def _met(work: TrickWork, index: int, led: str, follower: str, trump: str, answer: Answer) -> TrickTable:
    """The table at which it is the follower's turn, in trick 1 of a hand dealt so that its banker can lead some cards.

    Raises NoChance where the banker broke them up for the burial.
    """
    level, dealer = work.hands[index]["level"], work.hands[index]["dealer"]
    bid = work.opening(dealer, level + trump)
    wanted = {dealer: led + bid[2:], follower: answer.cards}
    without = {} if answer.without is None else {follower: answer.without}
    table = work.declared_again(index, level, wanted, [bid], without)
    if not table.ctx.contains(table.held(work.seat(dealer)), table.ctx.plays[led].cards):
        raise NoChance
    work.put(table, led)
    while table.turn != work.seat(follower):
        work.match.play(table)
    return table

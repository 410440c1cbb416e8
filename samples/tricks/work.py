"""What a fault of the trick-taking sheets is built into: hands to choose from, and draws made to measure."""

from collections.abc import Iterable, Mapping
from typing import Any

from paipu.replay.cards import LITTLE_JOKER, RANKS, SUITS, split_cards
from paipu.replay.plays import rotations
from paipu.replay.tricks.bidding import parse_bid
from paipu.replay.tricks.deal import KITTY
from paipu.replay.tricks.match import MatchAudit
from paipu.replay.tricks.score import Rule
from paipu.replay.tricks.sheet import TrickSheet
from paipu.replay.tricks.trump import MIXED, TRUMP, TrumpContext
from paipu.samples.document import Document
from paipu.samples.tricks.draw import Declared, Draw, declared
from paipu.samples.tricks.match import TrickMatch
from paipu.samples.tricks.table import TrickTable
from paipu.samples.work import NONE, Barred, Place, Work


def throw_failed(hand: Mapping[str, Any]) -> bool:
    """Whether a throw failed in a hand: it rests on cards that others held."""
    return any(">" in text for text in hand["tricks"])


class TrickWork(Work[TrickSheet, MatchAudit, TrickTable], TrickMatch):
    """A match that a fault is built into."""

    notices = True

    def finished(self, start: int = 0) -> list[int]:
        """The hands that were played to the end; from a `start` on those before which the bank was not declared for."""
        played = (index for index in range(start, len(self.hands)) if "claims" in self.hands[index])
        return self.shuffled(index for index in played if not start or self.dealer(index) is not None)

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
        return len(set(self.at(index).state.levels)) == 1

    def other_seats(self, *seats: str) -> list[str]:
        return [seat for seat in self.seats if seat not in seats]

    def seats_from(self, index: int) -> list[str]:
        """The seats in order of play from the banker of a hand."""
        return [self.seats[seat] for seat in rotations(self.seats)[self.dealer(index) or 0]]

    def suits(self, level: str, count: int) -> list[str]:
        """Suits whose level card is no trump of another kind."""
        return self.rng.sample([suit for suit in "shcd" if level + suit not in self.sheet.cards.top_trumps], count)

    def rule(self, index: int) -> Rule | None:
        """By which rule a hand was settled."""
        settled = self.after(index).results[-1].settled
        return settled.rule if settled is not None else None

    def rule_on(self, points: Mapping[str, int], **about: object) -> Document:
        """The referee gives, or takes off, points."""
        ruling = {"id": "r1", **about, "effect": {"points": points}, "by": "裁判长", "state": "issued"}
        self.document["rulings"] = [ruling]
        return ruling

    def deal_again(
        self, index: int, drawn: Draw, terms: Declared, *, level: str | None = None, dealer: int | None = None
    ) -> TrickTable:
        """Another draw in place of hand `index`: written down, buried, and the table opened. Nobody wants the kitty again."""
        del self.hands[index:]
        hand, table = self.deal(drawn, terms, level=level, dealer=dealer, willing=False)
        self.hands.append(hand)
        return table

    def buried_anew(self, index: int, burier: str, more: int = 0) -> TrickTable:
        """Let a seat take the kitty and bury, so many cards more than it should; nobody wants it again."""
        hand = self.hands[index]
        self.bury(hand, self.seat(burier), self.context(hand), self.sheet.kitty_size + more, willing=False)
        return self.table(hand)

    def unnoticed(self, table: TrickTable, place: Place) -> Place:
        """Nobody notices that a seat has a card too few, and the hand is played out; raises NoChance where cards are left."""
        self.finish(table)
        self.need(not any(table.machine.hands))
        return place

    def begin_at(self, levels: tuple[str, str], dealer: int) -> None:
        """Make it a record that begins in mid-game, with no hand yet."""
        start = {"levels": dict(zip(self.sheet.sides, levels, strict=True)), "dealer": self.seats[dealer]}
        self.document["start"] = start
        self.hands.clear()
        self.begin()

    def opening(self, seat: str, card: str, joker: str = LITTLE_JOKER) -> str:
        """A first declaration of a level card as the sheet wants it: by itself, or beside a joker."""
        bids = (f"{seat} {joker}{card}", f"{seat} {card}")
        return next(bid for bid in bids if self.sheet.bids.first(parse_bid(bid), card[0]) is not None)

    def arranged(
        self, wanted: Mapping[str, str], bids: Iterable[str] = (), *, without: Barred = NONE, level: str | None = None
    ) -> Draw:
        """A shuffled draw in which some places (seats, or `kitty`) hold at least the wanted cards, and the bids made.

        `without` names cards that a seat must not be dealt beyond those; `level` matters where it changes the deal.
        """
        sheet = self.sheet.at_level(level)
        sizes = dict.fromkeys(self.seats, sheet.hand_size) | {KITTY: sheet.kitty_size}
        places = self.arrange({place: split_cards(cards) for place, cards in wanted.items()}, sizes, without)
        return Draw(tuple(tuple(places[seat]) for seat in self.seats), tuple(places[KITTY]), tuple(bids))

    def declared_again(
        self, index: int, level: str, wanted: Mapping[str, str], bids: Iterable[str], without: Barred = NONE
    ) -> TrickTable:
        """Such a draw in place of hand `index`, played under what the bids declare."""
        drawn = self.arranged(wanted, bids, without=without)
        return self.deal_again(index, drawn, declared(self.sheet, drawn.bids, level))


def tractor_led(work: TrickWork, *, void: bool) -> TrickTable:
    """Deal a later hand anew: the banker leads a tractor of two pairs into somebody void of it, or who has another and a pair.

    The others play up to him.
    """
    index = work.choose(work.ranked(1))
    level = work.hands[index]["level"]
    suit, trump = work.rng.sample(SUITS, 2)
    ranks = [rank for rank in RANKS if rank != level and rank + suit not in work.sheet.cards.top_trumps]
    low = work.rng.randrange(2, len(ranks) - 2)
    led = "".join((rank + suit) * 2 for rank in ranks[low : low + 2])
    follower = work.rng.choice(work.other_seats(work.hands[index]["dealer"]))
    if void:
        trumps = [rank + trump for rank in work.rng.sample(ranks, 5)]
        held, without = [trumps[0], *trumps], [rank + suit for rank in ranks]
    else:
        held, without = [(ranks[at] + suit) * 2 for at in (low - 2, low - 1, -1)], []
    return _met(work, index, led, follower, trump, "".join(held), {follower: without})


def set_led(work: TrickWork, *, of_trumps: bool) -> TrickTable:
    """Deal a later hand anew: the banker leads a set of three (5·10·K), of trumps or not, into somebody who holds it too."""
    index = work.choose(work.ranked(1))
    level = work.hands[index]["level"]
    trump, suit = work.rng.sample(SUITS, 2)
    ctx = work.sheet.context(level, trump)
    packed = next((packed for packed, cls in ctx.trios.items() if cls == (TRUMP if of_trumps else SUITS.index(suit))), 0)
    led = "".join(ctx.unpack(packed))
    work.need(packed and level + trump not in work.sheet.cards.top_trumps and ctx.plays[led].cls != MIXED)
    follower = work.rng.choice(work.other_seats(work.hands[index]["dealer"]))
    plain = [rank for rank in RANKS if rank not in {level, *"5TK"}]
    more = "".join(rank + (trump if of_trumps else suit) for rank in work.rng.sample(plain, 3))
    return _met(work, index, led, follower, trump, led + more, NONE)


def _met(work: TrickWork, index: int, led: str, follower: str, trump: str, held: str, without: Barred) -> TrickTable:
    """The table at which it is the follower's turn, in trick 1 of a hand dealt so that its banker can lead some cards.

    The follower has some cards, and is not dealt others. Raises NoChance where the banker broke his up for the burial.
    """
    level, dealer = work.hands[index]["level"], work.hands[index]["dealer"]
    bid = work.opening(dealer, level + trump)
    table = work.declared_again(index, level, {dealer: led + bid[2:], follower: held}, [bid], without)
    work.need(table.ctx.contains(table.machine.hands[work.seat(dealer)], table.ctx.plays[led].cards))
    work.put(table, led)
    while table.turn != work.seat(follower):
        work.play(table)
    return table

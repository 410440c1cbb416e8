"""Records of the sheet `daguai` around a wanted position: 162 cards dealt about those a case names, and whole hands played.

What a case does not name is played as single cards and passes, legally by the oracle's reading, so that the only faults in a
record are those that the test put there.
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, Final

from paipu.replay.notation import PASS
from paipu.replay.record import GameRecord, Hand, HandClaims, OptionValue, Start
from tests.oracle.cards import cards_of, without
from tests.oracle.daguai import SEATS, SINGLES, THREE_DECKS, Reading, beats, next_seat, reading
from tests.rules.build import match

DG: Final = "daguai"
SIZE: Final = 27
A: Final = "135"
B: Final = "246"
ALTERNATING: Final = "135246"
"""An order out in which the first side has the first three places."""


def height(card: str) -> int:
    """Where a card stands among single cards (DG-3.2)."""
    return SINGLES.index(card if card in SINGLES else card[0])


def deal_around(holds: Mapping[str, str] | None = None, seed: int = 0) -> dict[str, list[str]]:
    """A full deal in which each seat has at least the cards in `holds`."""
    hands = {seat: cards_of((holds or {}).get(seat, "")) for seat in SEATS}
    pool = without(THREE_DECKS, [card for cards in hands.values() for card in cards])
    random.Random(seed).shuffle(pool)
    for seat in SEATS:
        room = SIZE - len(hands[seat])
        hands[seat] += pool[:room]
        del pool[:room]
    return hands


@dataclass
class Table:
    """A hand in play: tricks are appended in record notation. `out` has the seats that are out, in order."""

    deal: Mapping[str, Sequence[str]]
    hands: dict[str, list[str]]
    leader: str
    tricks: list[str] = field(default_factory=list)
    out: str = ""

    @property
    def first(self) -> str:
        """Who led the first trick."""
        return self.tricks[0][0] if self.tricks else self.leader

    def after(self, seat: str) -> str:
        """The next seat in order of play that is not out."""
        return next(other for other in (next_seat(seat, step) for step in range(1, 7)) if self.hands[other])

    def trick(self, *plays: str, leader: str | None = None) -> "Table":
        """Play a trick: these plays in turn, and then as many passes as end it, or none if the hand is over.

        What is no combination or does not beat what lies there counts as a pass, as the oracle has it.
        """
        seat = leader or self.leader
        made, holder, lying, passed = [seat], "", None, set[str]()
        rest = list(plays)
        while rest or not self.over:
            play = rest.pop(0) if rest else PASS
            made.append(play)
            cards = cards_of(play.partition("=")[0]) if play != PASS else []
            if cards and (lying is None or self.takes(cards, lying)):
                holder, lying, passed = seat, (reading(cards), len(cards)), set()
            else:
                passed.add(seat)
            self.lay(seat, cards)
            waiting = [other for other in SEATS if self.hands[other] and other != holder and other not in passed]
            if not rest and (not waiting or self.over):
                break
            seat = self.after(seat)
        self.tricks.append(" ".join(made))
        self.leader = holder if self.hands[holder] or self.over else self.after(holder)
        return self

    @staticmethod
    def takes(cards: Sequence[str], lying: tuple[Reading | None, int]) -> bool:
        """Whether some cards take the table from what lies there."""
        play = reading(cards)
        return play is not None and lying[1] == len(cards) and (lying[0] is None or beats(play, lying[0]))

    def lay(self, seat: str, cards: Sequence[str]) -> None:
        """Take cards out of a hand; cards that it has not got stand for others that it has."""
        held = self.hands[seat]
        left = held.copy()
        for card in cards:
            if card in left:
                left.remove(card)
        self.hands[seat] = left[: len(held) - len(cards)]
        if cards and not self.hands[seat] and seat not in self.out:
            self.out += seat

    @property
    def over(self) -> bool:
        """Whether five are out."""
        return len(self.out) >= 5

    def hand_over_to(self, seat: str) -> "Table":
        """The leader leads his lowest card, and another one takes the lead with his highest."""
        low, high = min(self.hands[self.leader], key=height), max(self.hands[seat], key=height)
        if height(low) >= height(high):
            raise ValueError(f"{seat} has no card above {low}")
        between, other = [], self.after(self.leader)
        while other != seat:
            between.append(PASS)
            other = self.after(other)
        return self.trick(low, *between, high)

    def go_out(self, seat: str, to: str | None = None) -> "Table":
        """A seat plays all its cards, one by one, and the last one, its lowest, is beaten by `to` if that is given."""
        while self.hands[seat]:
            if self.leader != seat:
                self.hand_over_to(seat)
            elif to is None:
                self.trick(min(self.hands[seat], key=height))
            elif len(self.hands[seat]) == 1:
                self.hand_over_to(to)
            else:
                self.trick(max(self.hands[seat], key=height))
        return self

    def finish(self, order: str | None = None) -> "Table":
        """Play until the hand is over, the seats going out in this order, or from the leader on."""
        for seat in order or "".join(next_seat(self.leader, step) for step in range(6)):
            if not self.over:
                self.go_out(seat)
        return self

    def hand(self, **changes: Any) -> Hand:
        """The hand as a record has it."""
        deal = {seat: " ".join(cards) for seat, cards in self.deal.items()}
        facts: dict[str, Any] = {"no": 1, "level": "2", "deal": deal, "lead": self.first, "tricks": tuple(self.tricks)}
        return Hand(**(facts | changes))


def table(holds: Mapping[str, str] | None = None, *, leader: str = "1", seed: int = 0) -> Table:
    """A table with all cards dealt; the leader is to lead."""
    deal = deal_around(holds, seed)
    return Table({seat: tuple(cards) for seat, cards in deal.items()}, deal, leader)


@cache
def _played(order: str, leader: str) -> tuple[Table, Hand]:
    board = table(leader=leader).finish(order)
    return board, board.hand()


def played(order: str = ALTERNATING, *, no: int = 1, leader: str | None = None, **changes: Any) -> Hand:
    """A whole faultless hand in which the seats go out in this order."""
    board, _ = _played(order, leader or order[0])
    assert (board.out + order[-1], board.first) == (order, leader or order[0])
    return board.hand(no=no, **changes)


def recorded(*hands: Hand, **others: Any) -> GameRecord:
    """A match of these hands."""
    return match(*hands, sheet=DG, **others)


def claimed(order: str = ALTERNATING, **claims: Any) -> GameRecord:
    """A match of one whole hand with an order out, and these claims about it."""
    return recorded(played(order, claims=HandClaims(**claims)))


def opened(
    holds: Mapping[str, str], *plays: str, leader: str = "1", options: Mapping[str, OptionValue] | None = None, **changes: Any
) -> GameRecord:
    """A whole hand whose first trick has these plays in turn; the rest is legal."""
    return recorded(table(holds, leader=leader).trick(*plays).finish().hand(**changes), options=options)


def alone(record: GameRecord, tricks: int = 1) -> GameRecord:
    """The record with the first tricks of its first hand alone."""
    (hand,) = record.hands
    return replace(record, hands=(replace(hand, tricks=(hand.tricks or ())[:tricks]),))


def answered(lead: str, answer: str, **others: Any) -> GameRecord:
    """A whole hand in which seat 1 leads some cards, and seat 2 puts others on them."""
    holds = {"1": lead.partition("=")[0], "2": answer.partition("=")[0]}
    return opened(holds, lead, answer, **others)


def led(lead: str, **others: Any) -> GameRecord:
    """A whole hand in which seat 1 leads these cards."""
    return opened({"1": lead.partition("=")[0]}, lead, **others)


def sheets(*orders: str | HandClaims, first: int = 1, **others: Any) -> GameRecord:
    """A match of score sheets: of each hand the order out, or its claims, and nothing else."""
    claims = [HandClaims(finish=order) if isinstance(order, str) else order for order in orders]
    return recorded(*(Hand(no=no, claims=made) for no, made in enumerate(claims, start=first)), **others)


def begun(dealer: str) -> Start:
    """Where a record begins: with this banker."""
    return Start(dealer=dealer)


def score(side: str, points: int) -> dict[str, int]:
    """The points of a hand that a side won."""
    return {A: points, B: 0} if side == A else {A: 0, B: points}

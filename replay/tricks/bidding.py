"""Declaring trump: the walk over the bids. What a bid shows and how strong it is comes from the sheet."""

from collections.abc import Callable, Iterable
from typing import NamedTuple


class Reading(NamedTuple):
    """What some shown cards declare: the trump, how strong the declaration is, and whether it can win the bank."""

    trump: str
    strength: int
    takes_bank: bool


class Standing(NamedTuple):
    """The declaration in force: who made it, with which cards, and as what."""

    seat: str
    cards: tuple[str, ...]
    reading: Reading


class Bid(NamedTuple):
    """One bid of a record: the seat, the cards shown, and the suit named where the cards leave a choice."""

    seat: str
    cards: tuple[str, ...]
    named: str | None


class BidFault(NamedTuple):
    """Why a bid is illegal: a check code and what would have been needed, in record notation."""

    code: str
    expected: str


class BidRules(NamedTuple):
    """A sheet's bidding.

    `first` and `over` read a first declaration and an over-declaration, None where the shape is wrong; `reinforce` reads what
    the declarer adds to his own (加固). `strictly_higher`: an over-declaration must be stronger than what stands.
    `bank_by_bid_always`: the bank goes to the declarer in every hand, not only in the first.
    """

    first: Callable[[tuple[str, ...], str], Reading | None]
    over: Callable[[tuple[str, ...], str], Reading | None]
    reinforce: Callable[[Standing, tuple[str, ...], str], Reading | None]
    first_shape: str
    over_shape: str
    strictly_higher: bool = True
    bank_by_bid_always: bool = False


class Outcome(NamedTuple):
    """Where the bids lead: trump and the bank (None where nobody declared or nobody could win it), and the faults."""

    trump: str | None
    banker: str | None
    faults: tuple[tuple[int, BidFault], ...]


def parse_bid(text: str) -> Bid:
    """A bid in notation: `"N LJ2h"`, `"S 5h5h=c"`."""
    seat, _, shown = text.partition(" ")
    cards, _, named = shown.partition("=")
    return Bid(seat, tuple(cards[i : i + 2] for i in range(0, len(cards), 2)), named or None)


def judge_bids(rules: BidRules, bids: Iterable[Bid], level: str, *, accept_illegal: bool) -> Outcome:
    """Walk the bids. With `accept_illegal` a bid that shows a readable trump stands although it was illegal."""
    standing: Standing | None = None
    first_declarer: str | None = None
    first_over: str | None = None
    faults: list[tuple[int, BidFault]] = []
    for index, bid in enumerate(bids):
        reading, fault, over = _judge(rules, bid, standing, level)
        if fault is not None:
            faults.append((index, fault))
            if not accept_illegal:
                continue
            reading = reading or _any_reading(bid.cards, level)
        if reading is None:
            continue
        if standing is None:
            first_declarer = bid.seat if reading.takes_bank else None
        elif over and reading.takes_bank and first_over is None:
            first_over = bid.seat
        cards = bid.cards if over or standing is None else standing.cards + bid.cards
        standing = Standing(bid.seat, cards, reading)
    trump = standing.reading.trump if standing else None
    return Outcome(trump, first_over or first_declarer, tuple(faults))


def _judge(rules: BidRules, bid: Bid, standing: Standing | None, level: str) -> tuple[Reading | None, BidFault | None, bool]:
    """The reading of a bid, its fault, and whether it is an over-declaration rather than an added card."""
    if standing is None:
        reading = rules.first(bid.cards, level)
        return reading, None if reading else BidFault("BID-DECLARE", rules.first_shape), True
    if bid.seat == standing.seat:
        reading = rules.reinforce(standing, bid.cards, level)
        if reading is not None:
            return reading, None, False
        return rules.over(bid.cards, level), BidFault("BID-SELF", f"{bid.seat} +{standing.reading.trump}"), True
    reading = rules.over(bid.cards, level)
    if reading is None:
        return None, BidFault("BID-OVER", rules.over_shape), True
    if rules.strictly_higher and reading.strength <= standing.reading.strength:
        return reading, BidFault("BID-RANK", f"> {''.join(standing.cards)}"), True
    return reading, None, True


def _any_reading(cards: tuple[str, ...], level: str) -> Reading | None:
    """The trump that an ill-shaped bid shows all the same: the suit of its level cards, if they agree."""
    suits = {card[1] for card in cards if card[0] == level}
    return Reading(suits.pop(), 0, takes_bank=True) if len(suits) == 1 else None

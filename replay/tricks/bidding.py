"""Declaring trump: the walk over the bids, and over what is shown to take the kitty up again (炒底).

What some cards show and how strong that is comes from the sheet.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final, Literal, NamedTuple

from paipu.replay.cards import split_cards
from paipu.replay.groups import Group
from paipu.replay.notation import NOTHING, read_bid
from paipu.replay.record import KittyAction
from paipu.replay.tricks.trump import NO_TRUMP

TOP: Final = 1_000
"""More than the strength of any declaration."""


class Reading(NamedTuple):
    """What some shown cards declare.

    `trump`, None where the declarer must name it and did not; how strong the declaration is; whether it can win the bank;
    `closes`, the strength up to which nothing may be declared over it; and whether it puts the levels at stake (`stakes`,
    上天入地).
    """

    trump: str | None
    strength: int
    takes_bank: bool
    closes: int = 0
    stakes: bool = False


class Standing(NamedTuple):
    """The declaration in force: who made it, with which cards, as what, and whether it was the first."""

    seat: str
    cards: tuple[str, ...]
    reading: Reading
    first: bool


class Bid(NamedTuple):
    """One bid of a record: the seat, the cards shown, and the suit named where the cards leave a choice."""

    seat: str
    cards: tuple[str, ...]
    named: str | None = None


class BidFault(NamedTuple):
    """Why a bid is illegal: a check code and what would have been needed, in record notation."""

    code: str
    expected: str


class BidRules(Group):
    """A sheet's bidding.

    `first` and `over` read a first declaration and an over-declaration, None where the shape is wrong; a sheet without `over`
    takes the pairs that `first` takes, with `over_by_single` single cards too. `reinforce` reads what the declarer adds to his
    own (加固, 自保). Where a reading closes the declaring it does so up to its strength and `closes_at_most`; `stays_open`: not
    at all. An over-declaration must be stronger than what stands, except among those up to `unranked_up_to`.
    `pairs_spent`: cards once shown as a pair cannot be shown again. `bank_to`: the bank goes to the first over-declarer if
    there is one, or to the last declarer; `bank_by_bid_always`: in every hand, not only in the first. `until_buried`: what is
    shown after the kitty was taken and before the burial still declares (D-SK-21). `no_trump_over`: the least strength over
    which no trump may be declared (SK-a). `attackers_only`: the bank's side shows nothing. `closed_by_kitty`: nobody declares
    once the kitty has named the trump (SK-2.2d). `by_name` are the cards that a clause of their own names (CDP-3.2c).
    """

    first: Callable[[Bid, str], Reading | None]
    reinforce: Callable[[Standing, Bid, str], Reading | None]
    first_shape: str
    over_shape: str
    over: Callable[[Bid, str], Reading | None] | None = None
    over_by_single: bool = False
    stays_open: bool = False
    closes_at_most: int = TOP
    unranked_up_to: int = 0
    pairs_spent: bool = False
    bank_to: Literal["first_over", "last"] | None = None
    bank_by_bid_always: bool = False
    until_buried: bool = False
    no_trump_over: int = 0
    attackers_only: bool = False
    closed_by_kitty: bool = False
    own_ends: bool = False
    by_name: frozenset[str] = frozenset()

    def over_reading(self, bid: Bid, level: str) -> Reading | None:
        """What some cards over-declare, None if they cannot."""
        if self.over is not None:
            return self.over(bid, level)
        return self.first(bid, level) if _is_pair(bid.cards) or self.over_by_single else None


class Outcome(NamedTuple):
    """Where the bids lead.

    Trump and the bank (None where nobody declared or nobody could win it), the faults by index, the declaration that stands,
    the pairs already shown, and the seats that put the levels at stake. `taker` is the last who took the kitty up again,
    `kitty_faults` are those of the asking by the index of the kitty's actions, `unasked` the seat at which it breaks off.
    """

    trump: str | None
    banker: str | None
    faults: tuple[tuple[int, BidFault], ...]
    standing: Standing | None = None
    spent: frozenset[tuple[str, ...]] = frozenset()
    stakes: tuple[str, ...] = ()
    taker: str | None = None
    kitty_faults: tuple[tuple[int, BidFault], ...] = ()
    unasked: str | None = None


@lru_cache(maxsize=4096)
def parse_bid(text: str) -> Bid:
    """A bid in notation: `"N LJ2h"`, `"S 5h5h=c"`."""
    seat, shown = read_bid(text)
    return Bid(seat, tuple(split_cards(shown.cards)), shown.suit or None)


def shown_by(seat: str, text: str) -> Bid:
    """What a seat showed, in notation: `"2c2c"`, `"5h5h=c"`."""
    return parse_bid(f"{seat} {text}")


def judge_bids(rules: BidRules, bids: Iterable[Bid], level: str, *, accept_illegal: bool, from_first: bool = True) -> Outcome:
    """Where the bids lead. With `accept_illegal` a bid that shows a readable trump stands although it was illegal.

    Unless they are on record `from_first` on, others were made before them.
    """
    walk = _walk if type(rules) is BidRules else _walk.__wrapped__  # a watched copy would be read whole to look it up
    return walk(rules, tuple(bids), level, accept_illegal=accept_illegal, from_first=from_first)


@lru_cache(maxsize=4096)
def _walk(rules: BidRules, bids: tuple[Bid, ...], level: str, *, accept_illegal: bool, from_first: bool) -> Outcome:
    """The same, remembered: the same few bids are made over and over."""
    standing: Standing | None = None
    banker: str | None = None
    taken_over = False
    spent: set[tuple[str, ...]] = set()
    shown: set[tuple[str, str]] = set()
    stakes: list[str] = []
    faults: list[tuple[int, BidFault]] = []
    for index, bid in enumerate(bids):
        unknown = rules.over_reading(bid, level) if standing is None and not from_first else None
        reading, fault, over = (unknown, None, True) if unknown else _judge(rules, bid, standing, level, spent)
        again = reading is not None and (bid.seat, bid.cards[0]) in shown
        if fault is None and again and rules.own_ends and standing is not None and standing.seat != bid.seat:
            fault = BidFault("BID-SELF", NOTHING)
        if fault is not None:
            faults.append((index, fault))
            if not accept_illegal:
                continue
            reading = reading or any_reading(bid.cards, level)
        if reading is None:
            continue
        shown.add((bid.seat, bid.cards[0]))
        if reading.takes_bank and from_first and (standing is None or (over and (rules.bank_to == "last" or not taken_over))):
            banker = bid.seat
            taken_over = standing is not None
        if reading.stakes:
            stakes.append(bid.seat)
        cards = bid.cards if over or len(bid.cards) > 1 or standing is None else standing.cards + bid.cards
        first = from_first if standing is None else not over and standing.first
        standing = Standing(bid.seat, cards, reading, first)
        if _is_pair(cards):
            spent.add(cards)
    trump = standing.reading.trump if standing else None
    return Outcome(trump, banker, tuple(faults), standing, frozenset(spent), tuple(stakes))


def _judge(
    rules: BidRules, bid: Bid, standing: Standing | None, level: str, spent: set[tuple[str, ...]]
) -> tuple[Reading | None, BidFault | None, bool]:
    """The reading of a bid, its fault, and whether it is an over-declaration rather than an added card."""
    if standing is None:
        reading = rules.first(bid, level)
        return reading, None if reading else BidFault("BID-DECLARE", rules.first_shape), True
    if bid.seat == standing.seat:
        reading = rules.reinforce(standing, bid, level)
        if reading is not None:
            whole = rules.first(bid._replace(cards=bid.cards if _is_pair(bid.cards) else standing.cards + bid.cards), level)
            return reading._replace(stakes=whole is not None and whole.stakes), None, False
        return rules.over_reading(bid, level), BidFault("BID-SELF", may_add(rules, standing, level)), True
    reading = rules.over_reading(bid, level)
    if reading is None:
        return None, BidFault("BID-OVER", rules.over_shape), True
    if not rules.stays_open and min(standing.reading.closes, rules.closes_at_most) >= reading.strength:
        return reading, BidFault("BID-CLOSED", "".join(standing.cards)), True
    if rules.pairs_spent and bid.cards in spent:
        return reading, BidFault("BID-SPENT", rules.over_shape), True
    unranked = max(reading.strength, standing.reading.strength) <= rules.unranked_up_to
    too_low = reading.strength <= standing.reading.strength and not unranked
    if too_low or (reading.trump == NO_TRUMP and standing.reading.strength < rules.no_trump_over):
        return reading, BidFault("BID-RANK", f"> {''.join(standing.cards)}"), True
    return reading, None, True


def may_add(rules: BidRules, standing: Standing, level: str) -> str:
    """What a declarer may add to his own declaration: the card, or the pair that it makes; nothing where that is nothing."""
    own = (card for card in dict.fromkeys(standing.cards) if card[0] == level)
    ways = ((card,) * count for card in own for count in (1, 2))
    found = ("".join(cards) for cards in ways if rules.reinforce(standing, Bid(standing.seat, cards), level) is not None)
    return next(found, NOTHING)


def idle_name(rules: BidRules, bid: Bid, level: str) -> str | None:
    """What the cards of a bid make trump whatever suit is named beside them; None where naming is right, or was not done."""
    if bid.named is None:
        return None
    reading = rules.first(bid._replace(named=None), level)
    return reading.trump if reading is not None and reading.trump != bid.named else None


def beyond_decks(
    shown: Iterable[Bid], copies: int, dealt: Mapping[str, Mapping[str, int]] | None = None
) -> Iterator[tuple[int, str, int]]:
    """The bids by which one card more than the decks have was in the hands of all: index, card, and how many.

    `shown` are of cards dealt to who shows them. Of the seats in `dealt` it is known what they held, and these are not held
    against it here.
    """
    held = {seat: Counter(cards) for seat, cards in (dealt or {}).items()}
    for index, bid in enumerate(shown):
        if dealt is not None and bid.seat in dealt:
            continue
        mine = held.setdefault(bid.seat, Counter())
        for card, count in Counter(bid.cards).items():
            before = sum(cards[card] for cards in held.values())
            mine[card] = max(mine[card], count)
            after = sum(cards[card] for cards in held.values())
            if before <= copies < after:
                yield index, card, after


def case_of_shape(rules: BidRules, bid: Bid, level: str) -> str | None:
    """In what case the shape of a bid is wrong, as in `clause_for`.

    `nothing` was shown; none but `attackers` show anything (CDP-4.3e); cards that a clause names declare as a pair alone
    (`paired`, CDP-3.2c); or there is `no_level_card` among them.
    """
    if rules.attackers_only:
        return "attackers"
    if not bid.cards:
        return "nothing"
    if rules.by_name.issuperset(bid.cards) and not any(rules.first(bid._replace(cards=(card,)), level) for card in bid.cards):
        return "paired"
    return None if any(card[0] == level for card in bid.cards) else "no_level_card"


def opens_by_name(rules: BidRules, bid: Bid) -> bool:
    """Whether the first cards shown are some that a clause names, none of which gives the bank by its letter (CDP-3.1a)."""
    return len(bid.cards) > 1 and rules.by_name.issuperset(bid.cards)


def _is_pair(cards: Sequence[str]) -> bool:
    return len(cards) == 2 and cards[0] == cards[1]


def any_reading(cards: tuple[str, ...], level: str) -> Reading | None:
    """The trump that an ill-shaped bid shows all the same: the suit of its level cards, if they agree."""
    suits = {card[1] for card in cards if card[0] == level}
    return Reading(suits.pop(), 0, takes_bank=True) if len(suits) == 1 else None


class ReopenRules(Group):
    """Taking the kitty up again after the burial (炒底).

    `show` reads the pair that must be shown, None where the shape is wrong; `shape` says what is needed. `pairs_spent`: a pair
    once shown cannot be shown again. `declarer_asked`: he whose declaration stands is asked too, unless he buried (D-CDP-22b).
    `leads`: the last to take the kitty up leads the first trick, not the banker (D-CDP-06).
    `burier_protects`: the side that buried last protects the kitty, not always the bank (D-CDP-07).
    """

    show: Callable[[Bid, str], Reading | None]
    shape: str
    pairs_spent: bool
    leads: bool
    burier_protects: bool
    declarer_asked: bool = False


def may_reopen(rules: ReopenRules, cards: Mapping[str, int], level: str) -> bool:
    """Whether who holds these cards can show what it takes to take the kitty up again."""
    return any(count > 1 and rules.show(Bid("", (card, card)), level) is not None for card, count in cards.items())


class _Asking:
    """Who is asked, after the burial and after each time that the kitty was taken up (CDP-3.5a, b).

    The others are asked in order of play. He whose declaration stands is not asked, nor he who has just buried: a pass of
    theirs does no harm, but neither may take the kitty up before another has. Who has passed is asked again only after
    somebody else has taken the kitty up. Who showed what takes nothing up may answer again or not: no sheet says. `burier` is
    empty where nobody knows who buried.
    """

    def __init__(self, rules: ReopenRules, seats: Sequence[str], before: Outcome, burier: str, *, written: bool) -> None:
        self.rules, self.seats, self.written = rules, seats, written
        self.holder = before.standing.seat if before.standing else None
        self.spent = set(before.spent)
        self.began(burier)

    def began(self, burier: str) -> None:
        """Ask the others anew, from the left of who has just buried."""
        self.burier = burier
        self.passed: set[str] = set()
        self.refused: set[str] = set()

    @property
    def unasked(self) -> set[str]:
        """The seats that nobody has to ask."""
        return {self.burier, *self.passed, *(() if self.rules.declarer_asked or self.holder is None else (self.holder,))}

    def next_asked(self) -> str | None:
        """The seat to be asked now, None when nobody is left."""
        first = self.seats.index(self.burier) + 1 if self.burier in self.seats else 0
        order = [self.seats[(first + k) % len(self.seats)] for k in range(len(self.seats))]
        return next((seat for seat in order if seat not in self.unasked | self.refused), None)

    def early(self, seat: str) -> BidFault | None:
        """That another is to be asked before this seat."""
        due = self.next_asked()
        in_turn = due in {None, seat} or seat in self.unasked | self.refused
        return BidFault("KITTY-ORDER", due or NOTHING) if self.written and not in_turn else None

    def passes(self, seat: str) -> BidFault | None:
        """A seat says that it does not take the kitty up."""
        early = self.early(seat)
        self.passed.add(seat)
        return early

    def takes(self, bid: Bid, reading: Reading | None) -> BidFault | None:
        """Why a seat may not take the kitty up now with what it shows, None if it may."""
        if bid.seat in self.passed:
            return BidFault("KITTY-BACK", self.next_asked() or NOTHING)
        if bid.seat == self.burier:
            return BidFault("KITTY-OWN", f"≠ {self.burier}")
        if bid.seat == self.holder and not self.rules.declarer_asked:
            return BidFault("KITTY-SELF", f"≠ {self.holder}")
        if reading is None:
            return BidFault("KITTY-SHOW", self.rules.shape)
        if self.rules.pairs_spent and bid.cards in self.spent:
            return BidFault("BID-SPENT", self.rules.shape)
        return self.early(bid.seat)


def _first_burial(actions: Sequence[KittyAction]) -> int | None:
    """Which action is the burial before anybody was asked; None where that is not on record."""
    burial = next((index for index, action in enumerate(actions) if action.bury is not None), None)
    if burial is None and actions and actions[0].silent:
        burial = 0  # of which nobody saw a card
    if burial is not None and actions[burial].show is not None:
        burial = None  # somebody took up one that is not on record
    return burial


def judge_reopening(
    rules: ReopenRules,
    actions: Sequence[KittyAction],
    seats: Sequence[str],
    before: Outcome | None,
    level: str,
    *,
    accept_illegal: bool,
    banker: str | None = None,
) -> Outcome:
    """Walk the answers of those who were asked after the burial, the first that is on record if it shows nothing (CDP-3.5).

    `before` is where the bids led, None if they are not on record; the result is the same with what the asking changed. Where
    the burial is not on record it is the `banker`'s, None where he is not known, and the answers count all the same. Where
    no pass at all is recorded, passes are taken as not written down and the order of asking is not judged; nor is it before
    the first who takes the kitty up if the bids, and so the declarer who is not asked, or the burial are not on record.
    """
    known = before is not None
    before = before or Outcome(None, None, ())
    burial = _first_burial(actions)
    if burial != 0:
        known = False
    burier = actions[burial].seat if burial is not None else banker or ""
    answers = [(index, action) for index, action in enumerate(actions) if index != burial]
    trump, standing, stakes = before.trump, before.standing, list(before.stakes)
    taker: str | None = None
    faults: list[tuple[int, BidFault]] = []
    written = any(action.passed for _, action in answers)
    asking = _Asking(rules, seats, before, burier, written=written and known)
    for index, action in answers:
        if action.passed:
            fault = asking.passes(action.seat)
            faults += [(index, fault)] if fault else []
            continue
        bid = shown_by(action.seat, action.show or "")
        reading = rules.show(bid, level)
        fault = asking.takes(bid, reading)
        if fault is not None:
            faults.append((index, fault))
            reading = (reading or any_reading(bid.cards, level)) if accept_illegal else None
        if reading is None:
            asking.refused.add(action.seat)
        else:
            trump, asking.holder, taker = reading.trump, action.seat, action.seat
            standing = Standing(action.seat, bid.cards, reading, first=False)
            asking.spent.add(bid.cards)
            if reading.stakes:
                stakes.append(action.seat)
            asking.began(action.seat)
            asking.written = written
    return before._replace(
        trump=trump,
        standing=standing,
        spent=frozenset(asking.spent),
        stakes=tuple(stakes),
        taker=taker,
        kitty_faults=tuple(faults),
        unasked=asking.next_asked() if asking.written else None,
    )

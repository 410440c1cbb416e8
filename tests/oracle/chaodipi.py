"""炒地皮 (sheet 000) read a second time, by brute force, default options only.

Clause ids are those of the rule notes: CDP-… the sheet itself, D-CDP-…, CDP-a to CDP-f and X-… what was
decided where it is silent. A *class* of cards is a side suit (`s h c d`) or `T`, all the trumps
together. Every function takes the level and the trump (`s h c d NT`) of the hand, and works on lists of
card strings, two decks, so at most two copies of a card. The level is a rank, or `flag` for 扛旗: no
level cards, trump NT, and the trumps are the two fives of hearts and the jokers (CDP-4.3a).

What cannot have happened at a table (a card played that was not held, a lead of two suits) is a
ValueError: the oracle referees only what is possible.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Final, Literal, NamedTuple, NotRequired, TypedDict

from tests.oracle import incidents as incidents_of
from tests.oracle.cards import (
    JOKERS,
    RANKS,
    SEATS,
    SIDES,
    SUITS,
    Multiset,
    cards_of,
    contains,
    doubled,
    multiset,
    next_seat,
    other_side,
    play_of,
    seats_from,
    side_of,
    without,
)
from tests.oracle.tractors import Component, Run, Shape, Tractors, both_copies, selections

FLAG: Final = "flag"
LEVELS: Final = (*RANKS, FLAG)
HEART_FIVE: Final = "5h"
KITTY_SIZE: Final = 8

# ---------------------------------------------------------------------------------------- classes and order


def effective_suit(card: str, level: str, trump: str) -> str:
    """The class of a card (X-3): jokers, 5h, level cards and the trump suit are trumps."""
    if card in JOKERS or card == HEART_FIVE or card[0] == level or card[1] == trump:
        return "T"
    return card[1]


def ladder(suit: str, level: str, trump: str) -> list[list[str]]:
    """The rungs of a class, lowest first; the cards on one rung are equal.

    D-CDP-05: 5h, BJ, LJ, the level card of the trump suit, the other level cards (all equal), A … 2. At
    level 5 with hearts the level card of the trump suit is 5h, on top. This is height only: what is
    adjacent is said by `stretches`.
    """
    if suit != "T":
        return [[rank + suit] for rank in RANKS if effective_suit(rank + suit, level, trump) == suit]
    plain: list[list[str]] = []
    main: list[str] = []
    if trump != "NT":
        plain = [[rank + trump] for rank in RANKS if rank != level and rank + trump != HEART_FIVE]
        main = [level + trump] if level != FLAG and level + trump != HEART_FIVE else []
    side_level = [level + s for s in SUITS if level != FLAG and s != trump and level + s != HEART_FIVE]
    rungs = [*plain, side_level, main, ["LJ"], ["BJ"], [HEART_FIVE]]
    return [rung for rung in rungs if rung]


def five_ten_king(cards: Sequence[str], level: str, trump: str) -> str | None:
    """The class of which exactly these three cards are a 5·10·K (CDP-5.1a), or None.

    K, T and 5 of the trump suit are that of `T`, hearts too (D-CDP-10). In a game without heart trumps
    the 5h sinks into the hearts, and the class is `h`, though 5h is a trump; nothing else sinks, so at
    level T and K there is none, and at level 5 only that of the side suit hearts (D-CDP-11, CDP-c).
    """
    if len(cards) != 3 or any(card in JOKERS for card in cards):
        return None
    suits = {card[1] for card in cards}
    if {card[0] for card in cards} != {"5", "T", "K"} or len(suits) != 1:
        return None
    suit = suits.pop()
    sunk = [card for card in cards if card[0] == level and not (card == HEART_FIVE and trump != "h")]
    if sunk:
        return None
    return "T" if suit == trump else suit


def led_class(lead: Sequence[str], level: str, trump: str) -> str:
    """The class that a lead asks for: that of its 5·10·K, else the one that its cards share. ValueError
    where there is none.
    """
    led = five_ten_king(lead, level, trump) or class_of(lead, level, trump)
    if led is None:
        raise ValueError(f"not a lead of one class: {lead}")
    return led


# ---------------------------------------------------------------------------------------- pairs and tractors


def stretches(suit: str, level: str, trump: str) -> list[list[str]]:
    """The cards of a class in stretches, lowest first, within which neighbours are adjacent (CDP-5.2).

    A side suit is one stretch that closes over the level rank (hollow, D-CDP-34), hearts over the five
    too (D-CDP-19), and over both where they lie side by side (CDP-a); over nothing else. The trump suit
    breaks there instead: hollow trumps are no tractor. LJ and BJ are adjacent; level cards and 5h are
    adjacent to nothing. A touches no 2 (X-13).
    """
    if suit != "T":
        return [[rung[0] for rung in ladder(suit, level, trump)]]
    found: list[list[str]] = [[]]
    if trump != "NT":
        for rank in RANKS:
            if rank == level or rank + trump == HEART_FIVE:
                found.append([])
            else:
                found[-1].append(rank + trump)
    return [*found, list(JOKERS)]


def runs_in(cards: Sequence[str], level: str, trump: str) -> list[Run]:
    """Every tractor that can be picked out of cards of one class, parts of longer ones too (CDP-5.2)."""
    suit = class_of(cards, level, trump)
    if suit is None:
        return []
    pairs = doubled(cards)
    found: list[Run] = []
    for stretch in stretches(suit, level, trump):
        for first in range(len(stretch)):
            for last in range(first + 1, len(stretch)):
                run = stretch[first : last + 1]
                if all(card in pairs for card in run):
                    found.append(tuple(run))
    return found


def components(cards: Sequence[str], level: str, trump: str) -> list[Component]:
    """What cards of one class are made of: tractors, as long as they go, pairs, singles; longer before
    shorter, higher before lower. ValueError for mixed classes.

    No card can stand in two tractors that do not join into one, so there is one way to see it. A 5·10·K
    is three singles here.
    """
    if cards and class_of(cards, level, trump) is None:
        raise ValueError(f"not of one class: {cards}")
    parts: list[Component] = []
    rest = list(cards)
    while runs := runs_in(rest, level, trump):
        run = max(runs, key=len)
        parts.append(Component("tractor", tuple(both_copies(run)), order(run[-1], level, trump)))
        rest = without(rest, both_copies(run))
    pairs = doubled(rest)
    parts += [Component("pair", (card, card), order(card, level, trump)) for card in pairs]
    parts += [Component("single", (card,), order(card, level, trump)) for card in rest if card not in pairs]
    return sorted(parts, key=lambda part: (-part.pairs, -part.top, part.cards))


TRACTORS: Final = Tractors(effective_suit, ladder, runs_in, components)
order, class_of, of_class = TRACTORS.order, TRACTORS.class_of, TRACTORS.of_class
is_tractor, beaten_by, height = TRACTORS.is_tractor, TRACTORS.beaten_by, TRACTORS.height
"""What stands on the rungs and stretches above, read as on every sheet of tractors; what 5·10·K change of it is said below."""


def shape_of(lead: Sequence[str], level: str, trump: str) -> Shape:
    """The shape of a lead. A 5·10·K asks for neither pairs nor tractors."""
    if five_ten_king(lead, level, trump) is not None:
        return Shape((), 0)
    return TRACTORS.shape_of(lead, level, trump)


# ---------------------------------------------------------------------------------------- following

Fault = Literal["size", "suit", "pair", "tractor", "five_ten_king", "top_trumps", "top_trumps_disputed"]


def follow_fault(hand: Sequence[str], lead: Sequence[str], play: Sequence[str], level: str, trump: str) -> Fault | None:
    """What a follower does wrong, or None. `hand` is all that he held when it was his turn, the play
    included.

    In this order: as many cards as were led (`size`); the led class as long as he has it (`suit`, X-3,
    CDP-6.6); then what the lead asks for inside its class (CDP-5.3).
    """
    if not contains(hand, play):
        raise ValueError(f"{play} is not in the hand {hand}")
    led = led_class(lead, level, trump)
    special = five_ten_king(lead, level, trump)
    if len(play) != len(lead):
        return "size"
    if special is not None and special == five_ten_king(play, level, trump) != "T":
        return None  # a 5h that sinks makes this a heart follow, whatever other hearts he has (D-CDP-12)
    held = of_class(hand, led, level, trump)
    shown = of_class(play, led, level, trump)
    if len(shown) < min(len(held), len(lead)):
        return "suit"
    if special == "T":
        return top_trumps_fault(held, shown, play, level, trump)
    if special is not None:
        return "five_ten_king" if holds_five_ten_king(held, level, trump) else None
    return TRACTORS.structure_fault(held, shown, shape_of(lead, level, trump), level, trump)


def top_trumps_fault(
    held: Sequence[str], shown: Sequence[str], play: Sequence[str], level: str, trump: str
) -> Literal["top_trumps", "top_trumps_disputed"] | None:
    """CDP-5.1b: a trump 5·10·K draws the three highest trumps of each, or all that he has (D-CDP-14); of
    equal ones, any.

    Who shows his own trump 5·10·K instead is disputed (D-CDP-13).
    """
    owed = sorted((order(card, level, trump) for card in held), reverse=True)[:3]
    if sorted((order(card, level, trump) for card in shown), reverse=True) == owed:
        return None
    return "top_trumps_disputed" if five_ten_king(play, level, trump) == "T" else "top_trumps"


def holds_five_ten_king(cards: Sequence[str], level: str, trump: str) -> bool:
    """Whether some three of the cards are a 5·10·K."""
    return any(five_ten_king(three, level, trump) is not None for three in combinations(cards, 3))


def legal_follows(hand: Sequence[str], lead: Sequence[str], level: str, trump: str, *, disputed: bool = False) -> set[Multiset]:
    """Every legal answer of a hand to a lead, by trying all its subsets: for small hands.

    With `disputed` those too that are legal in the other reading only (D-CDP-13).
    """
    fine: tuple[Fault | None, ...] = (None, "top_trumps_disputed") if disputed else (None,)
    return {play for play in selections(hand, len(lead)) if follow_fault(hand, lead, list(play), level, trump) in fine}


# ---------------------------------------------------------------------------------------- throws


def throw_test(lead: Sequence[str], other_hands: Sequence[Sequence[str]], level: str, trump: str) -> set[Multiset] | None:
    """None if the lead stands, else the pieces of which one must be led instead (CDP-6.8, X-7, X-8).

    `other_hands` are the three other hands, the partner's among them, each asked alone. One single
    component is no throw and always stands, and so does a 5·10·K of exactly three cards (D-CDP-35).
    X-9: trumps may be thrown. In a failed throw the highest level that is blocked decides: tractors,
    longer ones before shorter, then pairs, then singles (X-19). At that level the smallest piece of the
    throw stands; of several equally small, any (X-20).
    """
    if five_ten_king(lead, level, trump) is not None:
        return None
    parts = components(lead, level, trump)
    blocked = [part for part in parts if any(beaten_by(part, hand, level, trump) for hand in other_hands)]
    if len(parts) == 1 or not blocked:
        return None
    at_level = [part for part in parts if part.pairs == max(part.pairs for part in blocked)]
    smallest = min(part.top for part in at_level)
    return {multiset(part.cards) for part in at_level if part.top == smallest}


def throw_fine(lead: Sequence[str]) -> int:
    """What a failed throw costs (CDP-6.8): ten for every card thrown."""
    return 10 * len(lead)


# ---------------------------------------------------------------------------------------- who wins


def winner(plays: Sequence[tuple[str, Sequence[str]]], level: str, trump: str) -> str:
    """Who wins a trick. `plays` are (seat, cards) in the order played; what stood of a throw leads it.

    A trump 5·10·K wins (D-CDP-14); one of a side suit is beaten by a trump 5·10·K alone (CDP-5.1c), the
    first of them (D-CDP-15). Under any other lead a 5·10·K is small, of trumps too (CDP-5.1d). Else a
    play takes part if it has as many cards as the lead, all of the led class or all trumps, and the
    shape of the lead (X-5), whether or not it was a legal follow. Trumps beat a side suit; else the
    higher (X-6); equal cards, the earlier (X-2).
    """
    leader, lead = plays[0]
    led = led_class(lead, level, trump)
    special = five_ten_king(lead, level, trump)
    if special is not None:
        ruffs = [seat for seat, cards in plays[1:] if five_ten_king(cards, level, trump) == "T"]
        return ruffs[0] if ruffs and special != "T" else leader
    shape = shape_of(lead, level, trump)
    best_seat, best = leader, (led == "T", height(lead, shape, level, trump) or 0)
    for seat, cards in plays[1:]:
        suit = class_of(cards, level, trump)
        if len(cards) != len(lead) or suit is None or suit not in (led, "T"):
            continue
        if five_ten_king(cards, level, trump) is not None:
            continue
        high = height(cards, shape, level, trump)
        if high is not None and (suit == "T", high) > best:
            best_seat, best = seat, (suit == "T", high)
    return best_seat


# ---------------------------------------------------------------------------------------- points and levels


def points(cards: Sequence[str]) -> int:
    """X-1: a 5 is 5, 5h too, a ten and a king are 10."""
    return sum({"5": 5, "T": 10, "K": 10}.get(card[0], 0) for card in cards)


def kitty_multiplier(winning_cards: Sequence[str], level: str, trump: str) -> int:
    """CDP-4.4: by what the kitty counts when attackers win the last trick with these cards.

    The winner's own cards decide (X-12): a tractor of n pairs among them, the longest, ×4n; else a pair
    ×4; else ×2, a 5·10·K too (CDP-d).
    """
    runs = runs_in(winning_cards, level, trump)
    if runs:
        return 4 * max(len(run) for run in runs)
    return 4 if doubled(winning_cards) else 2


def holds_five_ten_king_bottom(winning_cards: Sequence[str], level: str, trump: str) -> bool:
    """CDP-5.1f: whether three of the cards that won the last trick are a 5·10·K: 上天入地 if an attacker
    won it, and there is a kitty (not in 扛旗).
    """
    return level != FLAG and holds_five_ten_king(winning_cards, level, trump)


def raised(level: str, steps: int) -> str:
    """A level so many steps up; it stops at A (D-CDP-03). A side that waits for 扛旗 stays there."""
    if level == FLAG:
        return FLAG
    return RANKS[min(RANKS.index(level) + steps, len(RANKS) - 1)]


def next_dealer(dealer: str, office: str) -> str:
    """X-14 (D-CDP-04): the dealer's partner if his side stays in office, else his 下家."""
    return next_seat(dealer, 2) if office == side_of(dealer) else next_seat(dealer)


class AfterHand(NamedTuple):
    """Levels, the next dealer (None when the 局 is over), how often each side has failed at 扛旗 since it
    got there, whether the 局 is over: then the banker's side has won it.
    """

    levels: dict[str, str]
    dealer: str | None
    failures: dict[str, int]
    over: bool


def after_hand(
    levels: Mapping[str, str],
    dealer: str,
    points: int,
    *,
    stakes: Collection[str] = (),
    bottom: bool = False,
    flag: bool | None = None,
    failures: Mapping[str, int] | None = None,
) -> AfterHand:
    """What a hand does to the 局. `points` are the attackers', penalties included.

    `stakes` are the sides that used 5h5h (CDP-4.3d; in 扛旗, that showed it, CDP-4.3e); `bottom`: an
    attacker won the last trick with a 5·10·K (CDP-5.1f). `flag`, whether the hand was 扛旗, follows from
    the level of the banker's side (D-CDP-32) unless it is given.
    """
    bank = side_of(dealer)
    failed = {side: (failures or {}).get(side, 0) for side in SIDES}
    if levels[bank] == FLAG if flag is None else flag:
        return after_flag(levels, dealer, points, stakes, failed)
    attackers = other_side(bank)
    office = attackers if points >= 80 or bottom else bank  # D-CDP-01, D-CDP-16, D-CDP-36, CDP-e
    loser = other_side(office)
    new = dict(levels)
    if stakes or bottom:
        new[loser] = "2"
        new[office] = raised(new[office], 99)
        failed[loser] = 0
    elif office == bank:
        new[bank] = raised(new[bank], 99 if points <= 0 else (89 - points) // 10)  # CDP-4.2a, c: up from 80 in tens
    else:
        new[attackers] = raised(new[attackers], (points - 80) // 10)  # CDP-4.2b, D-CDP-02
    if office == bank and levels[bank] == "A":
        new[bank] = FLAG  # D-CDP-03, D-CDP-18
    return AfterHand(new, next_dealer(dealer, office), failed, False)


def after_flag(
    levels: Mapping[str, str], dealer: str, points: int, stakes: Collection[str], failures: Mapping[str, int]
) -> AfterHand:
    """CDP-4.3b, c, e: what a hand of 扛旗 does. Under 100 points the 局 is over.

    Else the attackers take office at their own level (D-CDP-20), and the bank has failed once more; the
    third time it falls back to A. It does so at once if the attackers had shown 5h5h, and then they play
    A, or 扛旗 if they were there already.
    """
    bank = side_of(dealer)
    attackers = other_side(bank)
    new, failed = dict(levels), dict(failures)
    if points < 100:
        return AfterHand(new, None, failed, True)
    failed[bank] += 1
    if failed[bank] == 3 or attackers in stakes:
        new[bank], failed[bank] = "A", 0
    if attackers in stakes:
        new[attackers] = raised(new[attackers], 99)
    return AfterHand(new, next_dealer(dealer, attackers), failed, False)


def time_winner(levels: Mapping[str, str], office: str) -> str:
    """CDP-1.3b, D-CDP-29: when time is up the higher level wins; equal levels, the side in office."""
    if len(set(levels.values())) == 1:
        return office
    return max(levels, key=lambda side: LEVELS.index(levels[side]))


def too_slow(what: Literal["bury", "play"], seconds: float) -> bool:
    """CDP-1.3a: burying and burying again take up to 60 seconds, a play up to 15."""
    return seconds > {"bury": 60, "play": 15}[what]


# ---------------------------------------------------------------------------------------- declaring trumps


def shown_in(text: str) -> tuple[list[str], str]:
    """(the cards, the trump named) of `2c2c` or `5h5h=c`; nothing is named in the first."""
    cards, _, named = text.partition("=")
    return cards_of(cards), named


def pair_trump(text: str, level: str) -> str | None:
    """The trump that a pair makes (CDP-3.2c, D-CDP-22), or None if nothing can be declared with it.

    Two level cards of a suit make it trump, two like jokers NT, 5h5h whatever is named; at level 5 that
    is hearts if nothing is (D-CDP-33).
    """
    cards, named = shown_in(text)
    if len(cards) != 2 or cards[0] != cards[1]:
        return None
    if cards[0] == HEART_FIVE:
        named = named or ("h" if level == "5" else "")
        return named if named in (*SUITS, "NT") else None
    if named:
        return None
    if cards[0] in JOKERS:
        return "NT"
    return cards[0][1] if cards[0][0] == level else None


class Declared(NamedTuple):
    """The trump that the bids leave (None: nobody declared), the banker, and the numbers, from 0, of the
    illegal bids.
    """

    trump: str | None
    banker: str | None
    illegal: list[int]


def declare(
    bids: Sequence[str],
    level: str,
    first_hand: bool,
    fixed_dealer: str | None = None,
    hands: Mapping[str, Sequence[str]] | None = None,
) -> Declared:
    """The bids before the kitty is taken, in order of time. An illegal bid changes nothing.

    The first is a single level card, 5h only at level 5 (CDP-3.2c), or a pair. Then any pair (D-CDP-21)
    by somebody who has not declared last (no 自反), as often as anybody likes, with no regard to rank
    (CDP-3.2b), but no pair a second time (D-CDP-22). Who declared last and single may lay his second
    card, written as the pair (自保, CDP-3.2a), without a change of suit; that ends the bidding
    (D-CDP-21, CDP-f).

    In the first hand who declared last is the banker (CDP-3.1a, b); later the dealer is fixed. With
    `hands`, the 25 cards that each drew, a bid of cards that were not among them is illegal. In 扛旗
    only the attackers have something to show: 5h5h, for the stakes (CDP-4.3e).
    """
    trump = declarer = None
    last: list[str] = []
    laid: list[list[str]] = []
    closed = False
    illegal: list[int] = []
    for number, bid in enumerate(bids):
        seat, text = bid.split()
        cards, _ = shown_in(text)
        protects = seat == declarer and len(last) == 1 and cards == last * 2
        made = pair_trump(text, level)
        if level == FLAG:
            attacks = fixed_dealer is not None and side_of(seat) != side_of(fixed_dealer)
            made = "NT" if attacks and text in ("5h5h", "5h5h=NT") else None
        elif len(cards) == 1 and text == cards[0] and cards[0][0] == level and declarer is None:
            made = cards[0][1]
        if protects:
            made = made if made == trump else None  # no 自反 to another suit with 5h5h
        elif seat == declarer or cards in laid:
            made = None
        if made is None or closed or (hands is not None and not contains(hands[seat], cards)):
            illegal.append(number)
            continue
        trump, declarer, last, closed = made, seat, cards, protects
        if len(cards) == 2:
            laid.append(cards)
    if level == FLAG:
        trump = "NT"
    return Declared(trump, declarer if first_hand else fixed_dealer, illegal)


def legal_bids(bids: Sequence[str], illegal: Collection[int]) -> list[tuple[str, str]]:
    """(seat, what was laid) of the bids that counted."""
    made = [bid.split() for number, bid in enumerate(bids) if number not in illegal]
    return [(seat, text) for seat, text in made]


def spent_pairs(bids: Sequence[str], illegal: Collection[int]) -> set[str]:
    """The cards of which the pair was laid before the kitty was taken: it cannot be laid again
    (D-CDP-22).
    """
    shown = [shown_in(text)[0] for _, text in legal_bids(bids, illegal)]
    return {cards[0] for cards in shown if len(cards) == 2}


def kitty_trump(kitty: Sequence[str], level: str) -> str:
    """CDP-3.3: the trump when nobody has declared, from the kitty in its order.

    The suit of its first level card; else of its highest card, 5h over BJ over LJ over A … 2, then
    ♠ ♥ ♣ ♦ (D-CDP-25). A joker makes NT.
    """
    level_cards = [card for card in kitty if card not in JOKERS and card[0] == level]
    if level_cards:
        return level_cards[0][1]
    if HEART_FIVE in kitty:
        return "h"
    if any(card in JOKERS for card in kitty):
        return "NT"
    highest = max(RANKS.index(card[0]) for card in kitty)
    return next(suit for suit in SUITS if RANKS[highest] + suit in kitty)


# ---------------------------------------------------------------------------------------- 炒底

Ask = TypedDict(
    "Ask",
    {"seat": str, "show": NotRequired[str], "bury": NotRequired[str], "pass": NotRequired[bool], "seconds": NotRequired[float]},
)
"""An entry of a recorded `kitty`: the dealer's burial, a 炒 or a pass."""

KittyFault = Literal["order", "passed", "declarer", "own", "pair", "spent", "held", "count"]


class Chaodi(NamedTuple):
    """What 炒底 ends in. `trump` is that of the last 炒 that counts, None where there is none;
    `faults` are (number of the action, from 0, what is wrong); `burier` buried last; `unasked` are those
    whose answer is missing at the end.
    """

    trump: str | None
    faults: list[tuple[int, KittyFault]]
    burier: str
    unasked: list[str]


def hands_after(deal: Mapping[str, Sequence[str]], actions: Sequence[Ask]) -> tuple[dict[str, list[str]], list[str]]:
    """(the four hands, the kitty) after the kitty was taken up and buried again and again. ValueError
    where somebody buries what he has not got.
    """
    hands = {seat: list(deal[seat]) for seat in SEATS}
    kitty = list(deal.get("kitty", []))
    for action in actions:
        if "bury" in action:
            buried = cards_of(action["bury"])
            hands[action["seat"]] = without([*hands[action["seat"]], *kitty], buried)
            kitty = buried
    return hands, kitty


def chaodi(
    dealer: str,
    declarer: str | None,
    actions: Sequence[Ask],
    level: str,
    spent: Collection[str] = (),
    deal: Mapping[str, Sequence[str]] | None = None,
) -> Chaodi:
    """CDP-3.5, D-CDP-22: from the dealer's burial, the first action, until nobody is left to ask.

    The three after him are asked in turn, then, after each 炒, the three after who has 炒'd; nobody
    twice in between (`passed`, CDP-3.5b). An action is out of `order` while somebody before it has yet to
    be asked. The current declarer is not asked: he may not 炒 (`declarer`), his pass is harmless. Nor is
    the dealer, who has just buried: the sheet has the others asked (其他选手), so that he may not 炒
    (`own`) before one of them has. A 炒 needs a `pair` that makes a trump, which nobody has laid before (`spent`), and,
    where a `deal` is given, out of his own hand (`held`). A burial of other than eight cards is a
    `count` (CDP-3.4).

    A 炒 with a fault other than the count leaves trump and declarer as they were, and whether its seat is
    asked again the sheet does not say: neither an answer of it nor of the next is then out of order. The
    kitty lies as it was buried. No actions at all: nothing was recorded, no fault. Where
    the first buries nothing, the dealer's burial is what nobody wrote down.
    """
    faults: list[tuple[int, KittyFault]] = []
    seen = bool(actions) and "bury" in actions[0]
    if seen and (actions[0]["seat"] != dealer or "show" in actions[0]):
        faults.append((0, "order"))
    trump, burier = None, dealer
    spoken: set[str] = set()
    unsure: set[str] = set()
    laid = set(spent)
    waiting = [seat for seat in seats_from(dealer)[1:] if seat != declarer]
    for number, action in enumerate(actions):
        seat = action["seat"]
        if "bury" in action:
            burier = seat
            if len(cards_of(action["bury"])) != KITTY_SIZE:
                faults.append((number, "count"))
        if number == 0 and seen:
            continue
        fault: KittyFault | None
        due = [seat] if seat in unsure else waiting
        if "show" not in action:
            fault = pass_fault(seat, declarer, due, spoken, dealer)
        else:
            hand = None if deal is None else hands_after(deal, actions[:number])[0][seat]
            own = dealer if trump is None else None
            fault = turn_fault(seat, declarer, due, spoken, own) or show_fault(action["show"], level, laid, hand)
        waiting = [other for other in waiting if other != seat]
        if "show" not in action:
            spoken.add(seat)
        if fault is not None:
            faults.append((number, fault))
            if "show" in action:
                unsure.add(seat)
        elif "show" in action:
            trump, declarer = pair_trump(action["show"], level), seat
            laid.add(shown_in(action["show"])[0][0])
            waiting, spoken, unsure = list(seats_from(seat)[1:]), set(), set()
    return Chaodi(trump, faults, burier, waiting)


def pass_fault(
    seat: str, declarer: str | None, waiting: Sequence[str], spoken: Collection[str], dealer: str
) -> Literal["order"] | None:
    """Whether a 不炒 comes out of turn: before somebody who is still to be asked, or a second time."""
    if seat == declarer or (seat == dealer and seat not in waiting and seat not in spoken):
        return None
    return None if waiting[:1] == [seat] else "order"


def turn_fault(
    seat: str, declarer: str | None, waiting: Sequence[str], spoken: Collection[str], burier: str | None
) -> Literal["declarer", "passed", "own", "order"] | None:
    """Whether it is not for this seat to 炒 now; `burier` buried last and is not the declarer."""
    if seat in spoken:
        return "passed"
    if seat == burier:
        return "own"
    if seat == declarer:
        return "declarer"
    return None if waiting[:1] in ([], [seat]) else "order"


def show_fault(
    show: str, level: str, laid: Collection[str], hand: Sequence[str] | None
) -> Literal["pair", "spent", "held"] | None:
    """What is wrong with the cards that are laid for a 炒."""
    if pair_trump(show, level) is None:
        return "pair"
    cards, _ = shown_in(show)
    if cards[0] in laid:
        return "spent"
    return None if hand is None or contains(hand, cards) else "held"


def stakes_of(bids: Sequence[str], illegal: Collection[int], actions: Sequence[Ask], faults: Collection[int]) -> set[str]:
    """CDP-4.3d, e: the sides that laid 5h5h and so play for 上天入地, whoever declared after that
    (D-CDP-17). `faults` are the numbers of the actions that did not count.
    """
    laid = legal_bids(bids, illegal)
    laid += [(ask["seat"], ask["show"]) for number, ask in enumerate(actions) if "show" in ask and number not in faults]
    return {side_of(seat) for seat, text in laid if shown_in(text)[0] == [HEART_FIVE] * 2}


# ---------------------------------------------------------------------------------------- penalties


class Incident(TypedDict):
    """An incident of a record. `at` and `noticed` are `trick.play`, or `0`."""

    kind: str
    seat: str
    at: NotRequired[str]
    noticed: NotRequired[str]
    cards: NotRequired[str]


def trick_number(where: str | None) -> int:
    """The trick of `7.2`; 0 stands for before the first. ValueError where it is not known."""
    if where is None:
        raise ValueError("this cannot be decided without its trick")
    return int(where.partition(".")[0])


def fine(
    kind: str, cards: Sequence[str], at: str | None = None, noticed: str | None = None, *, earlier: int = 0, ruled: int = 0
) -> int:
    """How many points an incident costs (part 六), whoever did it. 0 is a warning, or nothing.

    Ten a card: shown cards (CDP-6.1), out of turn (6.4), a failed throw (6.8), and a wrong or concealed
    follow that is noticed in its trick or the next; from the second trick after, 80 (6.5, 6.6,
    D-CDP-28). 80: a kitty of other than eight noticed after trick 1 (6.2), a hand too large or too small
    (6.3). `earlier` counts the same of this pair in this 局 (D-CDP-31): the kitty looked at or changed
    is a warning, then 80 (3.4); an unfounded look at past tricks is free, then ten (7.2). Cards drawn
    out of the kitty go back for nothing (6.7). Time costs what the referee has `ruled`, 10 to 80 or a
    warning (6.9); so do signals and talk, without bounds. But too long over the burial, that is before
    trick 1, is an offence of 3.4 like a look at the kitty.
    """
    count = 0
    if kind in ("exposed", "out_of_turn", "failed_throw"):
        count = 10 * len(cards)
    elif kind in ("revoke", "concealed"):
        later = trick_number(noticed) - trick_number(at)
        if later < 0:
            raise ValueError("noticed before it was done")
        count = 10 * len(cards) if later <= 1 else 80
    elif kind == "kitty_count":
        count = 80 if trick_number(noticed) > 1 else 0
    elif kind == "hand_count":
        count = 80
    elif burial_offence(kind, at):
        count = 80 if earlier else 0
    elif kind == "card_check":
        count = 10 if earlier else 0
    elif kind in ("timeout", "signal", "misconduct", "late"):
        if kind == "timeout" and ruled != 0 and not 10 <= ruled <= 80:
            raise ValueError("a referee takes 10 to 80 points for time")
        count = ruled
    elif kind != "overdraw":
        raise ValueError(f"no such incident: {kind}")
    return count


def burial_offence(kind: str, at: str | None) -> bool:
    """Whether an incident offends against CDP-3.4: eight cards, all at once, within the minute, and no look at them again."""
    return kind == "kitty_viewed" or (kind == "timeout" and at == "0")


def penalty(
    kind: str,
    cards: Sequence[str],
    at: str | None = None,
    noticed: str | None = None,
    *,
    seat: str,
    dealer: str,
    earlier: int = 0,
    ruled: int = 0,
) -> int:
    """By how much an incident changes the attackers' points (D-CDP-26): less for their own, more for the
    bank's.
    """
    cost = fine(kind, cards, at, noticed, earlier=earlier, ruled=ruled)
    return cost if side_of(seat) == side_of(dealer) else -cost


def penalties(incidents: Sequence[Incident], dealer: str, earlier: Mapping[tuple[str, str], int] | None = None) -> int:
    """The change of the attackers' points by all the incidents of a hand.

    A seat pays one 80 for wrong counts, of kitty, hand and both (D-CDP-27). `earlier` counts, by (side,
    kind), what happened in earlier hands of the 局.
    """
    seen = Counter(dict(earlier or {}))
    counted: set[str] = set()
    total = 0
    for incident in incidents:
        kind, seat = incident["kind"], incident["seat"]
        key = (side_of(seat), "kitty_viewed" if burial_offence(kind, incident.get("at")) else kind)
        cards = cards_of(incident.get("cards", ""))
        change = penalty(kind, cards, incident.get("at"), incident.get("noticed"), seat=seat, dealer=dealer, earlier=seen[key])
        seen[key] += 1
        if kind in ("kitty_count", "hand_count") and change != 0:
            if seat in counted:
                continue
            counted.add(seat)
        total += change
    return total


def wrong_at_least(hand: Sequence[str], lead: Sequence[str], play: Sequence[str], level: str, trump: str) -> int:
    """How many cards of a follow had to be others: ten points each (CDP-6.5, 6.6). A disputed one is none (D-CDP-13)."""
    fault = follow_fault(hand, lead, play, level, trump)
    if len(play) == 1 or fault in (None, "top_trumps_disputed"):
        return int(fault not in (None, "top_trumps_disputed"))
    return incidents_of.wrong_at_least(play, legal_follows(hand, lead, level, trump))


def as_played(
    incident: Incident, hands: Mapping[str, Sequence[str]], tricks: Sequence[str], level: str, trump: str
) -> Incident:
    """The incident with the cards that it can be about, whatever it names: shown ones were held, played ones lie there."""
    if incident["kind"] not in ("exposed", "failed_throw", "revoke", "concealed", "out_of_turn"):
        return incident
    told = {name: str(value) for name, value in incident.items()}

    def least(hand: Sequence[str], lead: Sequence[str], play: Sequence[str]) -> int:
        return wrong_at_least(hand, lead, play, level, trump)

    cards = incidents_of.concerned(told, hands, tricks, least, ("revoke", "concealed", "out_of_turn"))
    return {**incident, "cards": "".join(cards)}


# ---------------------------------------------------------------------------------------- a whole hand

LeadFault = Literal["leader", "throw"]


@dataclass(slots=True)
class HandResult:
    """What became of a hand.

    `bid_faults` and `kitty_faults` as of `declare` and `chaodi`; `stakes` the sides with 5h5h. `winners`
    one seat a trick. `illegal` are (trick, play, what is wrong), counted from 1: a follow with its
    fault, a lead by the wrong seat (`leader`), a throw that should not have stood or a wrong piece of a
    failed one (`throw`); `disputed` the follows of D-CDP-13. `stopped` are the tricks whose throw was
    taken back though nothing beat it. `trick_points` are the attackers', `kitty_points` those of the
    final kitty, uncounted; `multiplier` is None unless attackers won the last trick of a hand played
    out; `bottom` says that they did so with a 5·10·K; `attackers` is the total, `penalties` included.
    """

    trump: str
    dealer: str
    burier: str | None = None
    bid_faults: list[int] = field(default_factory=list)
    kitty_faults: list[tuple[int, KittyFault]] = field(default_factory=list)
    stakes: set[str] = field(default_factory=set)
    winners: list[str] = field(default_factory=list)
    illegal: list[tuple[int, int, Fault | LeadFault]] = field(default_factory=list)
    disputed: list[tuple[int, int, Fault | LeadFault]] = field(default_factory=list)
    stopped: list[int] = field(default_factory=list)
    trick_points: int = 0
    kitty_points: int = 0
    multiplier: int | None = None
    bottom: bool = False
    penalties: int = 0
    attackers: int = 0
    complete: bool = False


def lead_verdict(
    attempt: Sequence[str],
    stood: Sequence[str],
    others: Sequence[Sequence[str]],
    level: str,
    trump: str,
) -> Literal["throw", "stopped"] | None:
    """What is wrong with a lead of which `stood` remained on the table (CDP-6.8), if anything."""
    allowed = throw_test(attempt, others, level, trump)
    if allowed is None:
        return None if multiset(attempt) == multiset(stood) else "stopped"
    return None if multiset(stood) in allowed else "throw"


def before_the_play(
    level: str,
    dealer: str | None,
    deal: Mapping[str, Sequence[str]],
    bids: Sequence[str],
    kitty: Sequence[Ask],
    first_hand: bool,
) -> HandResult:
    """Trump, banker and stakes. What trump ends as holds from trick 1 on (D-CDP-23).

    Where nobody declares, the kitty names the trump (CDP-3.3), and in the first hand a banker must be
    given (D-CDP-24: a redeal otherwise).
    """
    declared = declare(bids, level, first_hand, dealer, deal)
    banker = declared.banker or dealer
    if banker is None:
        raise ValueError("nobody has declared: a redeal")
    trump = declared.trump or kitty_trump(deal["kitty"], level)
    result = HandResult(trump=trump, dealer=banker, bid_faults=declared.illegal)
    if level != FLAG:
        made = legal_bids(bids, declared.illegal)
        declarer = made[-1][0] if made else None
        asked = chaodi(banker, declarer, kitty, level, spent_pairs(bids, declared.illegal), deal)
        result.trump, result.kitty_faults, result.burier = asked.trump or trump, asked.faults, asked.burier
    void = [number for number, kind in result.kitty_faults if kind != "count"]
    result.stakes = stakes_of(bids, declared.illegal, kitty, void)
    return result


def referee_hand(
    level: str,
    dealer: str | None,
    deal: Mapping[str, Sequence[str]],
    bids: Sequence[str],
    kitty: Sequence[Ask],
    tricks: Sequence[str],
    *,
    first_hand: bool = False,
    incidents: Sequence[Incident] = (),
) -> HandResult:
    """Referee a hand from what was dealt (`deal`, keys E N W S kitty; no kitty in 扛旗), the bids, the
    burials and its tricks in record notation. `dealer` is None where the bids of the first hand decide.

    Plays count as they were made: an illegal follow is listed and takes part in its trick as the cards
    it is; the next trick is led by whom the record says. A throw written `AsAsKs>Ks` leads `Ks`, the
    rest goes back to the hand, and the fine is taken if it has failed (CDP-6.8). A throw that stood
    costs nothing here.
    """
    result = before_the_play(level, dealer, deal, bids, kitty, first_hand)
    hands, buried = hands_after(deal, kitty)
    at_first = dict(hands)
    result.kitty_points = points(buried)
    bank = side_of(result.dealer)
    must_lead = result.dealer  # X-10, D-CDP-06
    winning_cards: list[str] = []
    fined: set[int] = set()
    for number, trick in enumerate(tricks, start=1):
        plays, failed = referee_trick(number, trick, hands, level, result)
        if plays[0][0] != must_lead:
            result.illegal.append((number, 1, "leader"))
        if failed:
            fined.add(number)
            result.penalties += penalty("failed_throw", failed, seat=plays[0][0], dealer=result.dealer)
        hands = {seat: without(hands[seat], cards) for seat, cards in plays}
        must_lead = winner(plays, level, result.trump)
        result.winners.append(must_lead)
        winning_cards = dict(plays)[must_lead]
        if side_of(must_lead) != bank:
            result.trick_points += sum(points(cards) for _, cards in plays)
    result.illegal.sort(key=lambda fault: fault[:2])
    result.complete = bool(tricks) and not any(hands.values())
    told = [one for one in incidents if not (one["kind"] == "failed_throw" and trick_number(one.get("at", "0")) in fined)]
    result.penalties += penalties([as_played(one, at_first, tricks, level, result.trump) for one in told], result.dealer)
    result.attackers = result.trick_points + result.penalties
    if result.complete and level != FLAG and side_of(must_lead) != bank:  # X-11, D-CDP-07
        result.multiplier = kitty_multiplier(winning_cards, level, result.trump)
        result.bottom = holds_five_ten_king_bottom(winning_cards, level, result.trump)
        result.attackers += result.kitty_points * result.multiplier
    return result


def referee_trick(
    number: int, trick: str, hands: Mapping[str, Sequence[str]], level: str, result: HandResult
) -> tuple[list[tuple[str, list[str]]], list[str]]:
    """(the plays of a trick as they stood, the cards of a throw that was tried, failed and was taken
    back). Its faults are written into the result.
    """
    leader, *texts = trick.split()
    plays: list[tuple[str, list[str]]] = []
    failed: list[str] = []
    for turn, (seat, text) in enumerate(zip(seats_from(leader), texts, strict=True), start=1):
        attempt, cards = play_of(text)
        if not contains(hands[seat], attempt) or not contains(hands[seat], cards):
            raise ValueError(f"trick {number}: {seat} does not hold {text}")
        fault: Fault | Literal["throw", "stopped"] | None
        if turn == 1:
            others = [hands[other] for other in hands if other != seat]
            fault = lead_verdict(attempt, cards, others, level, result.trump)
            if attempt != cards and fault != "stopped":
                failed = attempt
        elif attempt != cards:
            raise ValueError(f"trick {number}: only a lead can be a throw")
        else:
            fault = follow_fault(hands[seat], plays[0][1], cards, level, result.trump)
        if fault == "stopped":
            result.stopped.append(number)
        elif fault == "top_trumps_disputed":
            result.disputed.append((number, turn, fault))
        elif fault is not None:
            result.illegal.append((number, turn, fault))
        plays.append((seat, cards))
    return plays, failed

"""升级 (sheet 001) read a second time, by brute force, default options only.

Clause ids are those of the rule notes: SJ-… the sheet itself, D-SJ-… and X-… what was decided where it
is silent. A *class* of cards is a side suit (`s h c d`) or `T`, all the trumps together. Every function
takes the level rank and the trump (`s h c d NT`) of the hand, and works on lists of card strings, two
decks, so at most two copies of a card.

What cannot have happened at a table (a card played that was not held, a lead of two suits) is a
ValueError: the oracle referees only what is possible.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Final, Literal

from tests.oracle.cards import (
    JOKERS,
    RANKS,
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
from tests.oracle.tractors import Component, Run, Tractors, both_copies, selections

# ---------------------------------------------------------------------------------------- classes and order


def effective_suit(card: str, level: str, trump: str) -> str:
    """The class of a card. SJ-8: every level card is a trump. SJ-10a: after a joker pair nothing else
    joins the jokers.
    """
    if card in JOKERS or card[0] == level or card[1] == trump:
        return "T"
    return card[1]


def ladder(suit: str, level: str, trump: str) -> list[list[str]]:
    """The rungs of a class, lowest first; the cards on one rung are equal. Pairs on neighbouring rungs
    are adjacent.

    That one picture holds every rule of adjacency: the level rank is not on the ladder of plain cards,
    so 4466 at level 5 are neighbours (D-SJ-11, sides and trumps) and 5566 are not (SJ-13); A is on the
    top and touches no 2 (X-13); side-level cards of all suits share a rung, so two side-level pairs are
    no tractor (SJ-10b); above them stand the main level card, LJ and BJ (SJ-10b); below them the
    highest plain trump (D-SJ-12; X-15 at level A, where that is K). Without a trump suit all level
    cards share the rung under LJ (D-SJ-12).
    """
    plain = [rank for rank in RANKS if rank != level]
    if suit != "T":
        return [[rank + suit] for rank in plain]
    if trump == "NT":
        return [[level + s for s in SUITS], ["LJ"], ["BJ"]]
    side_level = [level + s for s in SUITS if s != trump]
    return [*([rank + trump] for rank in plain), side_level, [level + trump], ["LJ"], ["BJ"]]


# ---------------------------------------------------------------------------------------- pairs and tractors


def runs_in(cards: Sequence[str], level: str, trump: str) -> list[Run]:
    """Every tractor that can be picked out of cards of one class: two or more pairs on neighbouring
    rungs (SJ-13).

    Parts of longer tractors are there too, and where a rung holds several pairs (side-level cards) so
    is every choice.
    """
    suit = class_of(cards, level, trump)
    if suit is None:
        return []
    pairs = doubled(cards)
    rungs = [[card for card in rung if card in pairs] for rung in ladder(suit, level, trump)]
    found: list[Run] = []
    for first in range(len(rungs)):
        for last in range(first + 1, len(rungs)):
            found.extend(product(*rungs[first : last + 1]))  # an empty rung in between leaves nothing
    return found


def readings(cards: Sequence[str], level: str, trump: str) -> list[list[Component]]:
    """Every way to take cards of one class apart into tractors, the longest first (X-18), pairs and
    singles.

    The ways differ only in which of several side-level pairs stands in a run, never in lengths or
    heights (X-20).
    """
    runs = runs_in(cards, level, trump)
    if runs:
        longest = max(len(run) for run in runs)
        ways: list[list[Component]] = []
        for run in runs:
            if len(run) == longest:
                tractor = Component("tractor", tuple(both_copies(run)), order(run[-1], level, trump))
                rest = without(cards, both_copies(run))
                ways.extend([tractor, *way] for way in readings(rest, level, trump))
        return ways
    pairs = doubled(cards)
    singles = [card for card in cards if card not in pairs]
    parts = [Component("pair", (card, card), order(card, level, trump)) for card in pairs]
    parts += [Component("single", (card,), order(card, level, trump)) for card in singles]
    return [parts]


def components(cards: Sequence[str], level: str, trump: str) -> list[Component]:
    """What cards of one class are made of (SJ-16e, f): tractors, pairs, singles; longer before shorter,
    higher before lower.

    Where side-level pairs leave a choice (X-18) one of the equal readings is returned. ValueError for
    mixed classes.
    """
    if cards and class_of(cards, level, trump) is None:
        raise ValueError(f"not of one class: {cards}")
    parts = readings(cards, level, trump)[0]
    return sorted(parts, key=lambda part: (-part.pairs, -part.top, part.cards))


TRACTORS: Final = Tractors(effective_suit, ladder, runs_in, components)
order, class_of, of_class = TRACTORS.order, TRACTORS.class_of, TRACTORS.of_class
is_tractor, shape_of, tractors_against = TRACTORS.is_tractor, TRACTORS.shape_of, TRACTORS.tractors_against
beaten_by, height = TRACTORS.beaten_by, TRACTORS.height
"""What stands on the rungs above, read as on every sheet of tractors."""


# ---------------------------------------------------------------------------------------- following

Fault = Literal["count", "SJ-16c", "SJ-16g", "SJ-16h"]


def follow_fault(hand: Sequence[str], lead: Sequence[str], play: Sequence[str], level: str, trump: str) -> Fault | None:
    """The clause that a follower breaks, or None. `hand` is all that he held when it was his turn, the
    play included.

    In this order: as many cards as were led; SJ-16c (X-3) the led class as long as he has it; SJ-16g
    (X-4, X-16) a tractor against a tractor, and pairs where his tractors fall short (X-17); SJ-16h a
    pair against a pair. Pairs that he owes count against the led tractors first, then against the led
    pairs. Nothing more is owed by a hand that must put down every card it has of the class.
    """
    if not contains(hand, play):
        raise ValueError(f"{play} is not in the hand {hand}")
    led = class_of(lead, level, trump)
    if led is None:
        raise ValueError(f"not a lead of one class: {lead}")
    if len(play) != len(lead):
        return "count"
    held = of_class(hand, led, level, trump)
    shown = of_class(play, led, level, trump)
    if len(shown) < min(len(held), len(lead)):
        return "SJ-16c"
    if len(held) <= len(lead):
        return None
    fault = TRACTORS.structure_fault(held, shown, shape_of(lead, level, trump), level, trump)
    clauses: dict[str | None, Fault] = {"tractor": "SJ-16g", "pair": "SJ-16h"}
    return clauses.get(fault)


def legal_follows(hand: Sequence[str], lead: Sequence[str], level: str, trump: str) -> set[Multiset]:
    """Every legal answer of a hand to a lead, by trying all its subsets: for small hands."""
    return {play for play in selections(hand, len(lead)) if follow_fault(hand, lead, list(play), level, trump) is None}


# ---------------------------------------------------------------------------------------- throws


def forced_pieces(parts: Sequence[Component], blocked: Sequence[Component]) -> set[Multiset]:
    """The pieces of a failed throw that must stand (X-8), for one reading of the throw.

    The highest level that is blocked decides: tractors, longer ones before shorter, then pairs, then
    singles (X-19). At that level the smallest piece of the throw stands; of several equally small, any
    (X-20).
    """
    level_blocked = max(part.pairs for part in blocked)
    at_level = [part for part in parts if part.pairs == level_blocked]
    smallest = min(part.top for part in at_level)
    return {multiset(part.cards) for part in at_level if part.top == smallest}


def throw_test(lead: Sequence[str], other_hands: Sequence[Sequence[str]], level: str, trump: str) -> set[Multiset] | None:
    """None if the lead stands, else the pieces of which one must be led instead (SJ-16f, X-7, X-8,
    X-19, X-20).

    `other_hands` are the three other hands, the partner's among them, each asked alone. A lead of one
    single component is no throw and always stands. X-9: trumps may be thrown.
    """
    if len(components(lead, level, trump)) == 1:
        return None
    allowed: set[Multiset] = set()
    for parts in readings(lead, level, trump):
        blocked = [part for part in parts if any(beaten_by(part, hand, level, trump) for hand in other_hands)]
        if blocked:
            allowed |= forced_pieces(parts, blocked)
    return allowed or None


# ---------------------------------------------------------------------------------------- who wins


def winner(plays: Sequence[tuple[str, Sequence[str]]], level: str, trump: str) -> str:
    """Who wins a trick (SJ-12, SJ-16i, j). `plays` are (seat, cards) in the order played; what stood of
    a throw leads it.

    A play takes part if it has as many cards as the lead, all of the led class or all trumps, and the
    shape of the lead, whether or not it was a legal follow. Trumps beat a side suit; else the higher;
    equal cards, the earlier (X-2).
    """
    leader, lead = plays[0]
    led = class_of(lead, level, trump)
    if led is None:
        raise ValueError(f"not a lead of one class: {lead}")
    shape = shape_of(lead, level, trump)
    best_seat, best = leader, (led == "T", height(lead, shape, level, trump) or 0)
    for seat, cards in plays[1:]:
        suit = class_of(cards, level, trump)
        if len(cards) != len(lead) or suit is None or suit not in (led, "T"):
            continue
        high = height(cards, shape, level, trump)
        if high is not None and (suit == "T", high) > best:
            best_seat, best = seat, (suit == "T", high)
    return best_seat


# ---------------------------------------------------------------------------------------- points and levels


def points(cards: Sequence[str]) -> int:
    """SJ-1: a 5 is 5, a ten and a king are 10."""
    return sum({"5": 5, "T": 10, "K": 10}.get(card[0], 0) for card in cards)


def kitty_multiplier(winning_cards: Sequence[str], level: str, trump: str) -> int:
    """SJ-14: by what the kitty counts when attackers win the last trick with these cards.

    The winner's own cards decide (X-12): a tractor among them, of any length (D-SJ-10), else a pair,
    else a single. Trumps, ruffs too (D-SJ-22), ×8 ×4 ×2; a side suit ×4 ×2 ×1 (D-SJ-09).
    """
    kind = components(winning_cards, level, trump)[0].kind
    if class_of(winning_cards, level, trump) == "T":
        return {"tractor": 8, "pair": 4, "single": 2}[kind]
    return {"tractor": 4, "pair": 2, "single": 1}[kind]


def level_steps(attackers_points: int) -> tuple[Literal["bank", "attackers"], int]:
    """SJ-15b, D-SJ-03, D-SJ-04: who goes up by how many levels. Each border belongs to the higher row."""
    if attackers_points < 0:
        raise ValueError("this sheet takes no points away")
    if attackers_points == 0:
        return "bank", 3
    if attackers_points < 40:
        return "bank", 2
    if attackers_points < 80:
        return "bank", 1
    return "attackers", (attackers_points - 80) // 40 + 1


def raised(rank: str, steps: int) -> str:
    """A level so many steps up; it stops at A (SJ-b)."""
    return RANKS[min(RANKS.index(rank) + steps, len(RANKS) - 1)]


Misplay = Literal["bank", "attackers", "both"]


def after_hand(
    levels: Mapping[str, str], banker_side: str, attackers_points: int, misplay: Misplay | None = None
) -> tuple[dict[str, str], str | None]:
    """The levels after a hand and the side then in office; office None means a void hand and 抢庄 again
    (SJ-16n).

    `misplay` is who had too many or too few cards or played wrongly, as ruled. SJ-16l, D-SJ-16,
    D-SJ-17: the bank's fault puts the attackers in office, with the levels of SJ-15b only from 80
    points on. SJ-16m, D-SJ-18: the attackers' fault leaves the bank in office and one up, or what
    SJ-15b gives it under 40 points.
    """
    attackers = other_side(banker_side)
    new = dict(levels)
    gainer, steps = level_steps(attackers_points)
    if misplay == "both":
        return new, None
    if misplay == "bank":
        if gainer == "attackers":
            new[attackers] = raised(new[attackers], steps)
        return new, attackers
    if misplay == "attackers":
        new[banker_side] = raised(new[banker_side], steps if gainer == "bank" else 1)
        return new, banker_side
    side = banker_side if gainer == "bank" else attackers
    new[side] = raised(new[side], steps)
    return new, side


def next_dealer(dealer: str, office: str | None, levels: Mapping[str, str] | None = None) -> str | None:
    """X-14 (D-SJ-05): the dealer's partner if his side stays in office, else his 下家; None where the
    bank is up for 抢庄, and where the round is over with these `levels` (SJ-0.3).
    """
    if office is None or (levels is not None and round_winner(levels) is not None):
        return None
    return next_seat(dealer, 2) if office == side_of(dealer) else next_seat(dealer)


def round_winner(levels: Mapping[str, str], target: str = "T") -> str | None:
    """SJ-0.3, D-SJ-01, D-SJ-02: the side whose level is past the target, however it got there; None if
    neither is.
    """
    past = [side for side, rank in levels.items() if RANKS.index(rank) > RANKS.index(target)]
    return past[0] if past else None


def time_winner(levels: Mapping[str, str], office: str) -> str:
    """SJ-0.4, SJ-15a: when time is up the higher level wins; equal levels, the side in office."""
    higher = max(levels, key=lambda side: RANKS.index(levels[side]))
    return office if len(set(levels.values())) == 1 else higher


def incident_effect(kind: str) -> Literal["none", "warning", "misplay"]:
    """What a noticed incident does: SJ-16k a warning; D-SJ-13 a failed throw nothing; SJ-16l, m the
    rest (`after_hand`).
    """
    effects: dict[str, Literal["none", "warning", "misplay"]] = {
        "out_of_turn": "warning",
        "failed_throw": "none",
        "revoke": "misplay",
        "hand_count": "misplay",
    }
    return effects[kind]


def revoke_effect(at: str, noticed: str, *, still_there: bool) -> Literal["warning", "misplay"]:
    """What a wrong play does, by the places `trick.play` (D-SJ-19): put right before the next player it is no wrong play
    (出错牌, SJ-16l, m), whatever it was; one that still lies there was not put right.
    """
    return "warning" if noticed == at and not still_there else "misplay"


# ---------------------------------------------------------------------------------------- declaring trumps


def is_joker_and_levels(cards: Sequence[str], level: str, copies: int) -> bool:
    """Whether the cards are one joker with so many copies of one level card (SJ-5a, b; a pair is of one
    suit, SJ-12).
    """
    jokers = [card for card in cards if card in JOKERS]
    levels = [card for card in cards if card not in JOKERS]
    return len(jokers) == 1 and len(levels) == copies and all(card[0] == level for card in levels) and len(set(levels)) == 1


def strength(cards: Sequence[str], level: str) -> int:
    """D-SJ-06: joker + level card 1, joker + level pair 2, LJLJ 3, BJBJ 4; 0 is no declaration."""
    if is_joker_and_levels(cards, level, 1):
        return 1
    if is_joker_and_levels(cards, level, 2):
        return 2
    return {"LJLJ": 3, "BJBJ": 4}.get("".join(cards), 0)


def suit_shown(cards: Sequence[str]) -> str:
    """SJ-9: the suit of the level card shown; SJ-10a: NT after a joker pair."""
    suits = [card[1] for card in cards if card not in JOKERS]
    return suits[-1] if suits else "NT"


def declare(
    bids: Sequence[str],
    level: str,
    first_hand: bool,
    fixed_dealer: str | None,
    hands: Mapping[str, Sequence[str]] | None = None,
) -> tuple[list[str | None], str | None, str | None]:
    """(the clause that each bid breaks or None, trump, dealer). Bids are `"N LJ2h"`; a 加固 is the
    added card, `"N 2h"`.

    An illegal bid changes nothing. The first declaration is a joker with a level card or a level pair
    (SJ-5a; a joker pair cannot be it, SJ-a). After that only something strictly stronger by somebody
    else (SJ-5b, D-SJ-06), or the second copy of his level card by the one who declared last and single
    (SJ-5d), which then has the strength of joker and pair (D-SJ-07). With `hands`, the 25 cards that
    each drew, a bid of cards that were not among them breaks SJ-5c.

    In the first hand the first to over-declare with a joker and a pair is dealer, else the first to
    declare (SJ-3b); later the dealer is fixed (SJ-16b, D-SJ-14). No legal bid leaves trump, and in the
    first hand the dealer, open (D-SJ-08).
    """
    verdicts: list[str | None] = []
    shown: list[str] = []
    declarer = first = first_over = None
    for bid in bids:
        seat, text = bid.split()
        cards = cards_of(text)
        reinforces = seat == declarer and strength(shown, level) == 1 and cards == shown_levels(shown)
        fault: str | None = None
        if reinforces:
            cards = [*shown, *cards]
        elif declarer is None:
            fault = None if strength(cards, level) in (1, 2) else "SJ-5a"
        elif seat == declarer:
            fault = "SJ-5d"
        elif strength(cards, level) <= strength(shown, level):
            fault = "SJ-5b"
        if fault is None and hands is not None and not contains(hands[seat], cards):
            fault = "SJ-5c"
        verdicts.append(fault)
        if fault is not None:
            continue
        if declarer is None:
            first = seat
        elif not reinforces and first_over is None and suit_shown(cards) != "NT":
            first_over = seat
        declarer, shown = seat, cards
    trump = suit_shown(shown) if shown else None
    return verdicts, trump, (first_over or first) if first_hand else fixed_dealer


def shown_levels(cards: Sequence[str]) -> list[str]:
    """The level cards of a declaration."""
    return [card for card in cards if card not in JOKERS]


# ---------------------------------------------------------------------------------------- a whole hand


@dataclass(slots=True)
class HandResult:
    """What became of a hand.

    `winners` one seat a trick. `illegal` are (trick, play, clause), both counted from 1: a follow with
    its clause (or `count`), a lead by the wrong seat (SJ-3a, SJ-16b), a throw that should not have
    stood or a wrong piece of a failed one (SJ-16f). `stopped` are the tricks whose throw was taken back
    though nothing beat it. `trick_points` are the attackers', `kitty_points` those of the eight buried
    cards, uncounted; `multiplier` is None unless attackers won the last trick of a hand played out;
    `attackers` is the total.
    """

    winners: list[str] = field(default_factory=list)
    illegal: list[tuple[int, int, str]] = field(default_factory=list)
    stopped: list[int] = field(default_factory=list)
    trick_points: int = 0
    kitty_points: int = 0
    multiplier: int | None = None
    attackers: int = 0
    complete: bool = False


def after_burial(deal: Mapping[str, Sequence[str]], dealer: str, bury: Sequence[str]) -> dict[str, list[str]]:
    """The four hands when the first card is led (SJ-2): the dealer has taken the kitty and put down as
    many cards.
    """
    hands = {seat: list(deal[seat]) for seat in seats_from(dealer)}
    if len(bury) != len(deal["kitty"]):
        raise ValueError("as many cards are buried as were taken up")
    hands[dealer] = without([*hands[dealer], *deal["kitty"]], bury)
    return hands


def lead_verdict(
    attempt: Sequence[str],
    stood: Sequence[str],
    others: Sequence[Sequence[str]],
    level: str,
    trump: str,
) -> Literal["SJ-16f", "stopped"] | None:
    """What is wrong with a lead of which `stood` remained on the table (SJ-16f), if anything."""
    allowed = throw_test(attempt, others, level, trump)
    if allowed is None:
        return None if multiset(attempt) == multiset(stood) else "stopped"
    return None if multiset(stood) in allowed else "SJ-16f"


def referee_hand(
    level: str,
    trump: str,
    dealer: str,
    deal: Mapping[str, Sequence[str]],
    bury: Sequence[str],
    tricks: Sequence[str],
) -> HandResult:
    """Referee a hand from all four hands and the kitty (`deal`, keys E N W S kitty) and its tricks in
    record notation.

    Plays count as they were made: an illegal follow is listed and takes part in its trick as the cards
    it is; the next trick is led by whom the record says. A throw written `AsAsKs>Ks` leads `Ks`, the
    rest goes back to the hand.
    """
    hands = after_burial(deal, dealer, bury)
    result = HandResult(kitty_points=points(bury))
    must_lead, lead_clause = dealer, "SJ-3a"
    winning_cards: list[str] = []
    for number, trick in enumerate(tricks, start=1):
        leader, *texts = trick.split()
        if leader != must_lead:
            result.illegal.append((number, 1, lead_clause))
        plays: list[tuple[str, list[str]]] = []
        for turn, (seat, text) in enumerate(zip(seats_from(leader), texts, strict=True), start=1):
            attempt, cards = play_of(text)
            if not contains(hands[seat], attempt) or not contains(hands[seat], cards):
                raise ValueError(f"trick {number}: {seat} does not hold {text}")
            fault: str | None
            if turn == 1:
                others = [hands[other] for other in hands if other != seat]
                fault = lead_verdict(attempt, cards, others, level, trump)
            elif attempt != cards:
                raise ValueError(f"trick {number}: only a lead can be a throw")
            else:
                fault = follow_fault(hands[seat], plays[0][1], cards, level, trump)
            if fault == "stopped":
                result.stopped.append(number)
            elif fault is not None:
                result.illegal.append((number, turn, fault))
            plays.append((seat, cards))
        hands = {seat: without(hands[seat], cards) for seat, cards in plays}
        must_lead, lead_clause = winner(plays, level, trump), "SJ-16b"
        result.winners.append(must_lead)
        winning_cards = dict(plays)[must_lead]
        if side_of(must_lead) != side_of(dealer):
            result.trick_points += sum(points(cards) for _, cards in plays)
    result.complete = not any(hands.values())
    result.attackers = result.trick_points
    if result.complete and side_of(must_lead) != side_of(dealer):
        result.multiplier = kitty_multiplier(winning_cards, level, trump)
        result.attackers += result.kitty_points * result.multiplier
    return result

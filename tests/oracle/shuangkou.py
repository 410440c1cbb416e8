"""双扣 (sheet 002) read a second time, by brute force, default options only.

Clause ids are those of the rule notes: SK-… the sheet itself, D-SK-…, SK-a and X-… what was decided
where it is silent. Cards, classes, level and trump are written as in `shengji`.

The sheet gives the play of the cards in a few lines ("as on 联众", SK-2.1a), and where these lines and
the notes say the same as the notes of 升级, the functions of `shengji` are used as they stand:

* the ladder of trumps, SK-2.1b: BJ, LJ, 主级, all 副级 together, A … 2;
* sister pairs (姊妹对, "tractors"), SK-2.1c: neighbours on that ladder, of any length, thus 副级+主A,
  主级+副级, LJLJ+主级, BJBJ+LJLJ, and across the level rank in side suits and trumps (D-SK-08); two 副级
  pairs are none, LJLJ with a level pair is one without a trump suit, AA22 is none (D-SK-09);
* what a follower owes, X-3 and X-4; what wins, X-2, X-5, X-6; what beats a piece of a throw, X-7.

The throw, the kitty, the calls, the schedule and the scores are this sheet's own.

The attackers of 升级 are called defenders here (防守方): the side that has not got the bank. *Small*
points (小分) are theirs; *big* points (大分) are what both sides score.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple

from tests.oracle import incidents as incidents_of
from tests.oracle import shengji
from tests.oracle.cards import (
    JOKERS,
    SEATS,
    SIDES,
    Multiset,
    cards_of,
    contains,
    multiset,
    other_side,
    play_of,
    seats_from,
    side_of,
    without,
)
from tests.oracle.shengji import (
    after_burial,
    beaten_by,
    class_of,
    components,
    effective_suit,
    is_tractor,
    ladder,
    of_class,
    order,
    points,
    readings,
    shape_of,
    tractors_against,
    winner,
)
from tests.oracle.tractors import Component, selections

__all__ = [
    "BigPoints",
    "Fault",
    "HandResult",
    "after_burial",
    "beaten_by",
    "bid_strength",
    "big_points",
    "class_of",
    "components",
    "declare",
    "effective_suit",
    "follow_fault",
    "forced_pieces",
    "hand_score",
    "is_tractor",
    "kitty_multiplier",
    "kitty_trump",
    "ladder",
    "lead_verdict",
    "legal_follows",
    "match_effect",
    "match_result",
    "of_class",
    "order",
    "penalties",
    "points",
    "referee_hand",
    "ruling",
    "schedule",
    "shape_of",
    "signed",
    "throw_test",
    "totals",
    "tractors_against",
    "winner",
]

# ---------------------------------------------------------------------------------------- bank and level

LEVELS: Final = "23455678"


def schedule(no: int) -> tuple[str, str]:
    """(banker, level) of a deal, counted from 1 (SK-1a, b): the bank goes round E, N, W, S whatever
    happens; ninth as first (D-SK-01).
    """
    if no < 1:
        raise ValueError("deals are counted from 1")
    return SEATS[(no - 1) % 4], LEVELS[(no - 1) % 8]


# ---------------------------------------------------------------------------------------- calling trumps

PAIRS_UPWARDS: Final = "dchs"
"""SK-2.2a, D-SK-05: among level pairs ♠ > ♥ > ♣ > ♦."""


def bid_strength(cards: Sequence[str], level: str) -> int:
    """1 a single level card, 2 to 5 a pair of them by its suit (D-SK-05), 6 LJLJ, 7 BJBJ (D-SK-06); 0
    is nothing that can be bid: two jokers that differ, two suits, other ranks.
    """
    if "".join(cards) in ("LJLJ", "BJBJ"):
        return 6 if cards[0] == "LJ" else 7
    if len(cards) not in (1, 2) or len(set(cards)) != 1 or cards[0] in JOKERS or cards[0][0] != level:
        return 0
    return 1 if len(cards) == 1 else 2 + PAIRS_UPWARDS.index(cards[0][1])


def kitty_trump(kitty: Sequence[str]) -> str:
    """SK-2.2d: the suit of the first kitty card that is turned over; a joker there, no trump."""
    return "NT" if kitty[0] in JOKERS else kitty[0][1]


def declare(
    bids: Sequence[str],
    level: str,
    turned: Sequence[str] | None = None,
    deal: Mapping[str, Sequence[str]] | None = None,
    dealer: str | None = None,
) -> tuple[str | None, list[int]]:
    """(trump, the places from 0 of the illegal bids). An illegal bid changes nothing.

    The first to call shows a single level card or, closing the calls, a pair of them (SK-2.2a, c);
    anybody may (D-SK-18). Over a single call goes any pair (D-SK-05), joker pairs too (SK-a); over a
    pair only a higher one (D-SK-05, D-SK-06); nobody goes over himself (SK-2.2b). While a single call
    stands its caller may show the second copy, written `2h` or `2h2h`: that closes the calls too
    (SK-2.2c). Somebody who went over a call is no caller, and his pair closes nothing.

    `turned` is the kitty where nobody called and it was turned over: it names the trump and every bid
    is illegal (SK-2.2d). Without a legal bid and without `turned` the trump is None.

    With `deal` a bid of cards that the seat had not got is illegal: the call is made from the cards
    drawn; later bids of the dealer may use what he took up (D-SK-21).
    """
    if turned is not None:
        return kitty_trump(turned), list(range(len(bids)))
    illegal: list[int] = []
    shown: list[str] = []
    holder = ""
    called = closed = False  # whether what stands is the call itself; whether a caller's pair fixed it
    for place, bid in enumerate(bids):
        seat, text = bid.split()
        cards = cards_of(text)
        strength = bid_strength(cards, level)
        adds = called and seat == holder and bid_strength(shown, level) == 1 and set(cards) == set(shown)
        if closed or strength == 0:
            legal = False
        elif not holder:
            legal = strength <= 5
        elif seat == holder:
            legal = adds
        else:
            legal = strength >= 2 and strength > bid_strength(shown, level)
        if adds:
            cards = [shown[0], shown[0]]
        if deal is not None:
            own = [*deal[seat], *(deal["kitty"] if holder and seat == dealer else ())]
            legal = legal and contains(own, cards)
        if not legal:
            illegal.append(place)
            continue
        called = adds or not holder
        closed = called and len(cards) == 2
        holder, shown = seat, cards
    if not shown:
        return None, illegal
    return "NT" if shown[0] in JOKERS else shown[0][1], illegal


# ---------------------------------------------------------------------------------------- following

Fault = Literal["count", "suit", "tractor", "pair"]


def follow_fault(hand: Sequence[str], lead: Sequence[str], play: Sequence[str], level: str, trump: str) -> Fault | None:
    """The duty of SK-2.1a that a follower breaks, or None: as many cards as were led, the led suit
    (X-3), sister pairs against sister pairs, pairs against pairs (X-4, X-16, X-17).

    The sheet has no words of its own for it; the reading is that of `shengji.follow_fault`.
    """
    names: dict[shengji.Fault, Fault] = {"count": "count", "SJ-16c": "suit", "SJ-16g": "tractor", "SJ-16h": "pair"}
    fault = shengji.follow_fault(hand, lead, play, level, trump)
    return None if fault is None else names[fault]


def legal_follows(hand: Sequence[str], lead: Sequence[str], level: str, trump: str) -> set[Multiset]:
    """Every legal answer of a hand to a lead, by trying all its subsets: for small hands."""
    return {play for play in selections(hand, len(lead)) if follow_fault(hand, lead, list(play), level, trump) is None}


# ---------------------------------------------------------------------------------------- throws


def forced_pieces(parts: Sequence[Component], blocked: Sequence[Component]) -> set[Multiset]:
    """The pieces of a failed throw of which one must stand (SK-5.2.2), for one reading of the throw.

    A blocked single: the smallest single; a blocked pair: the smallest pair; both: the opponents
    choose, so either may stand (D-SK-11: the smallest of that kind in the throw). Where sister pairs
    are blocked they are forced before anything else, longer ones first (X-8, X-19). Of several equally
    small, any (X-20).
    """
    longest = max(part.pairs for part in blocked)
    sizes = {longest} if longest >= 2 else {part.pairs for part in blocked}
    forced: set[Multiset] = set()
    for size in sizes:
        of_size = [part for part in parts if part.pairs == size]
        smallest = min(part.top for part in of_size)
        forced |= {multiset(part.cards) for part in of_size if part.top == smallest}
    return forced


def throw_test(
    lead: Sequence[str], other_hands: Sequence[Sequence[str]], level: str, trump: str
) -> tuple[set[Multiset], int] | None:
    """None if the lead stands, else the pieces of which one must be led instead and the fine in small
    points (SK-5.2.2): 10 for each component of the throw that is blocked (D-SK-10).

    `other_hands` are the three other hands, the partner's among them, each asked alone (X-7). A lead of
    one single component is no throw and always stands. X-9: trumps may be thrown.
    """
    if len(components(lead, level, trump)) == 1:
        return None
    allowed: set[Multiset] = set()
    fines: set[int] = set()
    for parts in readings(lead, level, trump):
        blocked = [part for part in parts if any(beaten_by(part, hand, level, trump) for hand in other_hands)]
        fines.add(10 * len(blocked))
        if blocked:
            allowed |= forced_pieces(parts, blocked)
    if not allowed:
        return None
    (fine,) = fines  # readings have the same lengths and heights
    return allowed, fine


# ---------------------------------------------------------------------------------------- points


def kitty_multiplier(winning_cards: Sequence[str], level: str, trump: str) -> int:
    """By what the kitty counts when defenders win the last trick with these cards (SK-3.1 to 3.4, X-12).

    Single cards 2, a pair among them 4, two sister pairs 8, and twice as much for each further pair of
    the longest run (D-SK-07); side suits and trumps alike.
    """
    most_pairs = max(part.pairs for part in components(winning_cards, level, trump))
    return 2 << most_pairs  # 0 pairs 2, 1 pair 4, then 8, 16, 32


class BigPoints(NamedTuple):
    """What small points are worth. `value` None: not printed, but not under `low` nor over `high` (None
    where there is no example beyond).
    """

    value: int | None
    low: int | None
    high: int | None


PRINTED: Final = {20: -17, 40: -9, 80: 2, 120: 14, 160: 25}


def big_points(small: int) -> BigPoints:
    """SK-4.1a: the defenders' big points for their small points, by the five examples and nothing else
    (D-SK-02).
    """
    if small in PRINTED:
        return BigPoints(PRINTED[small], PRINTED[small], PRINTED[small])
    under = [value for example, value in PRINTED.items() if example < small]
    over = [value for example, value in PRINTED.items() if example > small]
    return BigPoints(None, max(under, default=None), min(over, default=None))


def hand_score(small: int | None, dealer: str, offenders: Sequence[str] = ()) -> dict[str, int] | None:
    """The big points of both sides for one deal; they add up to 0 (D-SK-03). None where the sheet gives
    no number.

    `small` is None where the deal was not played out. `offenders` are the sides that had a wrong number
    of cards (SK-5.1.2) or concealed a card (SK-5.3): -2, and 2 for the other, or the innocent side's
    real result if that is better and its mirror for the offender (D-SK-16). A real result that is not
    printed is no better than 2 where its bracket ends there. Both sides at fault is not in the sheet:
    None.
    """
    defenders = other_side(side_of(dealer))
    value, low, high = big_points(small) if small is not None else BigPoints(None, None, None)
    if len(set(offenders)) == 2:
        return None
    if not offenders:
        return None if value is None else {defenders: value, other_side(defenders): -value}
    innocent = other_side(offenders[0])
    if innocent != defenders:
        value, high = (None if number is None else -number for number in (value, low))
    if small is None or (high is not None and high <= 2):
        value = 2
    return None if value is None else {innocent: value, offenders[0]: -value}


# ---------------------------------------------------------------------------------------- incidents

Ruling = Literal["cards", "throw", "deal", "draw", "warning", "match", "forfeit"]


def ruling(kind: str, at: str = "0", noticed: str = "0") -> Ruling:
    """What a noticed incident falls under. `at` and `noticed` are `trick.play`, `0` before the first.

    `cards` SK-5.2.1, 10 small points a card; `throw` SK-5.2.2, fined by `throw_test`; `deal` SK-5.1.2
    and SK-5.3, the deal is lost; `draw` SK-5.1.1, the short hand draws from the long one and that is
    all; `warning` SK-5.5; `match` SK-5.4; `forfeit` SK-4.2.

    D-SK-13: a revoke is a wrong play until its trick is closed, thereafter a concealed card. D-SK-15: a
    wrong number of cards found in mid-play is as at the end; before the first trick is read as before
    the burial.
    """
    if kind == "revoke":
        return "deal" if trick_of(noticed) > trick_of(at) else "cards"
    if kind == "hand_count":
        return "draw" if trick_of(noticed) == 0 else "deal"
    others: dict[str, Ruling] = {
        "exposed": "cards",
        "failed_throw": "throw",
        "concealed": "deal",
        "out_of_turn": "warning",
        "signal": "match",
        "late": "forfeit",
    }
    return others[kind]


def trick_of(moment: str) -> int:
    """The trick of `trick.play`."""
    return int(moment.partition(".")[0])


def signed(amount: int, seat: str, dealer: str) -> int:
    """A fine as a change of the defenders' small points (D-SK-12): theirs are taken off, the bankers'
    added.
    """
    return amount if side_of(seat) == side_of(dealer) else -amount


def penalties(kind: str, cards: Sequence[str], at: str, noticed: str, seat: str, dealer: str) -> int:
    """The change of the defenders' small points for an incident (SK-5.2.1, D-SK-12): 10 for each card
    wrongly played or shown, whether or not it could be taken back. Nothing for what costs big points,
    and nothing here for a throw.
    """
    return signed(10 * len(cards), seat, dealer) if ruling(kind, at, noticed) == "cards" else 0


def match_effect(kind: str, side: str, earlier: int = 0) -> dict[str, int]:
    """The big points of an incident that goes beyond its deal (D-SK-03: as printed). `earlier` counts
    the same incident of the same side in this match before.

    SK-4.2: late, -20 and 20. SK-5.4: signals, -10 and 2. SK-5.5: out of turn, a warning first, then -10
    each time and nothing for the others.
    """
    offender, other = {
        "forfeit": (-20, 20),
        "match": (-10, 2),
        "warning": (-10 if earlier else 0, 0),
    }.get(ruling(kind), (0, 0))
    return {side: offender, other_side(side): other}


# ---------------------------------------------------------------------------------------- the match


def totals(scores: Sequence[Mapping[str, int] | None]) -> dict[str, int] | None:
    """The big points of both sides; None if one of the scores is not known."""
    known = [score for score in scores if score is not None]
    if len(known) < len(scores):
        return None
    return {side: sum(score[side] for score in known) for side in SIDES}


def match_result(
    scores: Sequence[Mapping[str, int] | None], signals: str | None = None, late: str | None = None
) -> tuple[str | None, dict[str, int] | None]:
    """(winner, match points) from the scores of the finished deals (D-SK-17) and of `match_effect`.

    SK-4.1b: the higher total wins 2, the other gets 1. Equal or unknown totals: (None, None) (D-SK-04).
    `late` names a side that forfeits: 0, the other wins 2 (SK-4.2). `signals` names a side that gave
    signals: the match is over and the other has won, whatever the totals (SK-5.4, D-SK-19).
    """
    if late is not None:
        return other_side(late), {late: 0, other_side(late): 2}
    if signals is not None:
        return other_side(signals), {signals: 1, other_side(signals): 2}
    sums = totals(scores)
    if sums is None or sums["EW"] == sums["NS"]:
        return None, None
    best = max(sums, key=lambda side: sums[side])
    return best, {best: 2, other_side(best): 1}


# ---------------------------------------------------------------------------------------- a whole hand


@dataclass(slots=True)
class HandResult:
    """What became of a hand.

    `illegal_bids` are places from 0. `winners` one seat a trick. `illegal` are (trick, play, what),
    both counted from 1: a follow with its `Fault`, a lead by the wrong seat (X-10), a throw that should
    not have stood or a wrong piece of a failed one (SK-5.2.2). `stopped` are the tricks whose throw was
    taken back though nothing beat it.

    Small points: `trick_points` are the defenders', `kitty_points` those of the buried cards,
    uncounted; `multiplier` is None unless defenders won the last trick of a hand played out;
    `penalties` is the signed sum of the fines for failed throws and incidents; `attackers` is the
    total. `score` is the big points, None where they cannot be known.
    """

    trump: str
    illegal_bids: list[int]
    winners: list[str] = field(default_factory=list)
    illegal: list[tuple[int, int, str]] = field(default_factory=list)
    stopped: list[int] = field(default_factory=list)
    trick_points: int = 0
    kitty_points: int = 0
    multiplier: int | None = None
    penalties: int = 0
    attackers: int = 0
    complete: bool = False
    score: dict[str, int] | None = None


def wrong_at_least(hand: Sequence[str], lead: Sequence[str], play: Sequence[str], level: str, trump: str) -> int:
    """How many cards of a follow had to be others (SK-5.2.1)."""
    wrong = follow_fault(hand, lead, play, level, trump) is not None
    if len(play) == 1 or not wrong:
        return int(wrong)
    return incidents_of.wrong_at_least(play, legal_follows(hand, lead, level, trump))


def lead_verdict(
    attempt: Sequence[str],
    stood: Sequence[str],
    others: Sequence[Sequence[str]],
    level: str,
    trump: str,
) -> tuple[str | None, int]:
    """(None, `SK-5.2.2` or `stopped` for a lead of which `stood` remained on the table, its fine)."""
    test = throw_test(attempt, others, level, trump)
    if test is None:
        return (None if multiset(attempt) == multiset(stood) else "stopped"), 0
    allowed, fine = test
    return (None if multiset(stood) in allowed else "SK-5.2.2"), fine


def later_verdict(hand: Sequence[str], lead: Sequence[str], text: str, level: str, trump: str) -> str | None:
    """The `Fault` of a play that is not the lead, if any."""
    if ">" in text:
        raise ValueError(f"only a lead can be a throw: {text}")
    return follow_fault(hand, lead, cards_of(text), level, trump)


def referee_hand(
    level: str,
    dealer: str,
    deal: Mapping[str, Sequence[str]],
    bids: Sequence[str],
    bury: Sequence[str],
    tricks: Sequence[str],
    incidents: Sequence[Mapping[str, str]] = (),
) -> HandResult:
    """Referee a hand from all four hands and the kitty in its order (`deal`, keys E N W S kitty), its
    bids, burial, tricks and incidents in record notation.

    Without a legal bid the kitty names the trump (SK-2.2d). The banker keeps the kitty and leads first,
    whoever called (SK-2.2b, D-SK-18, X-10). Plays count as they were made: an illegal follow is listed
    and takes part in its trick as the cards it is (D-SK-14); the next trick is led by whom the record
    says. A throw written `AsAsKs>Ks` leads `Ks`, the rest goes back to the hand.

    Fined is what was noticed: a throw written with `>` or named by an incident, and the incidents.
    Hands of different sizes are a ValueError: `hand_score` rules on them.
    """
    if len({len(deal[seat]) for seat in SEATS}) != 1:
        raise ValueError("not as many cards in every hand")
    trump, illegal_bids = declare(bids, level, deal=deal, dealer=dealer)
    result = HandResult(kitty_trump(deal["kitty"]) if trump is None else trump, illegal_bids, kitty_points=points(bury))
    trump = result.trump
    hands = after_burial(deal, dealer, bury)
    at_first = hands
    named = {trick_of(incident["at"]) for incident in incidents if ruling(incident["kind"]) == "throw"}
    must_lead = dealer
    winning_cards: list[str] = []
    for number, trick in enumerate(tricks, start=1):
        leader, *texts = trick.split()
        if leader != must_lead:
            result.illegal.append((number, 1, "X-10"))
        plays: list[tuple[str, list[str]]] = []
        for turn, (seat, text) in enumerate(zip(seats_from(leader), texts, strict=True), start=1):
            attempt, cards = play_of(text)
            if not contains(hands[seat], attempt) or not contains(hands[seat], cards):
                raise ValueError(f"trick {number}: {seat} does not hold {text}")
            if turn == 1:
                others = [hands[other] for other in hands if other != seat]
                what, fine = lead_verdict(attempt, cards, others, level, trump)
                if ">" in text or number in named:
                    result.penalties += signed(fine, seat, dealer)
            else:
                what = later_verdict(hands[seat], plays[0][1], text, level, trump)
            if what == "stopped":
                result.stopped.append(number)
            elif what is not None:
                result.illegal.append((number, turn, what))
            plays.append((seat, cards))
        hands = {seat: without(hands[seat], cards) for seat, cards in plays}
        must_lead = winner(plays, level, trump)
        result.winners.append(must_lead)
        winning_cards = dict(plays)[must_lead]
        if side_of(must_lead) != side_of(dealer):
            result.trick_points += sum(points(cards) for _, cards in plays)
    result.complete = not any(hands.values())
    result.penalties += fines(incidents, at_first, tricks, level, trump, dealer)
    result.attackers = result.trick_points + result.penalties
    if result.complete and side_of(must_lead) != side_of(dealer):
        result.multiplier = kitty_multiplier(winning_cards, level, trump)
        result.attackers += result.kitty_points * result.multiplier
    offenders = [side_of(incident["seat"]) for incident in incidents if ruling_of(incident) == "deal"]
    result.score = hand_score(result.attackers if result.complete else None, dealer, offenders)
    return result


def fines(
    incidents: Sequence[Mapping[str, str]],
    hands: Mapping[str, Sequence[str]],
    tricks: Sequence[str],
    level: str,
    trump: str,
    dealer: str,
) -> int:
    """The signed small points of the incidents of a hand, each held against the plays; `hands` as at the first trick."""

    def least(hand: Sequence[str], lead: Sequence[str], play: Sequence[str]) -> int:
        return wrong_at_least(hand, lead, play, level, trump)

    cards = ["".join(incidents_of.concerned(incident, hands, tricks, least)) for incident in incidents]
    return sum(fine_of({**incident, "cards": each}, dealer) for incident, each in zip(incidents, cards, strict=True))


def ruling_of(incident: Mapping[str, str]) -> Ruling:
    """What an incident of a record falls under; noticed on the spot unless it says otherwise."""
    at = incident.get("at", "0")
    return ruling(incident["kind"], at, incident.get("noticed", at))


def fine_of(incident: Mapping[str, str], dealer: str) -> int:
    """The signed small points of an incident of a record."""
    at = incident.get("at", "0")
    cards = cards_of(incident.get("cards", ""))
    return penalties(incident["kind"], cards, at, incident.get("noticed", at), incident["seat"], dealer)

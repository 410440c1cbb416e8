"""Random hands, legal and illegal, and the oracle's verdict on them. Pairs and tractors are more common than at a table."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from paipu.replay.catalogue import clause_of_codes
from paipu.replay.record import GameRecord, Hand, HandClaims
from paipu.replay.report import Report
from paipu.replay.tricks.deal import Holdings
from paipu.replay.tricks.play import TrickMachine
from paipu.replay.tricks.sheet import TrickSheet
from paipu.replay.tricks.trump import TrumpContext
from tests.oracle import shengji as oracle
from tests.oracle.cards import RANKS, SEATS, SUITS, TWO_DECKS, doubled, next_seat, other_side, side_of, without
from tests.oracle.tractors import both_copies
from tests.rules.build import KITTY, Deal, Table, match

TRUMPS: Final = (*SUITS, "NT")


@dataclass(frozen=True)
class Dice:
    """How often something goes wrong, out of one."""

    follow: float = 0.08
    throw: float = 0.3
    leader: float = 0.02


def machine_of(sheet: TrickSheet, ctx: TrumpContext, hands: Sequence[Sequence[str]], trick: str) -> TrickMachine:
    """One trick led by E, all hands known, through the engine's machine."""
    held = Holdings([ctx.pack(hand) for hand in hands], [True] * 4, (None,) * 4, None)
    machine = TrickMachine(sheet, ctx, Hand(no=1, tricks=(trick,)), 0, held, Report(clause_of_codes(sheet.key)))
    machine.run((trick,))
    return machine


def small_hands(rng: random.Random, level: str, trump: str, size: int) -> list[list[str]]:
    """Four hands of few cards, most of them neighbours of one class, so that pairs and tractors are the rule.

    Often the class is the highest trumps and their copies are together, so that tractors meet on the rung of side-level pairs.
    """
    classes = [suit for suit in "shcdT" if oracle.ladder(suit, level, trump) and suit != trump]
    rungs = oracle.ladder(rng.choice([*classes, "T"]), level, trump)
    start = rng.randrange(len(rungs))
    meeting = rng.random() < 0.2
    if meeting:
        rungs = oracle.ladder("T", level, trump)
        start = max(len(rungs) - rng.randint(4, 6), 0)
    window = [card for rung in rungs[start : start + 8] for card in rung]
    cards = dict.fromkeys([*window, *rng.sample(TWO_DECKS, 5)])
    hands: list[list[str]] = [[] for _ in SEATS]
    weights = rng.choice(((40, 2, 1, 1), (1, 40, 1, 1)) if meeting else ((4, 4, 1, 1), (2, 6, 1, 1), (1, 1, 1, 1)))
    together = 0.95 if meeting else rng.choice((0.4, 0.8))
    for card in cards:
        first, second = rng.choices(hands, weights, k=2)
        first.append(card)
        (first if rng.random() < together else second).append(card)
    for hand in hands:
        if not meeting:
            rng.shuffle(hand)
        del hand[size:]
    return [hand or ["BJ"] for hand in hands]


def some_of_a_class(rng: random.Random, hand: Sequence[str], level: str, trump: str, most: int) -> list[str]:
    """Up to so many cards of one class: often tractors, or tractors with pairs and singles beside them."""
    cls = oracle.effective_suit(rng.choice(list(hand)), level, trump)
    rest = oracle.of_class(hand, cls, level, trump)
    lead: list[str] = []
    for likely in (0.7, 0.6, 0.3):
        runs = [run for run in oracle.runs_in(rest, level, trump) if len(lead) + 2 * len(run) <= most]
        if runs and rng.random() < likely:
            run = both_copies(rng.choice(runs))
            lead, rest = [*lead, *run], without(rest, run)
    for pair in doubled(rest):
        if rng.random() < 0.3 and len(lead) + 2 <= most:
            lead += [pair, pair]
            rest = without(rest, [pair, pair])
    room = min(most - len(lead), len(rest))
    if not lead or rng.random() < 0.3:
        lead += rng.sample(rest, rng.randint(0 if lead else 1, room))
    return lead


def clumped_deal(rng: random.Random, together: float) -> Deal:
    """A full deal; both copies of a card go to one hand that often."""
    slots = [part for part, size in (*((seat, 25) for seat in SEATS), (KITTY, 8)) for _ in range(size)]
    rng.shuffle(slots)
    deal: Deal = {part: [] for part in (*SEATS, KITTY)}
    cards = list(TWO_DECKS[:54])
    rng.shuffle(cards)
    for card in cards:
        first = slots.pop()
        deal[first].append(card)
        if rng.random() < together and first in slots:
            slots.remove(first)
            deal[first].append(card)
        else:
            deal[slots.pop()].append(card)
    return deal


def random_table(rng: random.Random) -> Table:
    """A table with the burial done, at any level, trump and banker."""
    level, trump, dealer = rng.choice(RANKS), rng.choice(TRUMPS), rng.choice(SEATS)
    deal = clumped_deal(rng, rng.choice((0.0, 0.5, 0.8, 0.95)))
    hands = {seat: list(deal[seat]) for seat in SEATS}
    pool = [*hands[dealer], *deal[KITTY]]
    bury = rng.sample(pool, 8)
    hands[dealer] = without(pool, bury)
    return Table(level, trump, dealer, deal, bury, hands, dealer, rng)


def play_on(board: Table, dice: Dice, tricks: int = 25) -> Table:
    """Play up to so many tricks, or to the end, with faults as the dice have them."""
    rng = board.rng
    while all(board.hands.values()) and len(board.tricks) < tricks:
        seat = rng.choice(SEATS) if rng.random() < dice.leader else board.leader
        lead = random_lead(board, seat)
        token, stood = with_throw(board, seat, lead, dice)
        given, made = {seat: token}, [(seat, stood)]
        for turn in range(1, 4):
            other = next_seat(seat, turn)
            cards = random_follow(board, other, stood, dice)
            given[other] = "".join(cards)
            made.append((other, cards))
        board.add(given, made)
    return board


def random_lead(board: Table, seat: str) -> list[str]:
    """A single, a pair, a tractor or several cards of one class."""
    rng, hand = board.rng, board.hands[seat]
    card = rng.choice(hand)
    cls = board.cls(card)
    mine = [each for each in hand if board.cls(each) == cls]
    kind = rng.random()
    if kind < 0.4:
        return [card]
    pairs = doubled(mine)
    if kind < 0.6 and pairs:
        return [rng.choice(pairs)] * 2
    runs = oracle.runs_in(mine, board.level, board.trump)
    if kind < 0.85 and runs:
        return both_copies(rng.choice(runs))
    if kind < 0.95 and runs:
        run = both_copies(rng.choice(runs))
        rest = without(mine, run)
        return [*run, *rng.sample(rest, min(len(rest), rng.randint(1, 3)))]
    return rng.sample(mine, min(len(mine), rng.randint(1, 5)))


def with_throw(board: Table, seat: str, lead: list[str], dice: Dice) -> tuple[str, list[str]]:
    """The lead's token and what stood: as the rules have it, or, as often as the dice say, otherwise."""
    rng, text = board.rng, "".join(lead)
    parts = oracle.components(lead, board.level, board.trump)
    wrong = rng.random() < dice.throw
    if len(parts) == 1 and (not wrong or len(lead) == 1 or rng.random() < 0.8):
        return text, lead
    others = [board.hands[other] for other in SEATS if other != seat]
    allowed = oracle.throw_test(lead, others, board.level, board.trump)
    if wrong:
        stood = list(rng.choice([lead, *(list(part.cards) for part in parts), rng.sample(lead, rng.randint(1, len(lead) - 1))]))
    else:
        stood = list(rng.choice(sorted(allowed))) if allowed else lead
    return (text, lead) if sorted(stood) == sorted(lead) else (f"{text}>{''.join(stood)}", stood)


def random_follow(board: Table, seat: str, lead: Sequence[str], dice: Dice) -> list[str]:
    """A legal follow, or any cards as often as the dice say."""
    rng, hand = board.rng, board.hands[seat]
    if rng.random() < dice.follow:
        led = board.cls(lead[0])
        same = [card for card in hand if board.cls(card) == led]
        source = same if len(same) >= len(lead) and rng.random() < 0.7 else hand
        return rng.sample(source, len(lead))
    held = [card for card in hand if board.cls(card) == board.cls(lead[0])]
    if len(held) <= len(lead):
        return [*held, *rng.sample([card for card in hand if card not in held], len(lead) - len(held))]
    for _ in range(30):
        cards = rng.sample(held, len(lead))
        if oracle.follow_fault(hand, lead, cards, board.level, board.trump) is None:
            return cards
    return board.follow(seat, lead)


def levels_before(board: Table, rng: random.Random) -> dict[str, str]:
    """The banker's side plays its own level; the other side has any."""
    side = side_of(board.dealer)
    return {side: board.level, other_side(side): rng.choice(RANKS)}


def refereed(board: Table) -> oracle.HandResult:
    """The oracle's verdict on the hand as played."""
    return oracle.referee_hand(board.level, board.trump, board.dealer, board.deal, board.bury, board.tricks)


def record_of(board: Table, levels: Mapping[str, str], claims: HandClaims | None = None) -> GameRecord:
    """The whole record."""
    return match(board.hand(claims=claims), levels=levels, dealer=board.dealer)


def true_claims(board: Table, levels: Mapping[str, str]) -> HandClaims:
    """What a score sheet without a mistake has of a hand played out, by the oracle."""
    verdict = refereed(board)
    after, office = oracle.after_hand(levels, side_of(board.dealer), verdict.attackers)
    return HandClaims(
        winners="".join(verdict.winners),
        attackers=verdict.attackers,
        kitty_points=verdict.kitty_points,
        multiplier=verdict.multiplier,
        penalties=0,
        levels=after,
        next_dealer=oracle.next_dealer(board.dealer, office, after),
    )

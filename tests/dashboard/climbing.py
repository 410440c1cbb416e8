"""Matches of 掼蛋 and 大怪路子 for these tests: tribute, wild cards, bombs, 接风, 双下, a play that breaks a rule, six seats.

As in `matches`, plays are legal by the engine's own `legal_plays`, but where a fault is wanted; what is tested is how they are
shown. `SMALL` is short enough to be read.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any

from paipu.replay.cards import BIG_JOKER, CARDS
from paipu.replay.climbing.combos import Kind, Reading
from paipu.replay.climbing.context import LevelContext
from paipu.replay.climbing.legal import legal_plays
from paipu.replay.climbing.order import hand_over
from paipu.replay.climbing.play import ClimbMachine
from paipu.replay.climbing.sheet import ClimbingSheet
from paipu.replay.climbing.states import ClimbingState
from paipu.replay.family import hand_view
from paipu.replay.notation import PASS
from paipu.replay.plays import next_seats
from paipu.replay.report import Report
from paipu.replay.sheets import CLIMBING_SHEETS
from tests.dashboard.matches import PEOPLE, read

Document = dict[str, Any]
Hands = dict[str, list[str]]
BOMBS = {Kind.BOMB, Kind.STRAIGHT_FLUSH, Kind.FOUR_JOKERS}
SIX = {
    str(number): {"id": f"q{number}", "name": name, "team": "红" if number % 2 else "Blue"}
    for number, name in enumerate(("陈晓东", "Nora Lindqvist", "王伟", "孙莉", "Ada Okonkwo-Bellweather", "李雷"), start=1)
}

SMALL: Document = {
    "format": "paipu/1",
    "id": "guandan/small",
    "sheet": "guandan-3",
    "start": {"levels": {"EW": "5", "NS": "4"}},
    "seats": PEOPLE,
    "hands": [
        {
            "no": 4,
            "level": "5",
            "tribute": ["S>E BJ", "E>S 3h"],
            "lead": "S",
            "tricks": [
                "S 7s7h8c8d5h=77888 - 9s9h9cJdJd 4s4h4d3s3c - -",
                "N 8s 6s6h6c6d - - -",
                "W 9d Jh 5s - - -",
                "E 3c4d5s6d5h - - -",
                "E Kd",
            ],
            "seconds": [[31, 4, 2.5, 16, 3, 1], [15, 15.5]],
            "claims": {"levels": {"EW": "8", "NS": "4"}},
        }
    ],
}
"""Written by hand: S declares what wild 5h is, W plays a lower full house, which does not count, and then a bomb; E declares
nothing, and the higher straight is taken. S took 31 seconds to lead, W 16 for a later play."""


def dealt(rng: random.Random, sheet: ClimbingSheet) -> Hands:
    """A shuffled deck dealt out."""
    cards = list(CARDS * sheet.cards.copies)
    rng.shuffle(cards)
    size = sheet.hand_size
    return {seat: cards[size * place : size * (place + 1)] for place, seat in enumerate(sheet.seats)}


def pay(ctx: LevelContext, hands: Hands, finish: str, *, double: bool) -> list[str]:
    """The tribute after a finishing order, the cards moved in the hands: what is due, and low cards back."""
    payers = sorted(finish[-2:] if double else finish[-1:], key=lambda seat: -_highest(ctx, hands[seat]))
    pairs = list(zip(payers, finish, strict=False))
    moved = []
    for payer, taker in pairs:
        card = next(c for c in hands[payer] if c not in ctx.wilds and ctx.value[c] == _highest(ctx, hands[payer]))
        moved.append((payer, taker, card))
    for payer, taker in pairs:
        moved.append((taker, payer, min(hands[taker], key=ctx.value.__getitem__)))
    for giver, taker, card in moved:
        hands[giver].remove(card)
        hands[taker].append(card)
    return [f"{giver}>{taker} {card}" for giver, taker, card in moved]


def _highest(ctx: LevelContext, cards: Sequence[str]) -> int:
    return max(ctx.value[card] for card in cards if card not in ctx.wilds)


def play_out(rng: random.Random, sheet: ClimbingSheet, ctx: LevelContext, hands: Hands, leader: str) -> list[str]:
    """Rounds to the end: leads of many low cards, follows as cheap as possible, bombs now and then."""
    packed = [ctx.pack(hands[seat]) for seat in sheet.seats]
    tricks: list[str] = []
    known = (True,) * len(packed)
    machine = ClimbMachine(sheet, ctx, tricks, packed, known, [len(hands[seat]) for seat in sheet.seats], Report({}))
    machine.turn = sheet.seat_at[leader]
    while not machine.over and machine.turn is not None:
        tricks.append(f"{sheet.seats[machine.turn]} {' '.join(_trick(rng, machine))}")
        machine.step(len(tricks) - 1)
    return tricks


def _trick(rng: random.Random, machine: ClimbMachine) -> Iterator[str]:
    """The plays of one round, until all others have passed or the hand is over."""
    ctx, hands, left, out = machine.ctx, list(machine.hands), list(machine.left), list(machine.out)
    assert machine.turn is not None
    seat = holder = machine.turn
    table: Reading | None = None
    waiting = 1
    while waiting and not hand_over(machine.sheet, out):
        partner = table is not None and (seat - holder) % 2 == 0
        choice = _choose(rng, ctx, hands[seat], table, partner=partner)
        yield choice
        if choice == PASS:
            waiting -= 1
        else:
            play = ctx.plays[choice]
            table, holder = ctx.standing(play, table), seat
            hands[seat] -= play.cards
            left[seat] -= play.size
            if not left[seat]:
                out.append(seat)
            waiting = sum(map(bool, left)) - bool(left[seat])
        seat = next_seats(tuple(map(bool, left)))[seat]


def _choose(rng: random.Random, ctx: LevelContext, hand: int, table: Reading | None, *, partner: bool) -> str:
    legal = [(text, ctx.standing(ctx.plays[text], table)) for text in legal_plays(ctx, hand, table, 1000).plays]
    found = [(text, reading) for text, reading in legal if reading is not None]
    if table is None:
        plain = [text for text, reading in found if reading.kind not in BOMBS]
        return max(plain or [text for text, _ in found], key=lambda text: (len(text), rng.random()))
    plain = [text for text, reading in found if reading.kind not in BOMBS]
    if partner or rng.random() < 0.15:
        return PASS
    if plain:
        return plain[0]
    return found[0][0] if found and rng.random() < 0.5 else PASS


def _hand(sheet: ClimbingSheet, rng: random.Random, document: Document, no: int, leader: str) -> Document:
    """A hand of a match, after those that it has, with the tribute that is due."""
    before = read(document)[1].hands[-1] if document["hands"] else None
    level = sheet.first_level
    if before is not None and before.levels is not None and before.finish is not None:
        level = before.levels[sheet.sides[sheet.seat_at[before.finish[0]] % 2]]
    ctx = sheet.context(level)
    while True:
        hands = dealt(rng, sheet)
        deal = {seat: " ".join(cards) for seat, cards in hands.items()}
        hand: Document = {"no": no, "level": level, "deal": deal}
        if sheet.tribute is not None and before is not None and before.finish is not None:
            double = sheet.seat_at[before.finish[0]] % 2 == sheet.seat_at[before.finish[1]] % 2
            payers = before.finish[-2:] if double else before.finish[-1:]
            if sum(hands[seat].count(BIG_JOKER) for seat in payers) == sheet.cards.copies:
                continue
            values = [_highest(ctx, hands[seat]) for seat in payers]
            if len(set(values)) < len(values):
                continue
            hand["tribute"] = pay(ctx, hands, before.finish, double=double)
            leader = hand["tribute"][0][0]
        hand["lead"] = leader
        hand["tricks"] = play_out(rng, sheet, ctx, hands, leader)
        hand["seconds"] = [[round(rng.expovariate(0.2) + 0.5, 1) for _ in trick.split()[1:]] for trick in hand["tricks"]]
        return hand


def match(name: str, key: str, seed: int, hands: int = 2, people: Document | None = None) -> Document:
    """A match of some hands, with right score sheets."""
    sheet, rng = CLIMBING_SHEETS[key], random.Random(seed)
    document: Document = {"format": "paipu/1", "id": name, "sheet": key, "seats": people or PEOPLE, "hands": []}
    for no in range(1, hands + 1):
        document["hands"].append(_hand(sheet, rng, document, no, sheet.seats[(no - 1) % len(sheet.seats)]))
        computed = read(document)[1].hands[-1]
        claims = {"finish": computed.finish, "levels": computed.levels, "points": computed.points}
        document["hands"][-1]["claims"] = {field: value for field, value in claims.items() if value is not None}
    return document


@cache
def pairs() -> Document:
    """Three hands of 掼蛋 (一): the first ends 双下, and both losers pay; in the third the score sheet is wrong."""
    document = match("guandan/pairs", "guandan-1", 3, 3)
    document["hands"][2]["claims"] |= {"finish": "SWEN", "levels": {"EW": "6", "NS": "5"}}
    return document


@cache
def six() -> Document:
    """Two hands of 大怪路子."""
    return match("daguai/six", "daguai", 4, 2, SIX)


def walked(document: Document, index: int = 0) -> list[ClimbingState]:
    return list(hand_view(read(document)[0], index).states())


def first_ply(document: Document, index: int, wanted: Callable[[ClimbingState], bool]) -> int:
    """The first ply of a hand at which something holds."""
    return next(state.ply for state in walked(document, index) if wanted(state))


@cache
def everything() -> list[Document]:
    """One of each."""
    return [SMALL, pairs(), six()]

"""Matches of 炒地皮 and 双扣 for these tests, with what only they have: 炒底, 5·10·K, 扛旗, fines, a score with bounds.

As in `matches`, plays are legal by the engine's own `legal_follows`, and what is tested is how they are shown.
"""

import random
from functools import cache
from typing import Any

from paipu.replay.cards import CARDS, SUITS
from paipu.replay.family import hand_view
from paipu.replay.sheets import TRICK_SHEETS
from paipu.replay.tricks.legal import legal_follows
from paipu.replay.tricks.sheet import TrickSheet
from paipu.replay.tricks.states import Settlement, TrickView
from paipu.replay.tricks.trump import MIXED, TRUMP, TrumpContext
from paipu.replay.tricks.units import lead_shape
from paipu.replay.tricks.winner import leading_seat
from tests.dashboard.matches import PEOPLE, SEATS, claims_of, read

Document = dict[str, Any]


class Dealt:
    """A shuffled deck dealt out, as packed hands and as a record's deal."""

    def __init__(self, rng: random.Random, size: int) -> None:
        cards = list(CARDS * 2)
        rng.shuffle(cards)
        self.hands = {seat: cards[size * place : size * (place + 1)] for place, seat in enumerate(SEATS)}
        self.kitty = cards[4 * size :]

    @property
    def deal(self) -> dict[str, str]:
        hands = {seat: " ".join(cards) for seat, cards in self.hands.items()}
        return {**hands, "kitty": " ".join(self.kitty)} if self.kitty else hands

    def bury(self, seat: str, ctx: TrumpContext) -> str:
        """A seat takes the kitty up and buries eight low side cards, a ten among them."""
        pool = self.hands[seat] + self.kitty
        side = sorted((card for card in pool if ctx.cls[card] < TRUMP and card[0] != "T"), key=lambda card: ctx.points[card])
        tens = [card for card in pool if ctx.cls[card] < TRUMP and card[0] == "T"]
        self.kitty = (tens[:1] + side)[:8]
        for card in self.kitty:
            pool.remove(card)
        self.hands[seat] = pool
        return "".join(self.kitty)


def play_out(rng: random.Random, sheet: TrickSheet, ctx: TrumpContext, dealt: Dealt, leader: str, throw: int = 0) -> list[str]:
    """Tricks to the last card: sets of three are led as soon as held, and once, from trick `throw` on, a failing throw."""
    held = {seat: ctx.pack(cards) for seat, cards in dealt.hands.items()}
    tricks: list[str] = []
    while held[leader]:
        cards = ctx.unpack(held[leader])
        trio = next((packed for packed in ctx.trios if ctx.contains(held[leader], packed)), 0)
        failing = _failing(ctx, held, leader) if len(tricks) + 1 >= throw > 0 else ""
        pairs = [card * 2 for card in dict.fromkeys(cards) if cards.count(card) == 2]
        token = "".join(ctx.unpack(trio)) if trio else failing or rng.choice([*pairs, max(cards, key=ctx.order.index)])
        throw = 0 if token == failing else throw
        stood = token.partition(">")[2] or token
        lead = ctx.as_lead(ctx.parse(stood))
        table, tokens = [(leader, stood)], [token]
        held[leader] -= lead.cards
        for seat in (SEATS * 2)[SEATS.index(leader) + 1 :][:3]:
            legal = legal_follows(ctx, sheet.follow, held[seat], lead, lead_shape(ctx, lead), 40)
            follow = rng.choice(legal.plays)
            held[seat] -= ctx.parse(follow).cards
            table.append((seat, follow))
            tokens.append(follow)
        tricks.append(f"{leader} {' '.join(tokens)}")
        leader = leading_seat(sheet, ctx, table)
    return tricks


def _failing(ctx: TrumpContext, held: dict[str, int], seat: str) -> str:
    """A throw of a suit's lowest and highest single, beaten by somebody's card above both; empty if there is none."""
    cards = ctx.unpack(held[seat])
    for suit in range(len(SUITS)):
        own = [card for card in dict.fromkeys(cards) if ctx.cls[card] == suit and cards.count(card) == 1]
        others = [card for other in held if other != seat for card in ctx.unpack(held[other]) if ctx.cls[card] == suit]
        if len(own) > 1 and max(map(ctx.order.index, others), default=-1) > ctx.order.index(own[-1]):
            return f"{own[0]}{own[-1]}>{own[0]}"
    return ""


def _document(name: str, sheet: str, **more: Any) -> Document:
    return {"format": "paipu/1", "id": name, "sheet": sheet, "seats": PEOPLE, **more}


def _claimed(document: Document) -> Document:
    """The match with right score sheets."""
    for hand, computed in zip(document["hands"], read(document)[1].hands, strict=True):
        hand["claims"] = claims_of(computed)
        if computed.score is not None:
            hand["claims"]["score"] = dict(computed.score)
    return document


def asked(seed: int = 1) -> Document:
    """A first hand: E declares and buries, N passes, W takes the kitty up with a pair of clubs, S with both ♥5, and no more."""
    sheet = TRICK_SHEETS["chaodipi"]
    rng = random.Random(seed)
    while True:
        dealt = Dealt(rng, 25)
        hands = dealt.hands
        if "2s" in hands["E"] and hands["W"].count("2c") == 2 and hands["S"].count("5h") == 2:
            break
    deal = dealt.deal
    ctx = sheet.context("2", "d")
    kitty = [
        {"seat": "E", "bury": dealt.bury("E", ctx), "seconds": 41},
        {"seat": "N", "pass": True},
        {"seat": "W", "show": "2c2c", "bury": dealt.bury("W", ctx), "seconds": 55},
        {"seat": "S", "show": "5h5h=d", "bury": dealt.bury("S", ctx), "seconds": 33},
        *({"seat": seat, "pass": True} for seat in "ENW"),
    ]
    tricks = play_out(rng, sheet, ctx, dealt, "E", throw=4)
    hand = {
        "no": 1,
        "level": "2",
        "dealer": "E",
        "trump": "d",
        "deal": deal,
        "bids": ["E 2s"],
        "kitty": kitty,
        "tricks": tricks,
    }
    return _claimed(_document("chaodipi/asked", "chaodipi", hands=[hand]))


def flag(seed: int = 2) -> Document:
    """A hand of 扛旗: 27 cards each, no kitty; N, of the attackers, shows both ♥5."""
    sheet = TRICK_SHEETS["chaodipi"].at_level("flag")
    rng = random.Random(seed)
    while True:
        dealt = Dealt(rng, 27)
        if dealt.hands["N"].count("5h") == 2:
            break
    tricks = play_out(rng, sheet, sheet.context("flag", "NT"), dealt, "E")
    hand = {"no": 9, "level": "flag", "dealer": "E", "trump": "NT", "deal": dealt.deal, "bids": ["N 5h5h"], "tricks": tricks}
    start = {"levels": {"EW": "flag", "NS": "9"}, "dealer": "E"}
    return _claimed(_document("chaodipi/flag", "chaodipi", start=start, hands=[hand]))


def scored(seed: int = 3, hands: int = 3) -> Document:
    """Hands of 双扣 by its schedule; in the second a throw fails."""
    sheet = TRICK_SHEETS["shuangkou"]
    rng = random.Random(seed)
    document = _document("shuangkou/scored", "shuangkou", hands=[])
    assert sheet.schedule is not None
    for no in range(1, hands + 1):
        dealer, level = sheet.schedule.turn(no)
        dealt = Dealt(rng, 25)
        seat, trump = next((seat, suit) for seat in SEATS for suit in SUITS if level + suit in dealt.hands[seat])
        ctx = sheet.context(level, trump)
        hand: Document = {"no": no, "level": level, "dealer": dealer, "trump": trump, "deal": dealt.deal}
        hand["bids"] = [f"{seat} {level}{trump}"]
        hand["kitty"] = [{"seat": dealer, "bury": dealt.bury(dealer, ctx)}]
        hand["tricks"] = play_out(rng, sheet, ctx, dealt, dealer, throw=3 if no == 2 else 0)
        document["hands"].append(hand)
    return _claimed(document)


def settled(document: Document, index: int = 0) -> Settlement:
    view = hand_view(read(document)[0], index)
    assert isinstance(view, TrickView)
    return view.settlement


def plies_with_sets(document: Document) -> list[int]:
    """The plies at which a set of three is led."""
    hand = document["hands"][0]
    ctx = TRICK_SHEETS["chaodipi"].context(hand["level"], hand["trump"])
    leads = [trick.split()[1].rpartition(">")[2] for trick in hand["tricks"]]
    return [1 + 4 * number for number, lead in enumerate(leads) if ctx.parse(lead).trio != MIXED]


@cache
def everything() -> list[Document]:
    """One of each."""
    return [asked(), flag(), scored()]

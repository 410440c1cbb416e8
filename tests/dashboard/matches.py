"""Matches of 升级 for these tests: declared, buried, played with pairs and a failed throw, and faulted where asked.

Plays are legal by the engine's own `legal_follows`; what these tests check is how a verdict is shown, not the verdict.
"""

import json
import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from paipu.analytics.pipeline import load
from paipu.analytics.warehouse import Warehouse
from paipu.dashboard.table.frames import table_view
from paipu.replay.audit import audit
from paipu.replay.cards import CARDS, SUITS
from paipu.replay.computed import Audit, ComputedHand
from paipu.replay.family import hand_view
from paipu.replay.record import GameRecord
from paipu.replay.sheets import TRICK_SHEETS
from paipu.replay.text import Lang
from paipu.replay.tricks.legal import legal_follows
from paipu.replay.tricks.trump import TrumpContext
from paipu.replay.tricks.units import shape_of
from paipu.replay.tricks.winner import leading_seat
from tests.made import must_parse

SEATS = "ENWS"
SHENGJI = TRICK_SHEETS["shengji"]
PEOPLE = {
    "E": {"id": "p01", "name": "陈晓东", "team": "红"},
    "N": {"id": "p02", "name": "Nora Lindqvist", "team": "Blue"},
    "W": {"id": "p03", "name": "王伟", "team": "红"},
    "S": {"id": "p04", "name": "孙莉", "team": "Blue"},
}
HOSTILE = {
    "E": {"id": "<b>p01</b>", "name": "<img src=x onerror=window.pwned=1>", "team": "<script>window.pwned=2</script>"},
    "N": {"id": "p02", "name": "${alert(1)} {0} %s [x](javascript:alert(1))", "team": "'\"; DROP TABLE matches;--"},
    "W": {"id": "p03", "name": "\u202egnirts desrever \u2066x", "team": "𝔸" * 60},
    "S": {"id": "p04", "name": "A" * 180, "team": "\u200b"},
}


def read(document: Mapping[str, Any]) -> tuple[GameRecord, Audit]:
    """A document as the engine has it; fails for one that is no record."""
    parsed = must_parse(encode(document))
    return parsed.record, audit(parsed.record)


def view(document: dict[str, Any], index: int = 0, lang: Lang = "en") -> dict[str, Any]:
    """What the card table is told of a hand, as it is sent."""
    record, found = read(document)
    shown: dict[str, Any] = json.loads(json.dumps(table_view(hand_view(record, index), found, lang, "ab" * 32)))
    return shown


def facts(shown: dict[str, Any]) -> dict[str, str]:
    """What the hand was played under, by the name of each fact."""
    return {fact["label"]: fact["text"] for fact in shown["facts"]}


def encode(document: Mapping[str, Any]) -> bytes:
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()


def match(number: int, hands: int = 3, *, faults: bool = True, people: Mapping[str, Any] = PEOPLE) -> dict[str, Any]:
    """Match `number`, the same for the same number.

    With `faults`, hand 2 has a revoke and a failed throw, and its score sheet is wrong; the rest is right.
    """
    rng = random.Random(number)
    document: dict[str, Any] = {
        "format": "paipu/1",
        "id": f"spring26/r{1 + number // 8}/t{1 + number % 8:02}",
        "sheet": "shengji",
        "event": {"id": "spring26", "name": "春季赛 Spring Cup", "stage": "group", "round": 1 + number // 8},
        "seats": people,
        "hands": [],
    }
    for no in range(1, hands + 1):
        before = read(document)[1].hands[-1] if no > 1 else None
        document["hands"].append(_hand(rng, no, before, faulty=faults and no == 2))
        hand = document["hands"][-1]
        hand["claims"] = claims_of(read(document)[1].hands[-1])
        if faults and no == 2:
            hand["claims"]["attackers"] += 10
            winners = hand["claims"]["winners"]
            hand["claims"]["winners"] = winners[:6] + SEATS[SEATS.index(winners[6]) - 1] + winners[7:]
    return document


def miswritten(number: int) -> dict[str, Any]:
    """A legal match of two hands; in trick 6 of the first the scorer wrote two players' cards down for each other."""
    document = match(number, 2, faults=False)
    leader, first, second, *rest = document["hands"][0]["tricks"][5].split(" ")
    document["hands"][0]["tricks"][5] = " ".join([leader, second, first, *rest])
    return document


def ruled(number: int) -> dict[str, Any]:
    """A match with a card exposed before trick 1, one noticed in trick 3, and rulings in every state on its first hand."""
    document = match(number, 1, faults=False)
    hand = document["hands"][0]
    card = hand["tricks"][3].split()[1][:2]
    seat = hand["tricks"][3].split()[0]
    hand["incidents"] = [
        {"kind": "kitty_viewed", "seat": hand["dealer"], "at": "0", "noticed": "1.1", "note": "<b>庄家</b>看了底牌"},
        {"kind": "exposed", "seat": seat, "at": "3.2", "noticed": "3.2", "cards": card},
    ]
    document["rulings"] = [
        {
            "id": "r1",
            "hand": 1,
            "at": "3.2",
            "seat": seat,
            "clause": "SJ-16l",
            "effect": {"points": {"EW": -10, "NS": 10}},
            "by": "裁判长 Wu",
            "when": "2026-05-02T10:00:00+08:00",
            "state": "issued",
            "note": "露牌 =HYPERLINK()",
        },
        {"id": "r2", "hand": 1, "effect": {"void": True}, "state": "withdrawn"},
        {"id": "r3", "state": "draft"},
    ]
    hand["claims"] = claims_of(read(document)[1].hands[-1])
    return document


def claims_of(computed: ComputedHand) -> dict[str, Any]:
    """A right score sheet."""
    names = ("winners", "attackers", "kitty_points", "penalties", "levels", "next_dealer")
    claims = {name: getattr(computed, name) for name in names}
    claims["multiplier"] = computed.multiplier
    return {name: dict(value) if isinstance(value, Mapping) else value for name, value in claims.items() if value is not None}


def _hand(rng: random.Random, no: int, before: ComputedHand | None, *, faulty: bool) -> dict[str, Any]:
    dealer = before.next_dealer if before else None
    while True:
        cards = list(CARDS * 2)
        rng.shuffle(cards)
        dealt = {seat: cards[25 * place : 25 * place + 25] for place, seat in enumerate(SEATS)}
        levels = before.levels if before and before.levels else {"EW": "2", "NS": "2"}
        level = levels["EW" if dealer is None or dealer in "EW" else "NS"]
        bids = [
            (seat, f"LJ{level}{suit}")
            for seat in SEATS
            for suit in SUITS
            if "LJ" in dealt[seat] and level + suit in dealt[seat]
        ]
        if bids:
            break
    seat, bid = rng.choice(bids)
    dealer = dealer or seat
    ctx = SHENGJI.context(level, bid[-1])
    kitty = cards[100:]
    held = {each: sum(ctx.weight[card] for card in dealt[each]) for each in SEATS}
    buried = _bury(rng, ctx, dealt[dealer] + kitty)
    held[dealer] += sum(ctx.weight[card] for card in kitty) - sum(ctx.weight[card] for card in buried)
    tricks, seconds = _tricks(rng, ctx, held, dealer, faulty=faulty)
    return {
        "no": no,
        "level": level,
        "dealer": dealer,
        "trump": bid[-1],
        "deal": {**{each: " ".join(dealt[each]) for each in SEATS}, "kitty": " ".join(kitty)},
        "bids": [f"{seat} {bid}"],
        "kitty": [{"seat": dealer, "bury": "".join(buried), "seconds": rng.randint(20, 60)}],
        "tricks": tricks,
        "seconds": seconds,
    }


def _bury(rng: random.Random, ctx: TrumpContext, cards: list[str]) -> list[str]:
    """Eight side cards, low ones for choice, with a ten among them now and then."""
    side = sorted((card for card in cards if ctx.cls[card] < 4), key=lambda card: (ctx.points[card], rng.random()))
    rest = sorted((card for card in cards if ctx.cls[card] == 4), key=ctx.order.index)
    return (side + rest)[:8]


def _tricks(
    rng: random.Random, ctx: TrumpContext, held: dict[str, int], leader: str, *, faulty: bool
) -> tuple[list[str], list[list[float | None]]]:
    tricks: list[str] = []
    seconds: list[list[float | None]] = []
    to_do = {"revoke", "throw"} if faulty else set()
    while held[leader]:
        order = SEATS[SEATS.index(leader) :] + SEATS[: SEATS.index(leader)]
        token = _lead(rng, ctx, held, leader, to_do if len(tricks) > 1 else set())
        stood = token.partition(">")[2] or token
        held[leader] -= ctx.parse(stood).cards
        table, tokens = [(leader, stood)], [token]
        for seat in order[1:]:
            cards = _follow(rng, ctx, held[seat], stood, to_do if len(tricks) > 4 else set())
            held[seat] -= ctx.parse(cards).cards
            table.append((seat, cards))
            tokens.append(cards)
        tricks.append(f"{leader} {' '.join(tokens)}")
        seconds.append([None if rng.random() < 0.1 else round(rng.expovariate(0.2) + 0.5, 1) for _ in SEATS])
        leader = leading_seat(SHENGJI, ctx, table)
    return tricks, seconds


def _lead(rng: random.Random, ctx: TrumpContext, held: dict[str, int], seat: str, to_do: set[str]) -> str:
    """A pair for choice, now and then a single; once, where asked, a throw of two singles that fails."""
    cards = ctx.unpack(held[seat])
    if "throw" in to_do:
        for suit in range(4):
            own = [card for card in dict.fromkeys(cards) if ctx.cls[card] == suit and cards.count(card) == 1]
            others = [ctx.unpack(packed) for each, packed in held.items() if each != seat]
            top = max((ctx.order.index(c) for other in others for c in other if ctx.cls[c] == suit), default=-1)
            if len(own) >= 2 and ctx.order.index(own[0]) < top:
                to_do.discard("throw")
                return f"{own[0]}{own[-1]}>{own[0]}"
    pairs = [card for card in dict.fromkeys(cards) if cards.count(card) == 2]
    if pairs and rng.random() < 0.5:
        return rng.choice(pairs) * 2
    return max(rng.sample(cards, min(3, len(cards))), key=lambda card: ctx.order.index(card) % 13)


def _follow(rng: random.Random, ctx: TrumpContext, held: int, stood: str, to_do: set[str]) -> str:
    """A legal follow; once, where asked, one that is not."""
    lead = ctx.parse(stood)
    if "revoke" in to_do and lead.cls < 4:
        cards = ctx.unpack(held)
        others = [card for card in cards if ctx.cls[card] not in (lead.cls, 4)]
        if len(others) >= lead.size and any(ctx.cls[card] == lead.cls for card in cards):
            to_do.discard("revoke")
            return "".join(others[: lead.size])
    legal = legal_follows(ctx, SHENGJI.follow, held, lead, shape_of(ctx, lead.cards, lead.cls), 40)
    return rng.choice(legal.plays)


def score_sheet(number: int) -> dict[str, Any]:
    """A match of which only the claims are known."""
    full = match(number, 2, faults=False)
    hands = [{key: hand[key] for key in ("no", "level", "dealer", "trump", "claims")} for hand in full["hands"]]
    return {**full, "id": f"sheet/{number}", "hands": hands}


def plays_only(number: int) -> dict[str, Any]:
    """A match of which nobody wrote down the deal."""
    full = match(number, 1, faults=False)
    hands = [{key: value for key, value in hand.items() if key not in ("deal", "kitty")} for hand in full["hands"]]
    return {**full, "id": f"plays/{number}", "hands": hands}


def six_seats() -> dict[str, Any]:
    """A match of a sheet with six seats, of which little is on record."""
    return {
        "format": "paipu/1",
        "id": "daguai/1",
        "sheet": "daguai",
        "seats": {seat: {"id": f"q{seat}", "name": f"选手{seat}"} for seat in "123456"},
        "hands": [{"no": 1, "level": "2", "tricks": ["1 3h 5s - - - -"]}],
    }


def write(folder: Path, documents: list[dict[str, Any]], broken: int = 0) -> Path:
    """An ndjson file of some matches, and at its end as many lines that are no record."""
    path = folder / "matches.ndjson"
    lines = [encode(document) for document in documents]
    lines += [encode({**documents[0], "id": f"broken/{number}", "sheet": "bridge"}) for number in range(broken)]
    path.write_bytes(b"\n".join(lines) + b"\n")
    return path


def make_warehouse(folder: Path, documents: list[dict[str, Any]], broken: int = 0) -> Path:
    """A warehouse of some matches in a folder of its own."""
    directory = folder / "warehouse"
    with Warehouse.open(directory) as warehouse:
        load([str(write(folder, documents, broken))], warehouse, 1)
    return directory


def everything() -> list[dict[str, Any]]:
    """A match of every sort that the pages must cope with."""
    return [
        match(1),
        match(2, 2, faults=False),
        {**match(3, 1, people=HOSTILE), "id": "hostile/<script>alert(1)</script>&?#%"},
        score_sheet(4),
        plays_only(5),
        six_seats(),
        miswritten(6),
        ruled(7),
    ]

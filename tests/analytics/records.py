"""Records for these tests: matches of 升级 with random deals, singles led and suits followed."""

import json
import random
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from paipu.ingest.source import RawRecord
from paipu.replay.cards import CARDS, RANKS

SEATS = "ENWS"
LEVEL = "2"


def document(number: int, count: int = 1, **keys: object) -> dict[str, Any]:
    """Match `number`: the same for the same number, and without a finding; each third one claims a wrong score.

    `keys` replace or add members of the match.
    """
    rng = random.Random(number)
    return {
        "format": "paipu/1",
        "id": f"test/{number}",
        "sheet": "shengji",
        "seats": {seat: {"id": f"p{number}{seat}", "team": "t1" if seat in "EW" else "t2"} for seat in SEATS},
        "hands": [hand(rng, no, wrong=number % 3 == 0) for no in range(1, count + 1)],
        **keys,
    }


def hand(rng: random.Random, no: int, *, wrong: bool) -> dict[str, Any]:
    cards = list(CARDS * 2)
    rng.shuffle(cards)
    dealt = {seat: sorted(cards[25 * place : 25 * place + 25]) for place, seat in enumerate(SEATS)}
    kitty = cards[100:]
    trump = rng.choice("shcd")
    return {
        "no": no,
        "level": LEVEL,
        "dealer": "E",
        "trump": trump,
        "deal": {**{seat: " ".join(held) for seat, held in dealt.items()}, "kitty": " ".join(kitty)},
        "kitty": [{"seat": "E", "bury": "".join(kitty), "seconds": 30}],
        "tricks": list(tricks(rng, {seat: list(held) for seat, held in dealt.items()}, trump)),
        "seconds": [[rng.randint(1, 90) / 2 for _ in SEATS] for _ in range(25)],
        "claims": {"attackers": 1} if wrong else None,
    }


def tricks(rng: random.Random, held: dict[str, list[str]], trump: str) -> Iterable[str]:
    """25 tricks of singles in which everybody follows suit."""
    leader = "E"
    while held[leader]:
        order = SEATS[SEATS.index(leader) :] + SEATS[: SEATS.index(leader)]
        played: list[str] = []
        for seat in order:
            owed = [card for card in held[seat] if played and suit(card, trump) == suit(played[0], trump)]
            card = rng.choice(owed or held[seat])
            held[seat].remove(card)
            played.append(card)
        yield f"{leader} {' '.join(played)}"
        leader = order[max(range(4), key=lambda place: (strength(played[place], played[0], trump), -place))]


def suit(card: str, trump: str) -> str:
    return "trump" if card in ("LJ", "BJ") or card[0] == LEVEL or card[1] == trump else card[1]


def strength(card: str, led: str, trump: str) -> int:
    """Greater wins; cards neither of the led suit nor trumps have -1."""
    if suit(card, trump) not in (suit(led, trump), "trump"):
        return -1
    base = 100 if suit(card, trump) == "trump" else 0
    if card in ("LJ", "BJ"):
        return base + (50 if card == "BJ" else 40)
    if card[0] == LEVEL:
        return base + (30 if card[1] == trump else 20)
    return base + RANKS.index(card[0])


def encode(match: object) -> bytes:
    return json.dumps(match, ensure_ascii=False, separators=(",", ":")).encode()


def raw(number: int, count: int = 1, **keys: object) -> RawRecord:
    return RawRecord(encode(document(number, count, **keys)), "made.ndjson", number + 1)


def write_ndjson(path: Path, numbers: Sequence[int], count: int = 1) -> Path:
    path.write_bytes(b"".join(encode(document(number, count)) + b"\n" for number in numbers))
    return path

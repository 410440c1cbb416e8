"""Sample matches as other programs can hold them: what no such program writes down is taken away."""

import copy
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any

from paipu import samples
from paipu.ingest.importers.jerryyyu import OPTIONS

Document = dict[str, Any]

_CLAIMS = ("winners", "attackers", "levels", "next_dealer", "finish")


@cache
def _made(seed: int, sheet: str, options: tuple[tuple[str, Any], ...]) -> Document:
    made: Document = samples.make_match(seed, 1, sheet=sheet, options=dict(options))
    return made


def made(seed: int, sheet: str, options: Mapping[str, Any]) -> Document:
    """A sample match under some options, without names, times, incidents, and claims of which no program knows."""
    document = copy.deepcopy(_made(seed, sheet, tuple(options.items())))
    kept = {key: value for key, value in document.items() if key in {"sheet", "options", "hands"}}
    for hand in kept["hands"]:
        for key in ("bids", "seconds", "tribute_seconds", "incidents"):
            hand.pop(key, None)
        for act in hand.get("kitty", ()):
            act.pop("seconds", None)
        hand["claims"] = {key: value for key, value in hand.get("claims", {}).items() if key in _CLAIMS}
        if not hand["claims"]:
            del hand["claims"]
    return kept


def rooms(seed: int) -> Iterator[Document]:
    """Matches of 升级 in rooms of jerryyyu's server: one ends with a hand whose kitty that server multiplies by its own rule,
    and such a hand has no result here.
    """
    start: Document = {}
    for part, after in parts(made(seed, "shengji", OPTIONS)["hands"], by_house):
        then = part[-1].get("claims", {}).get("levels")
        claims = part[-1].get("claims", {})
        if by_house(part[-1]) or ("attackers" in claims and "next_dealer" not in claims):  # the last hand of all has no next
            part[-1]["claims"] = {"winners": claims["winners"]}
        extra = {"extra": {"jerryyyu": {"room": "ABCD"}}}
        yield {"sheet": "shengji", "options": dict(OPTIONS), **start, "hands": part, **extra}
        if after is not None:
            start = {"start": {"levels": then, "dealer": after["dealer"]}}


def by_house(hand: Mapping[str, Any]) -> bool:
    """Whether the attackers took the kitty, which has points, with a trick to which several cards were led."""
    last = hand["tricks"][-1].split(" ")
    winner = hand.get("claims", {}).get("winners", "-")[-1]
    taken = winner in "ENWS" and (winner in "EW") != (hand["dealer"] in "EW")
    return taken and len(last[1]) > 2 and any(rank in hand["kitty"][0]["bury"] for rank in "5TK")


def games(seed: int) -> Iterator[Document]:
    """Matches of 掼蛋 on the platform of NJUPT: one ends with a hand at A; the levels after the last are not told."""
    levels = None
    for part, _ in parts(made(seed, "guandan-1", {})["hands"], lambda hand: hand["level"] == "A"):
        then = part[-1].get("claims", {}).get("levels")
        yield _game(part, levels)
        levels = then


def parts(hands: list[Document], ends: Callable[[Document], bool]) -> Iterator[tuple[list[Document], Document | None]]:
    """The hands up to one that ends a record, and so on, each with the hand after them."""
    part: list[Document] = []
    for hand, after in zip(hands, [*hands[1:], None], strict=True):
        part.append(hand)
        if after is None or ends(hand):
            yield part, after
            part = []


def _game(hands: list[Document], levels: Any) -> Document:
    hands = copy.deepcopy(hands)
    later = "tribute" in hands[0] or "resisted" in hands[0]
    for number, hand in enumerate(hands, start=1 + later):
        hand["no"] = number
    last = hands[-1].get("claims", {})
    last.pop("levels", None)
    start = {"start": {"levels": levels} | ({"dealer": hands[0]["lead"]} if later else {})} if levels else {}
    return {"sheet": "guandan-1", **start, "hands": hands}

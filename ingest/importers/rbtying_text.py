"""The messages of rbtying's 升级 server as the chat shows them, a line each: `ann played 🂡🂡`.

The names of players stand before what they did; who sits where the first trick tells, which the dealer leads. What people write
(`ann: …`) and what is not of the game is passed over. The trump is that of the last bid; of a hand for which nobody bid it is
not known. No line has the cards that anybody was dealt.
"""

import re
from collections.abc import Callable
from typing import Any, Final

from paipu.ingest.importers.base import LOST, Document, Importer, Spot, lines_of
from paipu.ingest.importers.rbtying import CARDS, LEVELS, NO_LEVEL, SUITS, Room, Said, documents
from paipu.replay.cards import BIG_JOKER, LITTLE_JOKER

_CARDS: Final = "[" + "".join(CARDS) + "]+"
_RANK: Final = "|".join((*LEVELS, NO_LEVEL))
_NAME: Final = r"(?P<who>.{1,200}?)"
_MOST_LINES: Final = 200_000
_BIDS: Final = {"LJ": LITTLE_JOKER, "HJ": BIG_JOKER} | {
    level + sign: rank + suit for level, rank in LEVELS.items() for sign, suit in SUITS.items()
}


def cards_of(signs: str) -> tuple[str, ...]:
    """Cards by the signs of playing cards."""
    return tuple(CARDS[sign] for sign in signs)


_EVALUATED: Final[dict[str, str]] = {
    "all of the cards": "All",
    "the highest card": "Highest",
    "the longest component": "TrickUnitLength",
}
_LINES: Final[tuple[tuple[str, str, Callable[[dict[str, str]], dict[str, Any]]], ...]] = (
    ("start", rf"{_NAME} started the game", lambda _: {}),
    ("reset", rf"{_NAME} reset the game", lambda _: {}),
    ("joined", rf"{_NAME} has joined the game", lambda _: {}),
    ("rank", rf"{_NAME} set their rank to (?P<rank>{_RANK})", lambda told: {"rank": told["rank"]}),
    (
        "bid",
        rf"{_NAME} bid (?P<count>[1-9]) (?P<card>{'|'.join(_BIDS)})",
        lambda told: {"card": _BIDS[told["card"]], "count": int(told["count"])},
    ),
    ("unbid", rf"{_NAME} took back their last bid", lambda _: {}),
    ("picked", rf"{_NAME} picked up the bottom cards", lambda _: {}),
    (
        "throw",
        rf"{_NAME} tried to throw (?P<cards>{_CARDS}), but .* can beat it",
        lambda told: {"cards": cards_of(told["cards"])},
    ),
    ("play", rf"{_NAME} played (?P<cards>{_CARDS})", lambda told: {"cards": cards_of(told["cards"])}),
    ("unplay", rf"{_NAME} took back their last play", lambda _: {}),
    (
        "won",
        rf"{_NAME} wins the trick(?: and gets (?P<points>\d{{1,5}}) points|, but gets no points :\()",
        lambda told: {"winner": told["who"], "points": int(told["points"] or 0)},
    ),
    (
        "kitty",
        r"(?P<points>\d{1,5}) points were buried and are attached to the last trick, with a multiplier of (?P<many>\d{1,5})",
        lambda told: {"points": int(told["points"]), "multiplier": int(told["many"])},
    ),
    ("reveal", rf"(?P<cards>{_CARDS}) in kitty", lambda told: {"cards": cards_of(told["cards"])}),
    (
        "summary",
        r"Landlord team (?:won, opposing team only|lost, opposing team) collected (?P<points>-?\d{1,5}) points",
        lambda told: {"points": int(told["points"])},
    ),
    (
        "advanced",
        rf"{_NAME} has advanced to rank (?P<rank>{_RANK})",
        lambda told: {"player": told["who"], "rank": told["rank"]},
    ),
    ("blocked", rf"{_NAME} must defend on rank (?P<rank>{_RANK})", lambda told: {"player": told["who"], "rank": told["rank"]}),
    ("next", rf"{_NAME} will start the next game", lambda told: {"player": told["who"]}),
    ("early", rf"{_NAME} ended the game early", lambda _: {}),
    ("finished", r"The game has finished", lambda _: {}),
    ("scoring", rf"{_NAME} changed the game's scoring parameters", lambda _: {}),
    ("setting", rf"{_NAME} set the game mode to Tractor", lambda _: {"name": "game_mode", "value": "Tractor"}),
    ("setting", rf"{_NAME} set the game mode to Finding Friends.*", lambda _: {"name": "game_mode", "value": "FindingFriends"}),
    ("setting", rf"{_NAME} set the number of decks to default", lambda _: {"name": "num_decks", "value": "2"}),
    (
        "setting",
        rf"{_NAME} set the number of decks to (?P<decks>\d{{1,3}})",
        lambda told: {"name": "num_decks", "value": told["decks"]},
    ),
    (
        "setting",
        rf"{_NAME} removed all protections \(pair can draw triple\)",
        lambda _: {"name": "trick_draw_policy", "value": "NoProtections"},
    ),
    (
        "setting",
        rf"{_NAME} protected longer tuples from being drawn out by shorter ones .*",
        lambda _: {"name": "trick_draw_policy", "value": "LongerTuplesProtected"},
    ),
    (
        "setting",
        rf"{_NAME} removed format-based forced-plays .*",
        lambda _: {"name": "trick_draw_policy", "value": "NoFormatBasedDraw"},
    ),
    (
        "setting",
        rf"{_NAME} protected tractors from being drawn out by non-tractors",
        lambda _: {"name": "trick_draw_policy", "value": "OnlyDrawTractorOnTractor"},
    ),
    (
        "setting",
        rf"{_NAME} required tractors to be at least (?P<wide>\d{{1,3}}) cards wide by (?P<long>\d{{1,3}}) tuples long",
        lambda told: {"name": "tractor_requirements", "value": f"{told['wide']} × {told['long']}"},
    ),
    (
        "setting",
        rf"{_NAME} set throws to be evaluated based on (?P<what>all of the cards|the highest card|the longest component)",
        lambda told: {"name": "throw_evaluation_policy", "value": _EVALUATED[told["what"]]},
    ),
)
"""The kinds of lines: what is said, how it is written, what is told by it."""
_PATTERNS: Final = tuple((kind, re.compile(pattern), told) for kind, pattern, told in _LINES)


def read(raw: bytes) -> list[Document]:
    """The matches of a log. Raises `Refused`."""
    room, lines = Room(), lines_of(raw)
    if len(lines) > _MOST_LINES:
        raise lines[_MOST_LINES].refuse(f"≤ {_MOST_LINES:,}")
    for line in lines:
        said = _said(line)
        if said is not None:
            room.take(said)
    found = documents(room)
    if not found:
        raise lines[-1].refuse("ann started the game / ann played 🂡")
    return found


def _said(line: Spot) -> Said | None:
    """What a line says; None where a person says it, or it is nothing of the game."""
    text = line.value.strip()
    for kind, pattern, told in _PATTERNS:
        found = pattern.fullmatch(text)
        if found is not None:
            who = found.groupdict().get("who") or ""
            return None if ": " in who else Said(kind, who, told(found.groupdict()), line)
    return None


RBTYING_TEXT: Final = Importer(
    "rbtying-text",
    "rbtying 升级服务器的文字记录",
    "the text log of rbtying's shengji server",
    read,
    LOST["rbtying-text"],
)

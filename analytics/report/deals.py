"""The deals of boards (复式), printed: what lies in each place, to be sorted out before a round."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

from paipu.analytics.report.page import FRAME, Tongue, document, speaker
from paipu.ingest.event import DEALS_FORMAT
from paipu.replay.cards import JOKERS, RANKS, SUIT_SYMBOLS, split_cards
from paipu.replay.sheets import SHEETS
from paipu.replay.text import Lang, Text, both
from paipu.replay.texts import Texts
from paipu.replay.words import card_name, level_name, rank_name, seats_name

TEXT: Final = Texts({}, (__package__, "deals"))
KITTY: Final = "kitty"


class Suit(NamedTuple):
    """The cards of a suit in a hand, from the ace down; the jokers have a line of their own."""

    sign: str
    ranks: Text


class Part(NamedTuple):
    """A hand, or the kitty."""

    name: Text
    cards: int
    suits: tuple[Suit, ...]


class Printed(NamedTuple):
    """A board as it is printed."""

    no: int
    level: Text | None
    leader: Text | None
    parts: tuple[Part, ...]


def deals_html(sheet: str, deals: Sequence[Mapping[str, Any]], sha256: str, tongue: Tongue) -> str:
    """The document of a file of deals."""
    rules, say = SHEETS[sheet], speaker(tongue)
    return document(
        "deals.html",
        tongue,
        TEXT,
        title=say(TEXT["deals.title"]),
        subtitle=say(rules.title),
        boards=[printed(each) for each in deals],
        provenance=[
            say(FRAME["report.sheet"], sheet=rules.title, version=rules.version),
            say(FRAME["report.sha256"], what=DEALS_FORMAT, sha256=sha256),
            say(TEXT["deals.seal"]),
        ],
    )


def printed(deal: Mapping[str, Any]) -> Printed:
    """A deal as a file has it, with names."""
    level, leader = deal.get("level"), deal.get("leader")
    hands = {**deal["hands"], **({KITTY: deal["kitty"]} if "kitty" in deal else {})}
    return Printed(
        deal["board"],
        both(lambda lang: level_name(rank_name(level, lang), lang)) if level is not None else None,
        both(lambda lang: seats_name(leader, lang)) if leader is not None else None,
        tuple([_part(name, split_cards(cards)) for name, cards in hands.items()]),
    )


def _part(name: str, cards: Sequence[str]) -> Part:
    said = TEXT["deals.kitty"] if name == KITTY else both(lambda lang: seats_name(name, lang))
    suits = []
    for suit, sign in SUIT_SYMBOLS.items():
        own = sorted([card for card in cards if card[1] == suit and card not in JOKERS], key=lambda card: -RANKS.index(card[0]))
        if own:
            suits.append(Suit(sign, both(partial(_ranks, own))))
    jokers = sorted(card for card in cards if card in JOKERS)
    if jokers:
        suits.append(Suit("", both(lambda lang: " ".join(card_name(card, lang) for card in jokers))))
    return Part(said, len(cards), tuple(suits))


def _ranks(cards: Sequence[str], lang: Lang) -> str:
    return " ".join(rank_name(card[0], lang) for card in cards)

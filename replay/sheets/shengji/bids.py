"""Declaring under the sheet `shengji` (SJ-5): what shown cards mean, and the other readings that an option may choose."""

from collections.abc import Mapping

from replay.cards import BIG_JOKER, JOKERS, LITTLE_JOKER
from replay.tricks.bidding import Reading, Standing
from replay.tricks.trump import NO_TRUMP

LITTLE_PAIR = (LITTLE_JOKER, LITTLE_JOKER)
BIG_PAIR = (BIG_JOKER, BIG_JOKER)
STRENGTH: Mapping[tuple[str, ...], int] = {LITTLE_PAIR: 3, BIG_PAIR: 4}
"""A joker with one level card is 1, with a pair of them 2 (D-SJ-06)."""


def level_declaration(cards: tuple[str, ...], level: str) -> Reading | None:
    """SJ-5a: at least one joker and one level card, the level cards of one suit and nothing else."""
    levels = [card for card in cards if card[0] == level and card not in JOKERS]
    if len(levels) in {0, len(cards)} or len(set(levels)) > 1 or len(levels) > 2:
        return None
    if any(card not in JOKERS for card in cards if card not in levels):
        return None
    return Reading(levels[0][1], len(levels), takes_bank=True)


def joker_pair(cards: tuple[str, ...]) -> Reading | None:
    """SJ-5b, SJ-10a: a pair of jokers makes no trump, and SJ-3b: it cannot win the bank."""
    strength = STRENGTH.get(cards)
    return Reading(NO_TRUMP, strength, takes_bank=False) if strength else None


def over_declaration(cards: tuple[str, ...], level: str) -> Reading | None:
    """SJ-5b: a joker with a pair of level cards, or a pair of jokers."""
    reading = level_declaration(cards, level)
    return reading if reading is not None and reading.strength > 1 else joker_pair(cards)


def any_declaration(cards: tuple[str, ...], level: str) -> Reading | None:
    """The first declaration where a joker pair may open (the other reading of SJ-a)."""
    return level_declaration(cards, level) or joker_pair(cards)


def second_level_card(standing: Standing, cards: tuple[str, ...], level: str) -> Reading | None:
    """SJ-5d, 加固: the other copy of the level card that one has declared with."""
    before = standing.reading
    if before.strength != 1 or cards != (level + before.trump,):
        return None
    return Reading(before.trump, 2, takes_bank=True)


def weak_second_level_card(standing: Standing, cards: tuple[str, ...], level: str) -> Reading | None:
    """加固 that does not keep another joker + pair from over-declaring (the other reading of D-SJ-07)."""
    reading = second_level_card(standing, cards, level)
    return reading._replace(strength=1) if reading else None

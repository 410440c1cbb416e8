"""Cards and their notation (`data/FORMAT.md`, "Notation").

A card is rank + suit (`As`, `Td`), `LJ` the little joker 小王, `BJ` the big joker 大王, `??` a card nobody saw.
Copies of a card are alike: two equal tokens are two physical cards.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

RANKS: Final = "23456789TJQKA"
SUITS: Final = "shcd"
LITTLE_JOKER: Final = "LJ"
BIG_JOKER: Final = "BJ"
UNKNOWN: Final = "??"
HIDDEN: Final = "?"
"""What stands for the rank or the suit of a card that was not seen: `7?`, `?s`; alone it is a play that nobody saw."""
JOKERS: Final = (LITTLE_JOKER, BIG_JOKER)

CARDS: Final[tuple[str, ...]] = tuple(r + s for s in SUITS for r in RANKS) + JOKERS
"""The 54 distinct cards of one deck, in a fixed order that carries no rank."""

SUIT_SYMBOLS: Final[Mapping[str, str]] = {"s": "♠", "h": "♥", "c": "♣", "d": "♦"}


def split_cards(text: str) -> list[str]:
    """The cards of a play or a deal, whether written with spaces or without.

    >>> split_cards("AsAsKd"), split_cards("As BJ ??")
    (['As', 'As', 'Kd'], ['As', 'BJ', '??'])
    """
    if " " in text:
        text = text.replace(" ", "")
    return [text[i : i + 2] for i in range(0, len(text), 2)]


def count_cards(text: str) -> int:
    """How many cards a play or a deal has, likewise, those that nobody saw among them.

    >>> count_cards("AsAsKd"), count_cards("As BJ ??")
    (3, 3)
    """
    return len(text.replace(" ", "")) // len(UNKNOWN)


def seen_cards(text: str) -> list[str]:
    """The cards of a play of which all was seen.

    >>> seen_cards("As7??s"), seen_cards("?")
    (['As'], [])
    """
    cards = split_cards(text)
    return [card for card in cards if HIDDEN not in card] if HIDDEN in text else cards


def whole_cards(text: str) -> str:
    """A hand or a burial in which a card is unknown of which not all was seen: what the engine knows of it.

    >>> whole_cards("As 7? ?s"), whole_cards("AsKd??")
    ('As ?? ??', 'AsKd??')
    """
    if HIDDEN not in text:
        return text
    return (" " if " " in text else "").join(UNKNOWN if HIDDEN in card else card for card in split_cards(text))


def may_be(written: str, card: str) -> bool:
    """Whether a card may be the one that is written.

    >>> may_be("7?", "7s"), may_be("?s", "7h"), may_be("7?", "BJ"), may_be("??", "BJ")
    (True, False, False, True)
    """
    if card in JOKERS:
        return written in {UNKNOWN, card}
    return all(sign in {HIDDEN, own} for sign, own in zip(written, card, strict=True))


def join_cards(cards: Iterable[str]) -> str:
    """The play notation of some cards, no separators, in the order given."""
    return "".join(cards)


def missing_cards(cards: Iterable[str], held: Iterable[str]) -> list[str]:
    """The cards that are not among those held, each as often as it is missing, in the order given."""
    left = Counter(held)
    missing = []
    for card in cards:
        if left[card]:
            left[card] -= 1
        else:
            missing.append(card)
    return missing

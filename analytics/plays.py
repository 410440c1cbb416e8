"""The plays of a hand as facts, straight from the notation, for every sheet that a record may name.

The engine reads the same strings under the rules of the sheet; here a play needs only its seat and its parts. A
warehouse is mostly plays, so they go by the trick: a few steps of Python for each play would cost more than the audit.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from replay.record import Hand
from replay.sheets import Sheet

PASS: Final = "-"  # noqa: S105 - no password, but what a player says


class Trick(NamedTuple):
    """The plays of one trick, one value a play: who played, what stood (`-` is a pass), and for some of them more.

    `attempted` has all the cards of a throw that failed, `readings` what a player declared wild cards to be.
    """

    seats: Sequence[str]
    cards: Sequence[str]
    attempted: Sequence[str | None]
    readings: Sequence[str | None]


def tricks_of(sheet: Sheet, hand: Hand) -> Iterator[Trick]:
    """The recorded tricks in order. In the climbing sheets a seat that has played all its cards is skipped."""
    left = hand_sizes(sheet, hand) if sheet.family == "climbing" else {}
    for text in hand.tricks or ():
        leader, *tokens = text.split()
        cards: Sequence[str] = tokens
        attempted: Sequence[str | None] = (None,) * len(tokens)
        readings = attempted
        if ">" in text or "=" in text:
            cards, attempted, readings = zip(*map(read_token, tokens), strict=True)
        if sheet.family == "climbing":
            yield Trick(with_cards_left(sheet.seats, leader, cards, left), cards, attempted, readings)
        else:
            yield Trick(from_leader(sheet.seats, leader)[: len(cards)], cards, attempted, readings)


def hand_sizes(sheet: Sheet, hand: Hand) -> dict[str, int]:
    """How many cards each seat begins a climbing hand with: those left, or dealt, where all of them are on record."""
    deal = {seat: cards.replace(" ", "") for seat, cards in (hand.deal or {}).items()}
    left = hand.left or {}
    return {
        seat: len(deal[seat]) // 2 if seat in deal and "?" not in deal[seat] else left.get(seat, sheet.hand_size)
        for seat in sheet.seats
    }


def read_token(token: str) -> tuple[str, str | None, str | None]:
    """What stood, what was attempted when a throw failed, and the declared reading.

    >>> read_token("AsAsKs>Ks"), read_token("KsKh2h=KKK"), read_token("-")
    (('Ks', 'AsAsKs', None), ('KsKh2h', None, 'KKK'), ('-', None, None))
    """
    played, _, reading = token.partition("=")
    attempted, failed, stood = played.partition(">")
    return (stood, attempted, reading or None) if failed else (played, None, reading or None)


@lru_cache
def from_leader(seats: tuple[str, ...], leader: str) -> tuple[str, ...]:
    """The seats in order of play, the leader first."""
    place = seats.index(leader)
    return seats[place:] + seats[:place]


def with_cards_left(seats: tuple[str, ...], leader: str, cards: Sequence[str], left: dict[str, int]) -> list[str]:
    """Who made each play of a climbing trick; takes the cards out of `left`.

    Where nobody has cards left, which only a wrong record can say, the next seat plays.
    """
    played: list[str] = []
    seat = leader
    for play in cards:
        played.append(seat)
        if play != PASS:
            left[seat] -= len(play) // 2
        after = (*from_leader(seats, seat)[1:], seat)
        seat = next((other for other in after if left[other] > 0), after[0])
    return played

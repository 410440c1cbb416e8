"""Deals for boards (复式): shuffled for a rule sheet by a seed, with the level and who leads, as a file of deals has them."""

from collections.abc import Sequence

from paipu.replay.cards import CARDS
from paipu.replay.sheets import SHEETS
from paipu.samples.document import Document, shuffler


def deals_of(sheet: str, boards: int, seed: object, levels: Sequence[str] = (), leader: str | None = None) -> list[Document]:
    """So many boards from 1: the same seed, the same deals, on every machine.

    The levels come in turn, of both sides alike; so do the seats that lead, if not one leads all; where the sheet fixes levels
    and bankers by itself the first seat leads.

    Each board is shuffled by itself: who has seen all others knows no more of it.
    """
    rules, found = SHEETS[sheet], []
    size, seats, played = rules.hand_size, rules.seats, levels or rules.ladder[:1]
    for at in range(boards):
        deck = list(CARDS * rules.cards.copies)
        shuffler("deals", sheet, seed, at + 1).shuffle(deck)
        hands = {seat: _listed(deck[place * size : (place + 1) * size]) for place, seat in enumerate(seats)}
        rest = deck[size * len(seats) :]
        made: Document = {"board": at + 1, "hands": hands, **({"kitty": " ".join(rest)} if rest else {})}
        made["level"] = played[at % len(played)]
        made["leader"] = leader or seats[at % len(seats) if rules.counts_levels else 0]
        found.append(made)
    return found


def _listed(cards: Sequence[str]) -> str:
    """A hand by suit, from the ace down, the jokers first."""
    place = {card: number for number, card in enumerate(CARDS)}
    return " ".join(sorted(cards, key=place.__getitem__, reverse=True))

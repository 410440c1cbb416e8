"""What cards that are no combination look most like, so that a finding names the clause that they miss."""

from collections import Counter
from itertools import pairwise
from typing import Final

from paipu.replay.cards import HIDDEN, JOKERS, RANKS, SUITS, count_cards, split_cards
from paipu.replay.climbing.combos import RUNS, Kind, Reading
from paipu.replay.climbing.context import LevelContext, Play

_PAIR, _TRIPLE, _BOMB = 2, 3, 4
_NO_BOMB: Final = frozenset({Kind.STRAIGHT_FLUSH, Kind.FOUR_JOKERS})
"""What beats bombs of some sizes, or all, without being one itself."""
_OF_SIZE: Final = {2: Kind.PAIR, 3: Kind.TRIPLE, 4: Kind.BOMB, 5: Kind.FULL_HOUSE, 6: Kind.TUBE}


def _whole(text: str) -> list[str]:
    """The cards of a play, a card of which only the rank was seen in some suit; those of which it was not are left out."""
    cards = [card.replace(HIDDEN, SUITS[0]) if card[0] != HIDDEN else card for card in split_cards(text)]
    return [card for card in cards if HIDDEN not in card]


def meant(ctx: LevelContext, text: str) -> str | None:
    """The combination that so many cards must be, as the case of a fault: five that are all different would be a straight."""
    cards = _whole(text)
    if len(cards) == RUNS[Kind.STRAIGHT][0] == len({ctx.rank_of[card] for card in cards}):
        return Kind.STRAIGHT.value
    kind = _OF_SIZE.get(len(cards))
    return kind.value if kind is not None else None


def explain_invalid(ctx: LevelContext, text: str) -> str:
    """The check of the combination that some cards come nearest to without being one."""
    cards = _whole(text)
    counts = Counter(ctx.rank_of[card] for card in cards if card not in ctx.wilds)
    kinds = {row.kind for row in ctx.rules.rows}
    if ctx.rules.wild.cards == "jokers":
        if count_cards(text) not in ctx.combos.of_size:
            return "PLAY-TYPE-COUNT"
    elif len(cards) < count_cards(text) or any(joker in counts for joker in JOKERS):
        return "PLAY-TYPE-JOKERS" if len(cards) == count_cards(text) else "PLAY-TYPE"
    if len(counts) == 1 and len(cards) > _BOMB and Kind.BOMB in kinds:
        return "PLAY-TYPE-BOMB"
    most = max(counts.values(), default=0)
    if most == 1 and len(cards) >= _BOMB:
        return "PLAY-TYPE-RUN"
    if most == _PAIR and len(cards) >= _BOMB and len(cards) % _PAIR == 0 and Kind.TUBE in kinds and _joined(counts):
        return "PLAY-TYPE-PAIRS"
    if most == _TRIPLE and len(cards) > _BOMB and Kind.PLATE in kinds and _joined(counts) and len(cards) % _TRIPLE == 0:
        return "PLAY-TYPE-TRIPLES"
    if most == _TRIPLE and _BOMB <= len(cards) <= _PAIR + _TRIPLE:
        return "PLAY-TYPE-FULL-HOUSE"
    return "PLAY-TYPE"


def _joined(counts: Counter[str]) -> bool:
    """Whether the ranks lie so close together, round the corner too, that a run was meant."""
    if any(rank in JOKERS for rank in counts):
        return False
    places = sorted(RANKS.index(rank) for rank in counts)
    gaps = [(later - earlier) % len(RANKS) for earlier, later in pairwise((*places, places[0]))]
    return len(RANKS) - max(gaps, default=0) <= len(counts)


def case_of(play: Play, table: Reading | None) -> str:
    """The case of a play on the table: what it is, or the straight flush or four jokers that lie there and are stronger."""
    given = play.readings[0]
    return (table if table is not None and table.kind in _NO_BOMB and table.strength > given.strength else given).kind.value

"""The recorded deal, part by part, whatever the family: what is wrong with it, and a part that the others tell."""

from collections import Counter
from collections.abc import Mapping, Sequence

from replay.cards import UNKNOWN, split_cards
from replay.report import Report

Parts = dict[str, Counter[str]]
"""What each part of a deal holds: a seat's hand, or the kitty; `??` counts cards that nobody saw."""


def recorded_parts(
    deal: Mapping[str, str], sizes: Mapping[str, int], seats: Sequence[str], deck: Counter[str], report: Report
) -> Parts:
    """The recorded parts of a deal, checked for counts and copies.

    `sizes` has all the parts that a deal has, `seats` those that are somebody's hand. A single part that is missing or partly
    unseen is the rest of the deck, unless something is wrong with the others.
    """
    parts = {part: Counter(split_cards(deal[part])) for part in sizes if part in deal}
    sound = True
    for part, cards in parts.items():
        if cards.total() != sizes[part]:
            sound = False
            report.add(
                "DEAL-COUNT",
                f"deal/{part}",
                trick=0,
                play=0,
                seat=part if part in seats else None,
                expected=str(sizes[part]),
                actual=str(cards.total()),
                part=part,
            )
    total = sum(parts.values(), Counter[str]())
    del total[UNKNOWN]
    for card, count in total.items():
        if count > deck[card]:
            sound = False
            report.add(
                "DEAL-COPIES",
                "deal",
                trick=0,
                play=0,
                expected=f"{card}×{deck[card]}",
                actual=f"{card}×{count}",
                card=card,
                holders=" ".join(part for part, cards in parts.items() if card in cards),
            )
    unsure = [part for part, size in sizes.items() if size and (part not in parts or UNKNOWN in parts[part])]
    if sound and len(unsure) == 1:
        seen = parts.get(unsure[0], Counter[str]())
        parts[unsure[0]] = deck - total + Counter({card: n for card, n in seen.items() if card != UNKNOWN})
    return parts

"""The arithmetic of a score sheet, from the printed sheets alone: which numbers of one hand can stand beside each other.

The attackers' points are those in the tricks that they took, what the kitty counts for, and penalties. A number that is not
written down can be any that the sheet has.
"""

from typing import Final, NamedTuple

DECK: Final = 200
"""Two packs: each 5 is five points, each 10 and K ten (SJ-1; the same cards in all three games)."""
KITTY: Final = tuple(range(0, 85, 5))
"""Eight cards: at most eight tens and kings, and any sum of fives below."""
PAIRS: Final = 12
"""Nobody plays more than twenty-five cards."""
MULTIPLIERS: Final = {
    "shengji": (1, 2, 4, 8),
    "chaodipi": (2, *range(4, 4 * PAIRS + 1, 4)),
    "shuangkou": tuple(2 << pairs for pairs in range(PAIRS + 1)),
}
"""SJ-14: side suits 1, 2, 4, trumps 2, 4, 8, of tractors of any length. CDP-4.4: 2, 4, 8, 12 and so on. SK-3: 2, 4, 8, 16."""
PENALTY_STEPS: Final = {"shengji": 0, "chaodipi": 5, "shuangkou": 10}
"""升级 takes no points away; 双扣 ten a card (SK-5.2); 炒地皮 tens, but the referee may take others (CDP-6.9, 7.4)."""


class Sheet(NamedTuple):
    """The numbers of one hand; None for one that is not written down."""

    attackers: int | None = None
    kitty: int | None = None
    multiplier: int | None = None
    penalties: int | None = None


def possible(sheet: str, told: Sheet) -> bool:
    """Whether a hand can have come to these numbers."""
    kitties = KITTY if told.kitty is None else (told.kitty,)
    if not set(kitties) <= set(KITTY):
        return False
    step = PENALTY_STEPS[sheet]
    if told.penalties and (not step or told.penalties % step):
        return False
    factors = (0, *MULTIPLIERS[sheet])
    if told.multiplier is not None and told.multiplier not in factors:
        return False
    if told.attackers is None:
        return True
    if told.attackers % 5:
        return False
    if told.penalties is None and step:  # they may have made it anything
        return True
    tricks_and_kitty = told.attackers - (told.penalties or 0)
    captured = factors if told.multiplier is None else (told.multiplier,)
    return any(0 <= tricks_and_kitty - kitty * factor <= DECK - kitty for kitty in kitties for factor in captured)

"""The row of what a seat held in a hand, did and came to, and on which sheets there is what of it."""

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from paipu.replay.climbing.combos import Kind
from paipu.replay.sheets import CLIMBING_SHEETS, TRICK_SHEETS

LARGEST: Final = 62
"""The bit of whatever is as large, or larger."""


class SeatHandRow(NamedTuple):
    """What is None cannot be told, or is not there on the sheet. The acts have a bit for each size (`LARGEST`)."""

    hand_index: int
    hand: int
    seat: str
    big_jokers: int | None
    little_jokers: int | None
    level_cards: int | None
    wilds: int | None
    trumps: int | None
    bank: bool | None
    banker: bool | None
    outcome: int | None
    bank_held: bool | None
    bank_taken: bool | None
    kitty_captured: bool | None
    attackers: int | None
    place: int | None
    both_first: bool | None
    both_last: bool | None
    ace_passed: bool | None
    tribute_paid: bool | None
    tribute_refused: bool | None
    bomb: int | None
    wild_bomb: int | None
    straight_flush: int | None
    wild_straight_flush: int | None
    four_jokers: int | None
    tractor: int | None
    throw: int | None
    failed_throw: int | None
    ruff: int | None
    acts: tuple[str, ...] | None
    sizes: tuple[int, ...] | None
    plies: tuple[int, ...] | None


def _of_tricks(sheet: Any) -> bool:  # noqa: ANN401 - a sheet of either family
    return sheet.key in TRICK_SHEETS


def _with(*kinds: Kind) -> Callable[[Any], bool]:
    """Whether a sheet has all of some combinations."""
    return lambda sheet: sheet.key in CLIMBING_SHEETS and {*kinds} <= {row.kind for row in sheet.cards.rows}


def _with_bombs(sheet: Any) -> bool:  # noqa: ANN401 - as above
    return sheet.key in CLIMBING_SHEETS and any(row.tier == "bomb" for row in sheet.cards.rows)


ACTS: Final[Mapping[str, Callable[[Any], bool]]] = {
    "bomb": _with_bombs,
    "wild_bomb": _with_bombs,
    "straight_flush": _with(Kind.STRAIGHT_FLUSH),
    "wild_straight_flush": _with(Kind.STRAIGHT_FLUSH),
    "four_jokers": _with(Kind.FOUR_JOKERS),
    "tractor": _of_tricks,
    "throw": _of_tricks,
    "failed_throw": _of_tricks,
    "ruff": _of_tricks,
}
"""What a seat may do, and on which sheets there is such a thing."""

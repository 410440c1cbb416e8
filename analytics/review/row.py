"""What is stored of a decision that was judged."""

from typing import NamedTuple


class DecisionRow(NamedTuple):
    """A decision that was judged, or that could not be for want of deals that fit; `act` is what kind of play was made.

    `asked` is how many deals were wanted, `worlds` how many were found. `candidates` is a JSON array of what was compared:
    cards, gain over the play made, its error, in how many deals.
    """

    hand_index: int
    hand: int
    trick: int
    play: int
    ply: int
    seat: str
    act: str
    cards: str
    best: str | None
    unit: str
    loss: float | None
    error: float | None
    value: float | None
    value_error: float | None
    open_loss: float | None
    open_error: float | None
    grade: str | None
    asked: int
    worlds: int
    compared: int
    legal: int | None
    candidates: str
    threshold: float
    seed: str
    judge_version: int

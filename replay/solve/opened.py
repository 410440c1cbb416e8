"""The solver where few cards are left, for who looks at a place on record: hindsight, quick enough to be asked by a click."""

from typing import Any, Final, NamedTuple

from paipu.replay.cards import split_cards
from paipu.replay.faults import Moment
from paipu.replay.notation import DECLARED, PASS, read_token
from paipu.replay.plays import plays_of_hand
from paipu.replay.solve import solve
from paipu.replay.solve.solution import Solution
from paipu.replay.states import HandView

MOST_CARDS: Final = 5
"""With so few cards in each hand the cards are opened."""
NODES: Final = 20_000
"""What is looked at for that: a fraction of a second without the compiled search."""


class Hindsight(NamedTuple):
    """What a hand comes to with best play of both sides and all cards open: after a play, and after the one on record (`made`,
    None where that was no legal one), in the unit and for the side of the solution.
    """

    side: str
    unit: str
    value: int
    made: int | None


def opened(view: HandView[Any, Any, Any, Any], at: Moment) -> Solution | None:
    """The position before a place and each play in it, exact; None where more cards are left, or it takes too long."""
    ply = next((number for number, frame in enumerate(view.frames) if (frame.trick, frame.play) == at), 0)
    if not ply or max(map(len, view.frames[ply - 1].hands.values()), default=MOST_CARDS + 1) > MOST_CARDS:
        return None
    found = solve(view, at, NODES)
    return found if found is not None and found.reason is None and found.plays else None


def value_of(solution: Solution, cards: str) -> int | None:
    """The value of a play as records write it; None where it is none of the legal ones, or may be several things that are not
    worth the same.
    """
    alike = {each.value for each in solution.plays if each.cards == cards}
    if not alike and PASS not in cards and DECLARED not in cards:
        wanted = sorted(split_cards(read_token(cards).thrown))
        alike = {each.value for each in solution.plays if sorted(split_cards(read_token(each.cards).thrown)) == wanted}
    return alike.pop().low if len(alike) == 1 else None


def hindsight(view: HandView[Any, Any, Any, Any], at: Moment, cards: str) -> Hindsight | None:
    """What other cards at a place on record would come to; None where that is not told."""
    solution = opened(view, at)
    value = value_of(solution, cards) if solution is not None else None
    if solution is None or value is None:
        return None
    on_record = next((each.token for each in plays_of_hand(view.sheet, view.hand) if (each.trick, each.play) == at), "")
    return Hindsight(solution.side, solution.unit, value, value_of(solution, on_record))

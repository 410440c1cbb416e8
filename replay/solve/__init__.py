"""What a position with open cards is worth, and each legal play in it: exact, or between two bounds with the reason.

The rules of a sheet are asked for tables (`tables_*.py`), play by play as the search needs them; the search itself
(`store.py`, `search_*.py`) goes over machine words alone, and knows no rule. It is plain typed Python; the `.pxd` beside it
tells Cython the types of the same source for the compiled build.
"""

from collections.abc import Callable, Mapping
from types import FunctionType
from typing import Any, Final

from paipu.replay.faults import Moment
from paipu.replay.rulesheet import FamilyName
from paipu.replay.solve.climbing import solve_climbing
from paipu.replay.solve.search_tricks import TrickSearch
from paipu.replay.solve.solution import NODES, PlayValue, Solution, Value
from paipu.replay.solve.tricks import solve_tricks
from paipu.replay.states import HandView

COMPILED: Final = not isinstance(TrickSearch.start, FunctionType)
"""Whether the compiled search runs; values and counts of nodes are the same."""

_SOLVERS: Final[Mapping[FamilyName, Callable[..., Solution | None]]] = {"tricks": solve_tricks, "climbing": solve_climbing}


def solve(view: HandView[Any, Any, Any, Any], at: Moment, nodes: int = NODES, *, plays: bool = True) -> Solution | None:
    """What the position before a place of a hand is worth, and each play in it, within a budget of plays looked at.

    None where the record has no such place, or nobody is to play there.
    """
    return _SOLVERS[view.sheet.family](view, at, nodes, plays=plays)


__all__ = ["COMPILED", "NODES", "PlayValue", "Solution", "Value", "solve"]

"""A value of the solver in words: `paipu solve`, the judge and the page say the same."""

from typing import Final

from paipu.replay.solve.solution import Value
from paipu.replay.solve.tables_tricks import BOTTOM
from paipu.replay.text import Lang
from paipu.replay.texts import Texts
from paipu.replay.words import seats_name

TEXT: Final = Texts({}, (__package__, "words"))
text = TEXT.tr
_OF_UNIT: Final = {"points": "solve.points", "levels": "solve.levels", "place_points": "solve.place_points"}


def wins_at_any_score(value: int) -> bool:
    """Whether attackers' points stand for a hand that is won by capturing the kitty with a set of three."""
    return value >= BOTTOM // 2


def value_words(unit: str, value: Value, lang: Lang) -> str:
    """A value, or its bounds; of points with the word for them."""
    low, high = (_number(unit, each, lang) for each in (value.low, value.high))
    return low if value.exact else text("solve.between", lang, low=low, high=high)


def _number(unit: str, value: int, lang: Lang) -> str:
    if unit != "points":
        return str(value)
    key = "solve.bottom" if wins_at_any_score(value) else "solve.of_points"
    return text(key, lang, n=value - BOTTOM if wins_at_any_score(value) else value)


def position_words(unit: str, side: str, value: Value, lang: Lang, *, more: bool = False) -> str:
    """What a position is worth; `more`: the attackers' points are counted from there on."""
    key = "solve.more" if more else _OF_UNIT[unit]
    return text(key, lang, side=seats_name(side, lang), value=value_words(unit, value, lang))


def reason_words(reason: str, nodes: int, lang: Lang) -> str:
    """Why a value is not exact."""
    return text(f"solve.reason.{reason}", lang, nodes=f"{nodes:,}")

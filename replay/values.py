"""What a value is, and how it is said: a check or the name of a field tells, and nothing is guessed from its letters."""

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Final

from paipu.replay.cards import SUIT_SYMBOLS
from paipu.replay.notation import read_by_side
from paipu.replay.text import Lang, in_language
from paipu.replay.words import (
    FACTS,
    FIGURE_NAMES,
    INCIDENTS,
    REASONS_TO_END,
    WORDS,
    join,
    level_name,
    rank_name,
    readings_name,
    seats_name,
    suit_sign,
)


class ValueType(StrEnum):
    """What a value is. `TEXT` is said as it stands: cards, numbers, ids, and the names that people gave."""

    TEXT = "text"
    SEATS = "seats"
    """A seat, a side, or seats in an order."""
    HOLDERS = "holders"
    """Seats and the kitty, apart by spaces."""
    LEVEL = "level"
    SUIT = "suit"
    """A trump suit, or none."""
    LED = "led"
    """The suit led, or trumps."""
    BY_SIDE = "by_side"
    """Levels or numbers by side: `EW=3 NS=flag`."""
    INCIDENTS = "incidents"
    FACTS = "facts"
    """What is claimed or handed on, by the keys of the format."""
    REASON = "reason"
    READINGS = "readings"
    FIGURES = "figures"
    """Figures of an event, apart by commas."""
    GROUNDS = "grounds"
    """The same, each with how many."""
    EFFECT = "effect"
    """Something that a ruling does; what it is, the place of the finding tells (`effect_said`)."""


def say_value(of: ValueType, value: str, lang: Lang) -> str:
    """A value as people say it. In English records' own notation is what people read, but for kinds and readings.

    >>> say_value(ValueType.SEATS, "N", "zh"), say_value(ValueType.TEXT, "N", "zh")
    ('北', 'N')
    >>> say_value(ValueType.BY_SIDE, "EW=3 NS=flag", "zh"), say_value(ValueType.BY_SIDE, "EW=3 NS=flag", "en")
    ('东西 3、南北 扛旗', 'EW=3 NS=flag')
    >>> say_value(ValueType.LEVEL, "T | flag", "zh"), say_value(ValueType.HOLDERS, "E W kitty", "zh")
    ('10 | 扛旗', '东、西、底牌')
    >>> say_value(ValueType.INCIDENTS, "exposed late", "en"), say_value(ValueType.FACTS, "winners penalties", "zh")
    ('a card shown that was not played, late', '各墩赢家、罚分')
    """
    return _SAID[of](value, lang)


def _as_it_stands(value: str, _lang: Lang) -> str:
    return value


def _in_chinese(say: Callable[[str], str]) -> Callable[[str, Lang], str]:
    """A way to say one of some alternatives that records' notation serves for in English."""
    return lambda value, lang: " | ".join(map(say, value.split(" | "))) if lang == "zh" else value


def _level(level: str) -> str:
    return level_name(rank_name(level, "zh"), "zh")


def _by_side(value: str) -> str:
    return join((f"{seats_name(side, 'zh')} {_level(of)}" for side, of in read_by_side(value)), "zh") or value


def _holder(holder: str) -> str:
    return WORDS["place.kitty"].zh if holder == "kitty" else seats_name(holder, "zh")


def _suit(suit: str) -> str:
    return WORDS["suit.NT"].zh if suit == "NT" else SUIT_SYMBOLS.get(suit, suit)


def _reason(reason: str) -> str:
    return REASONS_TO_END[reason].zh if reason in REASONS_TO_END else reason


def _incidents(value: str, lang: Lang) -> str:
    def named(kinds: str) -> str:
        return join((in_language(INCIDENTS[kind], lang) if kind in INCIDENTS else kind for kind in kinds.split()), lang)

    return " | ".join(map(named, value.split(" | ")))


def _figures(value: str, lang: Lang) -> str:
    keys = filter(None, value.split(", "))  # none in a knock-out
    return " → ".join(in_language(FIGURE_NAMES[key], lang) for key in keys)


def _grounds(value: str, lang: Lang) -> str:
    grounds = (each.split() for each in value.split(", "))
    return " · ".join(" ".join([in_language(FIGURE_NAMES[by], lang), *number]) for by, *number in grounds)


_SAID: Final[Mapping[ValueType, Callable[[str, Lang], str]]] = {
    ValueType.TEXT: _as_it_stands,
    ValueType.SEATS: _in_chinese(lambda seats: seats_name(seats, "zh")),
    ValueType.HOLDERS: _in_chinese(lambda value: join(map(_holder, value.split()), "zh")),
    ValueType.LEVEL: _in_chinese(_level),
    ValueType.SUIT: _in_chinese(_suit),
    ValueType.LED: suit_sign,
    ValueType.BY_SIDE: _in_chinese(_by_side),
    ValueType.INCIDENTS: _incidents,
    ValueType.FACTS: _in_chinese(lambda value: join((FACTS[key].zh if key in FACTS else key for key in value.split()), "zh")),
    ValueType.REASON: _in_chinese(_reason),
    ValueType.READINGS: readings_name,
    ValueType.FIGURES: _figures,
    ValueType.GROUNDS: _grounds,
    ValueType.EFFECT: _as_it_stands,
}
FIELDS: Final[Mapping[str, ValueType]] = {
    **dict.fromkeys(("dealer", "next_dealer", "lead", "seat", "finish", "winner", "winners"), ValueType.SEATS),
    **dict.fromkeys(("levels", "score", "points"), ValueType.BY_SIDE),
    "level": ValueType.LEVEL,
    "trump": ValueType.SUIT,
    "reason": ValueType.REASON,
    "kind": ValueType.INCIDENTS,
}
"""What the fields of records and results hold, where it is said otherwise than it stands."""


def type_at(pointer: str) -> ValueType:
    """What stands at a place of a record.

    >>> [str(type_at(f"/hands/2/{place}")) for place in ("trump", "claims/levels/NS", "claims/winners/3", "tricks/3")]
    ['suit', 'level', 'seats', 'text']
    """
    *_, above, last = ("", *pointer.split("/"))
    if above in {"levels", "score", "points"}:
        return ValueType.LEVEL if above == "levels" else ValueType.TEXT
    return FIELDS.get(above if last.isdecimal() else last, ValueType.TEXT)

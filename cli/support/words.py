"""Places, seats, cards and options, said in the language asked for."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from cli.support.terminal import clean
from cli.text import TEXT, Lang, text
from replay.cards import BIG_JOKER, LITTLE_JOKER, SUIT_SYMBOLS, UNKNOWN
from replay.checks.climbing import KINDS
from replay.options import Option
from replay.sheets import SHEETS


def seat_name(seat: str | None, lang: Lang) -> str:
    """`东 E`, `E`; the six-seat tables' numbers stay numbers."""
    if seat is None:
        return ""
    key = f"seat.{seat}"
    return f"{text(key, 'zh')} {seat}" if lang == "zh" and seat in "ENWS" else clean(seat)


def place(row: Mapping[str, Any], lang: Lang) -> str:
    """Where a finding is: match, hand, trick and play, seat."""
    parts = [clean(row["match"])]
    if row["hand"] is not None:
        parts.append(text("place.hand", lang, no=row["hand"]))
    if row["trick"] == 0:
        parts.append(text("place.before", lang))
    elif row["trick"] is not None and row["play"]:
        parts.append(text("place.play", lang, trick=row["trick"], play=row["play"]))
    elif row["trick"] is not None:
        parts.append(text("place.trick", lang, trick=row["trick"]))
    if row["seat"] is not None:
        parts.append(seat_name(row["seat"], lang))
    return " · ".join(parts)


def suit_name(suit: str | None, lang: Lang) -> str:
    """A trump suit: `♠ 黑桃`, `♠ spades`; `NT` is 无主."""
    if suit is None:
        return text("unknown", lang)
    if suit == "T":
        return text("suit.trump", lang)
    name = text(f"suit.{suit}", lang)
    return f"{SUIT_SYMBOLS[suit]} {name}" if suit in SUIT_SYMBOLS else name


def card_name(card: str, lang: Lang) -> str:
    """A card with its suit's sign, jokers by name."""
    if card in (BIG_JOKER, LITTLE_JOKER):
        return text(f"card.{card}", lang)
    return "?" if card == UNKNOWN else SUIT_SYMBOLS[card[1]] + card[0]


def reading_name(reading: str, lang: Lang) -> str:
    """A reading of a climbing play: `straight:7` is 顺子 7, `bomb4:9` 4张炸弹 9.

    >>> reading_name("bomb4:9", "en"), reading_name("four_jokers:BJ", "en")
    ('bomb of 4, 9', 'four jokers')
    """
    kind, _, key = reading.partition(":")
    name = kind.rstrip("0123456789")
    words, size = KINDS[name].in_language(lang), kind[len(name) :]
    if name == "four_jokers":
        return words
    return text("reading.bomb", lang, n=size, key=key) if size else f"{words} {key}"


def find_options(identifier: str) -> Mapping[str, Option]:
    """The options of the sheets, by sheet, that go by an id or a key."""
    found = {}
    for key, sheet in SHEETS.items():
        for option in sheet.options:
            if identifier == option.key or identifier in option.ids:
                found[key] = option
    return found


def option_lines(identifiers: Sequence[str], sheet: str | None, lang: Lang) -> list[str]:
    """The options that a verdict rests on, a line each: its ids, its key and the question."""
    lines: dict[str, list[str]] = {}
    for identifier in identifiers:
        found = find_options(identifier)
        option = found.get(sheet or "") or next(iter(found.values()), None)
        if option is None:
            said = ""
        elif lang == "zh":
            said = f" {option.key}：{option.zh}"
        else:
            said = f" {option.key}: {option.en}"
        lines.setdefault(said, []).append(clean(identifier))
    return [", ".join(ids) + said for said, ids in lines.items()]


def level_name(level: str | None, lang: Lang) -> str:
    """A level as people say it: a rank, or 扛旗."""
    if level is None:
        return text("unknown", lang)
    return text(f"level.{level}", lang) if f"level.{level}" in TEXT else clean(level)


def levels_line(levels: Mapping[str, str], lang: Lang) -> str:
    """Levels by side: `EW 4, NS 2`."""
    return ", ".join(f"{side} {level_name(level, lang)}" for side, level in levels.items())


def one_of(total: int | None, shown: int, lang: Lang) -> str:
    """How many of how many are listed."""
    if total is None:
        return text("list.many", lang, n=shown)
    return text("list.all", lang, n=total) if shown >= total else text("list.some", lang, n=shown, total=total)


def join(words: Iterable[str], lang: Lang) -> str:
    """A list in a sentence."""
    return ("、" if lang == "zh" else ", ").join(words)

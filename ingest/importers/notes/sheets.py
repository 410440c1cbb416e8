"""What people call the rule sheets."""

import re
import unicodedata
from collections.abc import Sequence
from typing import Final

from paipu.ingest.importers.notes.tokens import number_of
from paipu.replay.sheets import SHEETS, Sheet

_GUANDAN: Final = re.compile(r"[掼惯灌]蛋|掼弹|掼(?=\s?[一二三123](?:\s|$))|guan\s?dan", re.IGNORECASE)
_WHICH: Final = re.compile(
    r"(?:[（(]?\s*篇|[（(]|掼(?:蛋(?:规则)?)?|guandan|sheet)[\s-]*(?P<which>[一二三123])(?![\d副把圈])[)）]?|(?P<js>江苏\s*(?:2023)?\s*(?:规则)?|js\s?2023|(?<![A-Za-z])js(?=\s?掼))",
    re.IGNORECASE,
)
_SHORT: Final = re.compile(
    r"(?:(?P<gd>GD)\s?(?P<number>[123])|(?P<name>CDP|SJ|SK|DG|tractor|js\s?2023))(?![A-Za-z\d])", re.IGNORECASE
)
_SHORT_OF: Final = {"cdp": "chaodipi", "sj": "shengji", "sk": "shuangkou", "dg": "daguai", "tractor": "shengji"}


_ALSO: Final = {
    **dict.fromkeys(("双升", "八十分", "80分", "升级80分"), SHEETS["shengji"]),
    **dict.fromkeys(("炒地", "炒底皮"), SHEETS["chaodipi"]),
    **dict.fromkeys(("大怪", "路子"), SHEETS["daguai"]),
}
"""What else they are called."""


def _plain(called: str) -> str:
    """What a sheet is called without signs, whatever the case."""
    return re.sub(r"[\W_]+", "", unicodedata.normalize("NFKC", called)).casefold()


def _names_of_sheets() -> dict[str, Sheet]:
    """The sheets by their keys, and by all that their titles give: 拖拉机, 掼蛋（一）, 掼蛋一, 掼蛋, 江苏掼蛋."""
    found: dict[str, Sheet] = {}
    for sheet in SHEETS.values():
        first, _, inner = unicodedata.normalize("NFKC", sheet.title.zh).strip(")").partition("(")
        letters = re.sub(r"\d", "", inner)
        names = (sheet.key, first + inner, first, inner if len(inner) > 1 else "", letters + first, first + letters)
        for name in filter(None, map(_plain, names)):
            found.setdefault(name, sheet)
    return {**_ALSO, **found}


CALLED: Final = _names_of_sheets()


def sheet_named(said: str) -> Sheet | None:
    """The sheet that people call so."""
    return CALLED.get(_plain(said))


_MOST_ABOVE: Final = 3
"""Lines at whose top a sheet is named among other words."""


def sheet_within(lines: Sequence[str]) -> tuple[int, Sheet] | None:
    """The line that names a sheet among other words, where it is the only one that the first lines name."""
    called = (each for each in CALLED if not each.isascii() or len(each) > len("tract"))
    names = "|".join(sorted(map(re.escape, called), key=len, reverse=True))
    found = {
        CALLED[each[0].lower()].key: number
        for number, told in reversed([*enumerate(lines)][:_MOST_ABOVE])
        if re.match(r"\s*\w", told)
        for each in re.finditer(rf"(?<![A-Za-z])(?:{names})(?![A-Za-z到至了为]|\d级)", told, re.IGNORECASE)
    }
    return next(((number, SHEETS[key]) for key, number in found.items()), None) if len(found) == 1 else None


def sheet_in(told: str) -> tuple[Sheet, str, bool] | None:
    """The sheet that a line names at its beginning, what else stands in the line, and whether it is told which of several."""
    said = told.strip()
    lot = _GUANDAN.search(said)
    if lot is not None and not re.search(r"[♠♥♣♦]|[东北西南]", said[: lot.start()]):
        which = _WHICH.search(said)
        number = number_of(which["which"]) if which is not None and which["which"] else 1
        key = "guandan-js2023" if which is not None and which["js"] else f"guandan-{number}"
        rest = _GUANDAN.sub(" ", _WHICH.sub(" ", said) if which is not None else said)
        return SHEETS[key], re.sub(r"[（(]\s*篇?[一二三]?\s*[)）]|\bclub\b|\bsheet\b|^\s*规则", " ", rest), which is not None
    short = _SHORT.match(said)
    if short is not None:
        name = (short["name"] or "").lower().replace(" ", "")
        key = f"guandan-{short['number']}" if short["gd"] else _SHORT_OF.get(name, "guandan-js2023")
        return SHEETS[key], said[short.end() :], True
    for name in sorted(CALLED, key=len, reverse=True):
        found = re.match(rf"(?:80分\s*/?\s*|上海)?{re.escape(name)}(?:\s*\([^()\d]{{1,4}}\))?(?![A-Za-z])", said, re.IGNORECASE)
        if found is not None:
            return CALLED[name], said[found.end() :], True
    return None

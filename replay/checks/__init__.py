"""The registry of check codes: stable names, how much each matters, and what to tell people, Chinese beside English.

A code never changes its meaning. Templates are filled with a finding's `params` and with `seat`, `expected`, `actual`,
`trick`, `play` and `hand`, each said as what it is (`says`, `replay/values.py`); which clause a code enforces is the sheet's
business (`replay/catalogue`).
"""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from paipu.replay.checks.entry import FILES, REMEDIES, Check, read
from paipu.replay.effects import EFFECTS, effect_said
from paipu.replay.findings import Finding
from paipu.replay.notation import NOTHING
from paipu.replay.text import Lang, Text, in_language
from paipu.replay.values import ValueType, say_value
from paipu.replay.words import sides_named, with_signs

__all__ = ["CHECKS", "Check", "remedy_of", "render", "with_cards"]

CHECKS: Final[Mapping[str, Check]] = {check.code: check for name in FILES for check in read(name)}

_SPACED: Final = re.compile("(?<=[\u4e00-\u9fff♠♥♣♦]) (?=[\u4e00-\u9fff])")
"""Between what was filled in and the template, where both are Chinese."""
_AS_IT_IS: Final[Mapping[str, str]] = MappingProxyType({})


def with_cards(code: str, message: str, lang: Lang) -> str:
    """The message of a finding with the cards in it as people know them."""
    return message if CHECKS[code].quotes else with_signs(message, lang)


def remedy_of(finding: Finding) -> Text:
    """What to do about a finding; what a ruling has found proven nobody has to rule on."""
    check = CHECKS[finding.code]
    return REMEDIES["ruled"] if check.remedy is REMEDIES["rule"] and _of_ruling(finding) else check.remedy


def _of_ruling(finding: Finding) -> bool:
    return finding.where.pointer.startswith("/rulings/")


def render(finding: Finding, lang: Lang, term: Text, instead: Mapping[str, str] = _AS_IT_IS) -> str:
    """The finding's message in a language; `term` is what its sheet calls a trick, `instead` what is said for some values."""
    check, where = CHECKS[finding.code], finding.where
    told: dict[str, str | int] = {
        "expected": finding.expected or "—",
        "actual": finding.actual if finding.actual is not None else "—",
        **finding.params,
        **instead,
    }
    values: dict[str, str | int] = {
        "term": in_language(term, lang),
        "seat": say_value(ValueType.SEATS, finding.seat or "—", lang),
        "hand": where.hand if where.hand is not None else "—",
        "trick": where.trick if where.trick is not None else "—",
        "play": where.play if where.play is not None else "—",
    }
    for name, value in told.items():
        of = check.says.get(name, ValueType.TEXT)
        if value == NOTHING and check.nothing is not None:
            values[name] = in_language(check.nothing, lang)
        elif of is ValueType.EFFECT:
            values[name] = effect_said(where.pointer, str(value), lang)
        else:
            values[name] = say_value(of, value, lang) if isinstance(value, str) else value
    said_of = check.of_ruling if check.of_ruling is not None and _of_ruling(finding) else check.message
    message = in_language(said_of, lang, **values)
    if "effect" in told:
        message += in_language(EFFECTS["ruled"], lang, effect=sides_named(str(told["effect"]), lang))
    return _SPACED.sub("", message) if lang == "zh" else message

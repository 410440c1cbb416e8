"""The registry of check codes: stable names, how much each matters, and what to tell people, Chinese beside English.

A code never changes its meaning. Templates are filled with a finding's `params` and with `seat`, `expected`, `actual`,
`trick`, `play` and `hand`; which clause a code enforces is the sheet's business (`replay/catalogue`).
"""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from paipu.replay.checks.entry import FILES, REMEDIES, Check, read
from paipu.replay.effects import effect_said
from paipu.replay.findings import Finding
from paipu.replay.notation import NOTHING
from paipu.replay.text import Lang, Text, in_language
from paipu.replay.words import FIGURE_NAMES, readings_name, sides_named, suit_sign, value_name, with_signs

__all__ = ["CHECKS", "Check", "remedy_of", "render", "with_cards"]

CHECKS: Final[Mapping[str, Check]] = {check.code: check for name in FILES for check in read(name)}

_READINGS: Final = ("table", "given", "taken")
"""The parameters that are readings of plays; of the codes `READING-…` what is expected is as well."""
_OF_EFFECTS: Final = frozenset({"RULING-RANGE", "RULING-SIDE", "RULING-FIRST"})
"""The findings of which what is actual is something that a ruling does."""
_SPACED: Final = re.compile("(?<=[\u4e00-\u9fff♠♥♣♦]) (?=[\u4e00-\u9fff])")
"""Between what was filled in and the template, where both are Chinese."""
_NOTHING: Final[Mapping[str, Text]] = {
    "CLAIM-MATCH-WINNER": Text("尚无", "nobody yet"),
    "CLAIM-MATCH-REASON": Text("尚未结束", "nothing yet"),
    "EVENT-ADVANCE": Text("无人", "nobody"),
    "EVENT-ROWS": Text("无", "none"),
}
"""What is said for nothing, by the code of the finding."""
_AS_IT_IS: Final[Mapping[str, str]] = MappingProxyType({})
_EFFECT: Final = Text("若裁定，则 {effect}。", " If ruled: {effect}.")


def with_cards(code: str, message: str, lang: Lang) -> str:
    """The message of a finding with the cards in it as people know them."""
    return message if CHECKS[code].quotes else with_signs(message, lang)


def remedy_of(finding: Finding) -> Text:
    """What to do about a finding; what a ruling has found proven nobody has to rule on."""
    check = CHECKS[finding.code]
    return REMEDIES["ruled"] if check.remedy is REMEDIES["rule"] and _of_ruling(finding) else check.remedy


def _of_ruling(finding: Finding) -> bool:
    return finding.where.pointer.startswith("/rulings/")


def _quoted(name: str, _lang: Lang) -> str:
    return name


def render(finding: Finding, lang: Lang, term: Text, instead: Mapping[str, str] = _AS_IT_IS) -> str:
    """The finding's message in a language; `term` is what its sheet calls a trick, `instead` what is said for some values."""
    params = {**finding.params, **instead}
    said = _quoted if CHECKS[finding.code].quotes else value_name
    values: dict[str, str | int] = {
        "term": in_language(term, lang),
        "seat": value_name(finding.seat or "—", lang),
        "expected": said(finding.expected or "—", lang),
        "actual": said(finding.actual, lang) if finding.actual is not None else "—",
        "hand": finding.where.hand if finding.where.hand is not None else "—",
        "trick": finding.where.trick if finding.where.trick is not None else "—",
        "play": finding.where.play if finding.where.play is not None else "—",
    }
    for name, value in (("expected", finding.expected), ("actual", finding.actual)):
        if value == NOTHING and finding.code in _NOTHING:
            values[name] = in_language(_NOTHING[finding.code], lang)
    values.update({name: said(value, lang) if isinstance(value, str) else value for name, value in params.items()})
    if finding.code in _OF_EFFECTS and finding.actual is not None:
        values["actual"] = effect_said(finding.where.pointer, finding.actual, lang)
    if "suit" in params:
        values["suit"] = suit_sign(str(params["suit"]), lang)
    for name in ("figure", "keys"):
        if name in params:
            keys = str(params[name]).split(", ")  # none in a knock-out
            values[name] = " → ".join(in_language(FIGURE_NAMES[key], lang) for key in keys if key)
    if "grounds" in params:
        grounds = [each.split() for each in str(params["grounds"]).split(", ")]
        values["grounds"] = " · ".join(" ".join([in_language(FIGURE_NAMES[by], lang), *n]) for by, *n in grounds)
    readings: list[str] = [name for name in _READINGS if name in params]
    if finding.code.startswith("READING-") and finding.expected:
        readings.append("expected")
    values.update({name: readings_name(str(values[name]), lang) for name in readings})
    check = CHECKS[finding.code]
    said_of = check.of_ruling if check.of_ruling is not None and _of_ruling(finding) else check.message
    message = in_language(said_of, lang, **values)
    if "effect" in params:
        message += in_language(_EFFECT, lang, effect=sides_named(str(params["effect"]), lang))
    return _SPACED.sub("", message) if lang == "zh" else message

"""The registry of check codes: stable names, how much each matters, and what to tell people, Chinese beside English.

A code never changes its meaning. Templates are filled with a finding's `params` and with `seat`, `expected`, `actual`,
`trick`, `play` and `hand`; which clause a code enforces is the sheet's business (`replay/sheets/clauses`).
"""

from collections.abc import Mapping
from typing import Final

from replay.cards import SUIT_SYMBOLS
from replay.checks.climbing import CLIMBING, KINDS
from replay.checks.entry import Check, Language, Text
from replay.checks.shared import SHARED
from replay.checks.tricks import TRICKS
from replay.findings import Finding

__all__ = ["CHECKS", "Check", "Language", "Text", "render"]

CHECKS: Final[Mapping[str, Check]] = {check.code: check for check in (*SHARED, *TRICKS, *CLIMBING)}

_READINGS: Final = ("table", "given", "taken")
"""The parameters that are readings of plays; of the codes `READING-…` what is expected is as well."""
_NOBODY: Final = Text("尚无", "nobody yet")
_EFFECT: Final = Text("若裁定，则 {effect}。", " If ruled: {effect}.")


def render(finding: Finding, lang: Language) -> str:
    """The finding's message in a language."""
    values: dict[str, str | int] = {
        "seat": finding.seat or "—",
        "expected": finding.expected or "—",
        "actual": finding.actual if finding.actual is not None else "—",
        "hand": finding.where.hand if finding.where.hand is not None else "—",
        "trick": finding.where.trick if finding.where.trick is not None else "—",
        "play": finding.where.play if finding.where.play is not None else "—",
    }
    if finding.code == "CLAIM-MATCH-WINNER" and finding.expected == "-":
        values["expected"] = _NOBODY.in_language(lang)
    values.update(finding.params)
    if "suit" in finding.params:
        values["suit"] = _class_text(str(finding.params["suit"]), lang)
    readings = [name for name in _READINGS if name in finding.params]
    if finding.code.startswith("READING-") and finding.expected:
        readings.append("expected")
    values.update({name: _readings_text(str(values[name]), lang) for name in readings})
    message = CHECKS[finding.code].message.in_language(lang).format_map(values)
    return message if "effect" not in finding.params else message + _EFFECT.in_language(lang).format_map(values)


def _class_text(name: str, lang: Language) -> str:
    """A suit's symbol, or the word for trumps."""
    return SUIT_SYMBOLS.get(name) or Text("主牌", "trumps").in_language(lang)


def _readings_text(readings: str, lang: Language) -> str:
    """Readings in words: `straight:7 | bomb4:9` is 顺子 7、4张炸弹 9."""
    return ("、" if lang == "zh" else ", ").join(_reading_text(reading, lang) for reading in readings.split(" | "))


def _reading_text(reading: str, lang: Language) -> str:
    """One reading in words: what it is, of how many cards if it is a bomb, and the rank that decides."""
    kind, _, key = reading.partition(":")
    name = kind.rstrip("0123456789")
    if name not in KINDS:
        return reading
    words, size = KINDS[name].in_language(lang), kind[len(name) :]
    if size:
        words = Text("{size}张{words}", "{words} of {size}").in_language(lang).format(size=size, words=words)
    return words if name == "four_jokers" else f"{words} {key}"

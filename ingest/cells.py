"""Cells that spreadsheets are given: text that they would take for a formula is guarded."""

import re
from typing import Final

RISKY: Final = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")  # full-width signs count in some spreadsheets
NUMBER: Final = re.compile(r"[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?")
"""What every spreadsheet takes for a number and nothing else: `+10`, `-1e5`; not `-1,5`, whose comma means two things."""


def guarded(said: str) -> str:
    """The text with an apostrophe before it, if a spreadsheet would take it for a formula.

    >>> guarded("=1+1"), guarded("-10"), guarded("-10+cmd|'/C calc'!A0")
    ("'=1+1", '-10', "'-10+cmd|'/C calc'!A0")
    """
    risky = said.lstrip().startswith(RISKY) or said.startswith(RISKY)  # a space before does not help; a tab is one itself
    return f"'{said}" if risky and not NUMBER.fullmatch(said) else said

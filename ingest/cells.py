"""Text of records where it may do harm: what a spreadsheet takes for a formula is guarded, what nobody sees is spelt out."""

import re
import unicodedata
from functools import lru_cache
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


HIDDEN: Final = re.compile(
    r"[\x00-\x1f\x7f-\x9f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff]"
)
"""Control characters, those that reorder or hide text, and lone surrogates."""


def clean(said: str) -> str:
    r"""The text with every character that could steer a terminal, or mislead who reads it, spelt out.

    >>> clean("a\x1b[2Jb\u202e")
    'a\\x1b[2Jb\\u202e'
    """
    return HIDDEN.sub(_spell, said)


def _spell(match: re.Match[str]) -> str:
    code = ord(match[0])
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"


def clean_json(said: str) -> str:
    """JSON text with those characters as escapes, which leaves its values what they were."""
    return HIDDEN.sub(lambda match: match[0] if match[0] == "\n" else f"\\u{ord(match[0]):04x}", said)


@lru_cache(maxsize=4096)
def cells(text: str) -> int:
    """How many columns a text takes: two for each wide character, none for combining ones."""
    return sum(0 if unicodedata.combining(char) else 2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text)


def csv_cell(value: object) -> str:
    """A value as a cell: text that a spreadsheet would take for a formula gets an apostrophe before it.

    >>> csv_cell("=1+1"), csv_cell("-10"), csv_cell("-10+cmd|'/C calc'!A0"), csv_cell(None)
    ("'=1+1", '-10', "'-10+cmd|'/C calc'!A0", '')
    """
    if value is None:
        return ""
    return clean(guarded(str(value)))

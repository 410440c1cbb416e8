"""What a check code stands for, and the remedies that many of them share."""

from typing import Final, NamedTuple

from replay.findings import Kind, Severity
from replay.text import Text


class Check(NamedTuple):
    """What a code stands for: a short title, the message of a finding, and what to do about it."""

    code: str
    severity: Severity
    kind: Kind
    title: Text
    message: Text
    remedy: Text


def fail(code: str, title: Text, message: Text, remedy: Text) -> Check:
    """A breach of a rule, or a wrong claim."""
    return Check(code, Severity.ERROR, Kind.FAIL, title, message, remedy)


def review(code: str, title: Text, message: Text, remedy: Text) -> Check:
    """A matter for the referee."""
    return Check(code, Severity.WARNING, Kind.REVIEW, title, message, remedy)


def unknown(code: str, title: Text, message: Text, remedy: Text) -> Check:
    """What the record leaves open."""
    return Check(code, Severity.NOTE, Kind.OPEN, title, message, remedy)


LOOK: Final = Text(
    "核对原始记录；记录无误则由裁判按所列条款处理。",
    "Check the original record; if it is right, the referee applies the clause.",
)
SHEET: Final = Text("核对计分表，改为重新计算的数值。", "Check the score sheet and correct it to the recomputed value.")
FACTS: Final = Text("补充所缺的记录后再审核。", "Add the missing facts and audit again.")
RULE: Final = Text("由裁判裁定，并记入 rulings。", "Let the referee decide and record it under `rulings`.")

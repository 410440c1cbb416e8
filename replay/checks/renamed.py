"""The codes of earlier versions that have other names now."""

from collections.abc import Mapping
from typing import Final

_AT_DOUBLE: Final = (
    *("LEAD-NEITHER", "LEAD-RESISTED", "LEAD-TRIBUTE", "TRIBUTE-CARD", "TRIBUTE-MISSING", "TRIBUTE-NO-RETURN"),
    *("TRIBUTE-NOT-HELD", "TRIBUTE-OPEN", "TRIBUTE-ORDER", "TRIBUTE-PAID-ANYWAY", "TRIBUTE-RECEIVER", "TRIBUTE-RESISTED"),
    *("TRIBUTE-RETURN", "TRIBUTE-RETURN-TO", "TRIBUTE-TWICE", "TRIBUTE-WAIVED"),
)
RENAMED: Final[Mapping[str, tuple[str, ...]]] = {
    **{f"{code}-DOUBLE": (f"{code}/double",) for code in _AT_DOUBLE},
    "LEAD-TRIBUTE-EQUAL": ("LEAD-TRIBUTE/equal",),
    "READING-TWO-WILDS": ("READING-AMBIGUOUS",),
}
"""For each old code the one that it is now, or those, as `CODE/case` where the clause that it named is that of a case."""


def codes_now(code: str) -> tuple[str, ...]:
    """The codes that a code stands for now: itself, if it was not renamed."""
    return tuple(dict.fromkeys(name.partition("/")[0] for name in RENAMED.get(code, (code,))))

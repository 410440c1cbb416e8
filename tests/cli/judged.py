"""What the answers of `paipu judge -f json` are made of, whatever was asked."""

from collections.abc import Callable
from typing import Any, Final

Answers = dict[str, Any]
Ask = Callable[[str], list[Answers]]

HEAD: Final = frozenset({"sheet", "sheet_version", "engine_version", "level", "options", "asked", "verdicts"})
"""The keys of the document."""
SHAPE: Final = frozenset(
    {
        *("kind", "seat", "subject", "verdict", "word", "default", "code", "clause", "clause_text", "clauses", "basis"),
        *("message", "values", "reads", "allowed", "total", "fine", "options", "otherwise", "missing"),
    }
)
"""The keys of every verdict."""


def by_kind(verdicts: list[Answers]) -> dict[str, Answers]:
    """The verdicts by what they are about."""
    return {verdict["kind"]: verdict for verdict in verdicts}

"""The message about a hand, and the legal plays at a ply, of whichever family the record's sheet is."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from paipu.dashboard.table.climbing import ClimbingAlternativesView, ClimbingMessage, climbing_choices, climbing_message
from paipu.dashboard.table.tricks import AlternativesView, TrickMessage, trick_alternatives, trick_message
from paipu.replay.computed import Audit
from paipu.replay.describe import legal, results
from paipu.replay.describe.rows import AnyView, Legal
from paipu.replay.rulesheet import FamilyName
from paipu.replay.text import Lang

TableView = TrickMessage | ClimbingMessage
LegalView = AlternativesView | ClimbingAlternativesView

_MESSAGES: Final[Mapping[FamilyName, Callable[[Any, Audit, Lang, str], TableView]]] = {
    "tricks": trick_message,
    "climbing": climbing_message,
}
_LEGAL: Final[Mapping[FamilyName, tuple[Callable[[Legal, Lang], LegalView], int]]] = {
    "tricks": (trick_alternatives, 60),
    "climbing": (climbing_choices, 8),
}
"""How legal plays are sent, and how many of them (of a kind) are listed, of however many there are."""


def table_view(view: AnyView, audit: Audit, lang: Lang, sha256: str, plain: Audit | None = None) -> TableView:
    """The message for a hand. `query` and `move` are the page's to fill; `sha256` is the hash of the record's bytes.

    `plain` is its audit without the rulings that are laid over it, if any are.
    """
    made = _MESSAGES[view.sheet.family](view, audit, lang, sha256)
    if plain is not None and plain is not audit:
        right = {row.key for row in results(view, plain) if row.same is not False}
        for row in made["claims"]:
            row["ruled"] = row["same"] is False and row["key"] in right
    return made


def legal_at(view: AnyView, ply: int | None, lang: Lang) -> LegalView:
    """What the seat that made a ply of a hand could have played, or without one the seat whose turn it is.

    Raises IndexError for a ply that does not exist.
    """
    sent, most = _LEGAL[view.sheet.family]
    return sent(legal(view, ply, most), lang)

"""The message about a hand, and the legal plays at a ply, of whichever family the record's sheet is."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from dashboard.table.climbing import ClimbingAlternativesView, ClimbingMessage, climbing_choices, climbing_message
from dashboard.table.tricks import AlternativesView, TrickMessage, trick_alternatives, trick_message
from replay.computed import Audit
from replay.family import FAMILIES
from replay.record import GameRecord
from replay.rulesheet import FamilyName
from replay.sheets import SHEETS
from replay.text import Lang

TableView = TrickMessage | ClimbingMessage
LegalView = AlternativesView | ClimbingAlternativesView

_MESSAGES: Final[Mapping[FamilyName, Callable[[Any, Audit, Lang, str], TableView]]] = {
    "tricks": trick_message,
    "climbing": climbing_message,
}
_LEGAL: Final[Mapping[FamilyName, Callable[[Any, int, Lang], LegalView]]] = {
    "tricks": trick_alternatives,
    "climbing": climbing_choices,
}


def table_view(record: GameRecord, audit: Audit, index: int, lang: Lang, sha256: str) -> TableView:
    """The message for hand `index` of a record. `query` and `move` are the page's to fill.

    `sha256` is the hash of the record's bytes. Raises IndexError when there is no such hand.
    """
    family = SHEETS[record.sheet].family
    return _MESSAGES[family](FAMILIES[family].view(record, index), audit, lang, sha256)


def legal_at(record: GameRecord, index: int, ply: int, lang: Lang) -> LegalView:
    """What the seat that made a ply could have played. Raises IndexError for a ply that does not exist."""
    family = SHEETS[record.sheet].family
    return _LEGAL[family](FAMILIES[family].view(record, index), ply, lang)

"""Facts and claims as the card table says them."""

from collections.abc import Mapping

from paipu.dashboard.table.message import ClaimRow, FactView
from paipu.dashboard.text import t
from paipu.replay.record import GameRecord
from paipu.replay.text import Lang
from paipu.replay.values import FIELDS, ValueType, say_value
from paipu.replay.words import level_name, seats_name, sides_named


def fact(label: str, text: str, title: str = "", *, seat: str | None = None, suit: str | None = None) -> FactView:
    """A fact of the hand."""
    return FactView(label=label, text=text, title=title, seat=seat, suit=suit, side=None)


def levels_before(record: GameRecord, sides: tuple[str, str], earlier: Mapping[str, str] | None, lang: Lang) -> list[FactView]:
    """Both sides' levels when the hand began: those after the hand before, or those that the record starts with."""
    before = earlier or (record.start.levels if record.start is not None else None)
    if not before:
        return []
    shown = " · ".join(f"{seats_name(side, lang)} {level_name(before[side], lang)}" for side in sides if side in before)
    return [fact(t("table.levels", lang), shown, t("table.levels.before", lang))]


def claim(key: str, claimed: str | int | None, computed: str | int | None, how: str | None = None) -> ClaimRow:
    """One claim beside what was computed."""
    return ClaimRow(
        key=key,
        claimed=None if claimed is None else str(claimed),
        computed=None if computed is None else str(computed),
        same=None if claimed is None or computed is None else claimed == computed,
        ruled=False,
        how=how,
    )


def claim_of_sides(
    key: str,
    claimed: Mapping[str, str | int] | None,
    computed: Mapping[str, str | int] | None,
    how: str | None = None,
) -> ClaimRow:
    """A claim of both sides; one that names a single side is compared for that side."""
    row = claim(key, sides_text(claimed), sides_text(computed), how)
    if claimed and computed:
        row["same"] = all(computed.get(side) == value for side, value in claimed.items())
    return row


def turn(no: int, hands: int, lang: Lang, turns: str = "") -> FactView:
    """Which hand of the match it is; the whole schedule on hovering."""
    return fact(t("table.schedule", lang), t("table.schedule.of", lang, no=no, hands=hands), turns)


def told(lang: Lang, *rows: ClaimRow) -> list[ClaimRow]:
    """The rows of which either value is known, with seats and sides by their names; who won each trick stays a letter each."""
    for row in rows:
        if row["key"] != "winners":
            row["claimed"], row["computed"] = (_named(row["key"], value, lang) for value in (row["claimed"], row["computed"]))
    return [row for row in rows if row["claimed"] is not None or row["computed"] is not None]


def _named(key: str, value: str | None, lang: Lang) -> str | None:
    if value is None:
        return None
    of = FIELDS.get(key, ValueType.TEXT)
    return sides_named(value, lang) if of is ValueType.BY_SIDE else say_value(of, value, lang)


def named_levels(levels: Mapping[str, str] | None, lang: Lang) -> Mapping[str, str] | None:
    """Levels by side as people say them."""
    return {side: level_name(level, lang) for side, level in levels.items()} if levels else None


def sides_text(values: Mapping[str, str | int] | None) -> str | None:
    """Values by side, in the order of the sides' names.

    >>> sides_text({"NS": "2", "EW": "T"})
    'EW T · NS 2'
    """
    return " · ".join(f"{side} {values[side]}" for side in sorted(values)) if values else None

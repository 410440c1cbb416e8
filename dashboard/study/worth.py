"""What a player and each of his partners are worth together, as the page of players says it."""

from collections.abc import Mapping
from typing import Any

from paipu.analytics.units import UnitKind
from paipu.dashboard.links import Scope
from paipu.dashboard.study import ask
from paipu.dashboard.text import t
from paipu.replay.text import Lang


def worth(kind: UnitKind, unit: str, within: Scope, lang: Lang) -> Mapping[str, str]:
    """By partner what they are worth together, or why that is not told; nothing where partners do not vary."""
    found = ask.partnered(within) if kind == "player" else None
    if found is None:
        return {}
    return {
        row["partner"]: t(f"players.worth.{row['told']}", lang, **_in_hundred(row, "effect", "low", "high"))
        for row in found.filter(player=unit).iter_rows(named=True)
    }


def _in_hundred(row: Mapping[str, Any], *names: str) -> Mapping[str, str]:
    """Shares of a match as matches of a hundred, with their signs."""
    return {name: "" if row[name] is None else f"{100 * row[name]:+.0f}" for name in names}

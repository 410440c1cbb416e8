"""The matches of a player or a pair, as the page of players lists them."""

from collections.abc import Mapping
from typing import Any

import polars as pl

from paipu.analytics.keys import TOGETHER
from paipu.analytics.units import UnitKind
from paipu.dashboard.links import Place, replay_link
from paipu.dashboard.scope import event_titles, scope
from paipu.dashboard.study import ask
from paipu.dashboard.text import t
from paipu.replay.event.words import part_title
from paipu.replay.text import Lang, in_language
from paipu.replay.words import level_name


def rows_of(found: pl.DataFrame, kind: UnitKind, changes: Mapping[str, float], lang: Lang) -> list[dict[str, Any]]:
    """What is said of each match; `changes` are those of the rating, by match."""
    titles, rows = event_titles(lang), []
    for row in found.iter_rows(named=True):
        place = Place(row["match"], row["hand"], 0, row["seats"] if kind == "player" else None)
        part = part_title(row["stage"], None, row["round"], row["event_table"]) if row["stage"] else None
        levels = [level_name(row[each], lang) for each in ("level", "other_level") if row[each]]
        points = [str(row[each]) for each in ("points", "other_points") if row[each] is not None]
        rows.append(
            {
                **row,
                "link": replay_link(place if row["hand"] is not None else Place(row["match"]), lang, scope().query),
                "event": titles.get(row["event"], ""),
                "part": in_language(part, lang) if part is not None else "",
                "partners": TOGETHER.join(ask.people().called(row["partners"] or ())),
                "opponents": TOGETHER.join(ask.people().called(row["opponents"] or ())),
                "result": "–" if row["won"] is None else t("result.won" if row["won"] else "result.lost", lang),
                "score": " : ".join(levels if len(levels) == 2 else points),
                "lost": None
                if row["loss"] is None
                else replay_link(Place(row["match"], row["lost_hand"], row["lost_ply"]), lang, scope().query),
                "change": changes.get(row["match"]),
                "adjusted": None if row["adjusted"] is None else round(row["adjusted"], 1) + 0.0,
            }
        )
    return rows


def rating_changes(rated: pl.DataFrame) -> Mapping[str, float]:
    """By how much each match changed the rating of a unit; of its first match there is nothing before."""
    told = rated.sort("game").with_columns(change=pl.col("mu").diff())
    return {match: change for match, change in told.select("match", "change").iter_rows() if change is not None}

"""The statistics of a warehouse: what `paipu stats` and the pages ask for, by the macros of `analytics/sql`."""

from collections.abc import Mapping
from typing import Final, Literal

import polars as pl

from analytics.keys import NAMES
from analytics.reader import Reader
from replay.text import Lang, in_language

Unit = Literal["player", "pair", "team", "seat", "event", "sheet"]
"""What statistics are of; a pair is all who sit on a side, at six seats a trio."""
COLUMNS: Final = (
    *("key", "numerator", "denominator", "open", "mean", "value", "low", "high", "standard_error", "median", "ninetieth"),
    *("peers", "percentile"),
)
"""What is said of a unit's statistic."""
TOGETHER: Final = " + "
"""Between the members of a unit."""
PLACES: Final = 1000
"""Between the places of two units, as `analytics/sql/statistics.sql` gives them."""
TIMES: Final = "think_time"
"""The key that has a median and a 90th percentile too."""

_STATISTICS: Final = """
SELECT *
FROM statistics($1, $2, $3)
WHERE $4 IS NULL OR key = $4
ORDER BY place
"""
_QUANTILES: Final = "SELECT sheet, members, median, ninetieth FROM think_time_quantiles($1, $2, $3) ORDER BY sheet, members"
_NAMES: Final[Mapping[str, str]] = {
    "player": "SELECT player AS id, name FROM player_names ORDER BY id",
    "pair": "SELECT player AS id, name FROM player_names ORDER BY id",
    "event": "SELECT event AS id, event_name AS name FROM event_names ORDER BY id",
}


def statistics(
    reader: Reader,
    unit: Unit = "player",
    *,
    sheet: str | None = None,
    event: str | None = None,
    key: str | None = None,
) -> pl.DataFrame:
    """Every statistic of every unit of a kind, of one sheet, event or key unless None: a row each, in order.

    The columns are those of the views `statistics_by_…`, and `unit`, the ids of the members in one text, `name`, their names
    where there are any, and of think times `median` and `ninetieth`, in seconds. Peers are among what is
    asked for.
    """
    found = reader.query(_STATISTICS, [unit, sheet, event, key])
    # The rows of a unit stand together; what is said of it is worked out once.
    number = (found["place"] // PLACES).rle_id()
    units = found.filter(number != number.shift(1, fill_value=-1)).select("sheet", "members")
    names = named(reader, unit)
    called = pl.col("members").list.eval(pl.element().replace(names)) if names else pl.col("members")
    units = units.with_columns(unit=pl.col("members").list.join(TOGETHER), name=called.list.join(TOGETHER))
    if key in {None, TIMES}:
        times = reader.query(_QUANTILES, [unit, sheet, event])
        units = units.join(times, on=["sheet", "members"], how="left", maintain_order="left")
    else:
        units = units.with_columns(median=pl.lit(None, pl.Float64), ninetieth=pl.lit(None, pl.Float64))
    told = units.select("unit", "name", "median", "ninetieth")[number]
    timed = pl.when(pl.col("key") == TIMES)
    return found.hstack(told).select(
        "sheet",
        "members",
        "unit",
        "name",
        *COLUMNS[: COLUMNS.index("median")],
        timed.then("median").alias("median"),
        timed.then("ninetieth").alias("ninetieth"),
        *COLUMNS[COLUMNS.index("peers") :],
    )


def named(reader: Reader, unit: Unit) -> Mapping[str, str]:
    """The names of players or events, by id, as far as there are any."""
    return dict(reader.query(_NAMES[unit]).iter_rows()) if unit in _NAMES else {}


def key_name(key: str, lang: Lang) -> str:
    """What a statistic is called."""
    return in_language(NAMES[key], lang)

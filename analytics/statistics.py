"""The statistics of a warehouse: what `paipu stats` and the pages ask for, by the macros of `analytics/sql`."""

from collections.abc import Mapping
from typing import Any, Final, Literal

import polars as pl

from paipu.analytics.filters import NO_FILTERS, Filters
from paipu.analytics.keys import NAMES, TOGETHER
from paipu.analytics.reader import Query, Reader
from paipu.analytics.tally_rows import KEYS
from paipu.replay.text import Lang, in_language

Unit = Literal["player", "pair", "team", "seat", "event", "sheet"]
"""What statistics are of; a pair is all who sit on a side, at six seats a trio."""
COLUMNS: Final = (
    *(
        "key",
        "numerator",
        "denominator",
        "open",
        "matches",
        "mean",
        "value",
        "low",
        "high",
        "standard_error",
        "median",
        "ninetieth",
    ),
    *("peers", "percentile"),
)
"""What is said of a unit's statistic."""
PLACES: Final = 1000
"""Between the places of two units, as `analytics/sql/statistics.sql` gives them."""
NAMED_AT_ONCE: Final = 50_000
"""Rows that are given their keys and names together."""
PER_PLAY: Final = frozenset({"faults_confirmed", "faults_alleged"})
"""Means that are well below one, and written like shares."""
TIMES: Final = "think_time"
"""The key that has a median and a 90th percentile too."""

_STATISTICS: Final = """
SELECT place, numerator, denominator, open, matches, mean, value, low, high, standard_error, peers, percentile
FROM statistics($1, $2, $3, $5)
WHERE $4 IS NULL OR key = $4
ORDER BY place
"""
"""A place stands for unit and key, which are texts, and dear to carry through the sorting."""
_UNITS: Final = "SELECT DISTINCT sheet, members FROM appeared($1, $2, $3, $4) ORDER BY sheet, members"
"""In the order of their places."""
_TIMES_TAKEN: Final = f"""
SELECT sheet, members, milliseconds, plays
FROM times_taken($1, $2, $3, $5)
WHERE $4 IS NULL OR $4 = '{TIMES}'
ORDER BY sheet, members
"""  # noqa: S608 - a constant of ours
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
    filters: Filters = NO_FILTERS,
) -> pl.DataFrame:
    """Every statistic of every unit of a kind, of one sheet, event or key unless None: a row each, in order.

    The columns are those of the views `statistics_by_…`, and `unit`, the ids of the members in one text, `name`, their names
    where there are any, and of think times `median` and `ninetieth`, in seconds. Peers are among what is
    asked for; where `filters` narrow what is counted, a unit that these name has none.
    """
    asked, narrowed = (unit, sheet, event), filters.param() if filters.narrow else None
    found, units, times, *more = reader.queries(
        Query(_STATISTICS, (*asked, key, narrowed)),
        Query(_UNITS, (*asked, narrowed)),
        Query(_TIMES_TAKEN, (*asked, key, narrowed), _quantiles),
        *(Query(_NAMES[each]) for each in _NAMES if each == unit),
    )
    names = dict(more[0].iter_rows()) if more else {}
    called = pl.col("members").list.eval(pl.element().replace(names)) if names else pl.col("members")
    units = units.with_columns(unit=pl.col("members").list.join(TOGETHER), name=called.list.join(TOGETHER))
    units = units.join(times, on=["sheet", "members"], how="left", maintain_order="left")
    keys = pl.Series("key", KEYS)
    timed = pl.when(pl.col("key") == TIMES)

    def called_by_name(rows: pl.DataFrame) -> pl.DataFrame:
        return (
            rows.hstack([keys.gather(rows["place"] % PLACES)])
            .hstack(units[rows["place"] // PLACES - 1])
            .select(
                "sheet",
                "members",
                "unit",
                "name",
                *COLUMNS[: COLUMNS.index("median")],
                timed.then("median").alias("median"),
                timed.then("ninetieth").alias("ninetieth"),
                *COLUMNS[COLUMNS.index("peers") :],
            )
        )

    # Some at a time: names for all rows at once take as much memory as the query did.
    told = pl.concat([called_by_name(rows) for rows in (found.iter_slices(NAMED_AT_ONCE) if found.height else (found,))])
    return (
        told if filters.members is None else told.filter(pl.col("members") == pl.lit(list(filters.members), pl.List(pl.String)))
    )


def _quantiles(times: pl.DataFrame) -> pl.DataFrame:
    """Of each unit the least time within which half of its plays were made, and nine in ten, in seconds.

    The plays of all units are added up in one row, each unit's by their times. Those that are taken off come before the others
    of their time, so that what is reached at a time is reached for good, and can be searched for.
    """
    plays = times["plays"].list.sum()
    others = plays.cum_sum() - plays
    unit, milliseconds = pl.int_range(pl.len()).alias("unit"), pl.col("milliseconds")
    rows = times.select(unit, milliseconds, "plays").explode("milliseconds", "plays")
    # No time is over a day: one number orders by all three, in half the time.
    rows = rows.sort((pl.col("unit") * 2**27 + milliseconds) * 2 + (pl.col("plays") > 0))
    reached = rows["plays"].cum_sum().cum_max()

    def within(share: int, of: int) -> pl.Series:
        least = rows["milliseconds"].gather(reached.search_sorted(others + -(-plays * share // of)), null_on_oob=True)
        # Polars would multiply by a thousandth, which is not the same to the last digit.
        return pl.Series(
            [time / 1000 if any_plays else None for time, any_plays in zip(least, plays > 0, strict=True)], dtype=pl.Float64
        )

    return times.select("sheet", "members", median=within(1, 2), ninetieth=within(9, 10))


def written(row: Mapping[str, Any], digits: int = 1) -> tuple[str, str] | None:
    """The value of a statistic and its interval as people read them, shares in percent; None where there is no value."""
    value, low, high = row["value"], row["low"], row["high"]
    if value is None:
        return None
    if row["mean"] and row["key"] not in PER_PLAY:
        return f"{value:.2f}", "" if low is None else f"{low:.2f} – {high:.2f}"
    places = digits if not row["mean"] else max(digits, 1)
    return f"{value:.1%}", "" if low is None else f"{max(low, 0):.{places}%} – {high:.{places}%}"


def named(reader: Reader, unit: Unit) -> Mapping[str, str]:
    """The names of players or events, by id, as far as there are any."""
    return dict(reader.query(_NAMES[unit]).iter_rows()) if unit in _NAMES else {}


def key_name(key: str, lang: Lang) -> str:
    """What a statistic is called."""
    return in_language(NAMES[key], lang)

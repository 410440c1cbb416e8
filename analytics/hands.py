"""The hands that a statistic counts, each at its ply: the same rows of `of_hands` that its numbers add up."""

from collections.abc import Sequence
from typing import Final, Literal

import polars as pl

from paipu.analytics.filters import Filters
from paipu.analytics.reader import Reader
from paipu.analytics.situated import stepped
from paipu.analytics.statistics import TIMES, Unit
from paipu.analytics.tally_rows import ADDED, EVERY, OF_PLAYERS

Part = Literal["numerator", "denominator"]
"""Which of a statistic's two counts is listed. Of a mean of values both are what is in the denominator, each with its value."""

_COUNTED: Final = """
counted AS (
    SELECT record, hand_index, unit, side, members, numerator, denominator, hits, others, kinds
    FROM of_hands($1, $2, $3, filtered($4))
    WHERE key = $5 AND (numerator <> 0 OR denominator <> 0)
)
"""
_HITS: Final = """
    SELECT
        record, hand_index, unit, true AS hit, CAST(NULL AS BIGINT) AS value,
        unnest(CASE WHEN len(hits) = numerator THEN hits ELSE list_transform(range(numerator), lambda x: 0) END) AS ply,
        unnest(kinds) AS kind
    FROM counted
    WHERE numerator > 0
"""
_ALL: Final = """
    SELECT
        record, hand_index, unit, value,
        unnest(list_resize(list_transform(range(least(numerator, denominator)), lambda x: true), denominator, false)) AS hit,
        unnest(
            CASE WHEN len(hits) + len(others) = denominator THEN list_concat(hits, others)
                ELSE list_transform(range(denominator), lambda x: 0)
            END
        ) AS ply,
        CAST(NULL AS VARCHAR) AS kind
    FROM (SELECT *, CAST(NULL AS BIGINT) AS value FROM counted)
"""
_VALUES: Final = """
    SELECT
        record, hand_index, unit, true AS hit, 0 AS ply,
        unnest(CASE WHEN denominator = 1 THEN [numerator] ELSE hits END) AS value, unnest(kinds) AS kind
    FROM counted
"""
_PLAYS: Final = """
    SELECT
        counted.record, counted.hand_index, unit, coalesce(list_contains(hits, ply), false) AS hit, {value} AS value, ply,
        kinds[list_position(hits, ply)] AS kind
    FROM counted
    JOIN (
        SELECT
            record, hand_index, trick, play, seat, seconds,
            row_number() OVER (PARTITION BY record, hand_index ORDER BY trick, play) AS ply,
            play = max(play) OVER (PARTITION BY record, hand_index, trick) AS last
        FROM stored.plays
        SEMI JOIN counted USING (record, hand_index)
    ) AS made USING (record, hand_index)
    WHERE denominator > 0 AND ({which}) AND {whose}
"""
TOLD: Final = """
{counted}, listed AS ({listed}),
told AS (
    SELECT
        listed.record, listed.hand_index, sheet, event, day, started, match, coalesce(came.hand, first_hand) AS hand, ply, hit,
        value, kind, unit, side, members, ruled_level AS level, ruled_dealer AS dealer
    FROM listed
    JOIN (SELECT DISTINCT record, unit, side, members FROM counted) USING (record, unit)
    JOIN (SELECT record, first, match, sheet, event, started, started[:10] AS day FROM stored.latest) AS matches USING (record)
    LEFT JOIN (SELECT record, hand_index, hand, ruled_level, ruled_dealer FROM stored.computed) AS came
        ON came.record = listed.record AND came.hand_index = listed.hand_index
    LEFT JOIN (SELECT record, arg_min(hand, hand_index) AS first_hand FROM stored.hands GROUP BY record) AS begun
        ON begun.record = listed.record
)
"""
"""What a statistic counts, as common tables of a query; its values are those of `listing`."""
_LISTED: Final = """
SELECT sheet, event, day, match, hand, ply, hit, value, unit AS seats, level, dealer
FROM {rows}
ORDER BY started NULLS FIRST, match, hand_index NULLS FIRST, ply, hit DESC, value, unit
"""


def hands(  # noqa: PLR0913 - what is asked, each by its name
    reader: Reader,
    unit: Unit,
    key: str,
    filters: Filters,
    *,
    part: Part = "numerator",
    sheet: str | None = None,
    event: str | None = None,
    by: Sequence[str] = (),
    step: Sequence[str] = (),
) -> pl.DataFrame:
    """What a statistic counts of some units: a row for each that it counts, as often as it counts it, in the order of time.

    `ply` is 0 where no play is counted but the hand, or the match, of which that is the first hand; `hit` whether it is in the
    numerator; `value` is there of means of values, of think times in milliseconds. Of what is told apart `by` situations
    (`analytics/situations.py`) it is those of one `step`.
    """
    asked = (unit, sheet, event, filters.param(), key)
    if not by:
        return reader.query(f"WITH {told(key, part)} {_LISTED.format(rows='told')}", asked)
    rows = "stepped WHERE step = CAST($6 AS VARCHAR[])"
    return reader.query(f"WITH {told(key, part)}, {stepped(by)} {_LISTED.format(rows=rows)}", (*asked, list(step)))


def told(key: str, part: Part) -> str:
    """SQL: the common table `told` of what a statistic counts, of the unit, sheet, event, filters and key `$1` to `$5`."""
    if part == "numerator" and key not in ADDED:
        listed = _HITS
    elif key in EVERY:
        value = "CAST(round_even(seconds * 1000, 0) AS BIGINT)" if key == TIMES else "CAST(NULL AS BIGINT)"
        whose = "true" if key in OF_PLAYERS else "contains(unit, seat)"
        listed = _PLAYS.format(value=value, which=EVERY[key], whose=whose)
    else:
        listed = _VALUES if key in ADDED else _ALL
    return TOLD.format(counted=_COUNTED, listed=listed)

"""The hands that a statistic counts, each at its ply: the same rows of `of_hands` that its numbers add up."""

from typing import Final, Literal

import polars as pl

from paipu.analytics.filters import Filters
from paipu.analytics.reader import Reader
from paipu.analytics.statistics import TIMES, Unit
from paipu.analytics.tally_rows import ADDED, EVERY, OF_PLAYERS

Part = Literal["numerator", "denominator"]
"""Which of a statistic's two counts is listed. Of a mean of values both are what is in the denominator, each with its value."""

_COUNTED: Final = """
counted AS (
    SELECT record, hand_index, unit, numerator, denominator, hits, others
    FROM of_hands($1, $2, $3, filtered($4))
    WHERE key = $5 AND (numerator <> 0 OR denominator <> 0)
)
"""
_HITS: Final = """
    SELECT
        record, hand_index, unit, true AS hit, CAST(NULL AS BIGINT) AS value,
        unnest(CASE WHEN len(hits) = numerator THEN hits ELSE list_transform(range(numerator), lambda x: 0) END) AS ply
    FROM counted
"""
_ALL: Final = """
    SELECT
        record, hand_index, unit, value,
        unnest(list_resize(list_transform(range(least(numerator, denominator)), lambda x: true), denominator, false)) AS hit,
        unnest(
            CASE WHEN len(hits) + len(others) = denominator THEN list_concat(hits, others)
                ELSE list_transform(range(denominator), lambda x: 0)
            END
        ) AS ply
    FROM (SELECT *, CAST(NULL AS BIGINT) AS value FROM counted)
"""
_VALUES: Final = """
    SELECT
        record, hand_index, unit, true AS hit, 0 AS ply,
        unnest(CASE WHEN denominator = 1 THEN [numerator] ELSE hits END) AS value
    FROM counted
"""
_PLAYS: Final = """
    SELECT
        counted.record, counted.hand_index, unit, coalesce(list_contains(hits, ply), false) AS hit, {value} AS value, ply
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
_LISTED: Final = """
WITH {counted}, listed AS ({listed})
SELECT
    sheet, event, day, match, coalesce(came.hand, first_hand) AS hand, ply, hit, value, unit AS seats, ruled_level AS level,
    ruled_dealer AS dealer
FROM listed
JOIN (SELECT record, first, match, sheet, event, started, started[:10] AS day FROM stored.latest) AS told USING (record)
LEFT JOIN (SELECT record, hand_index, hand, ruled_level, ruled_dealer FROM stored.computed) AS came
    ON came.record = listed.record AND came.hand_index = listed.hand_index
LEFT JOIN (SELECT record, arg_min(hand, hand_index) AS first_hand FROM stored.hands GROUP BY record) AS begun
    ON begun.record = listed.record
ORDER BY started NULLS FIRST, match, listed.hand_index NULLS FIRST, ply, hit DESC, value, unit
"""


def hands(
    reader: Reader,
    unit: Unit,
    key: str,
    filters: Filters,
    *,
    part: Part = "numerator",
    sheet: str | None = None,
    event: str | None = None,
) -> pl.DataFrame:
    """What a statistic counts of some units: a row for each that it counts, as often as it counts it, in the order of time.

    `ply` is 0 where no play is counted but the hand, or the match, of which that is the first hand; `hit` whether it is in the
    numerator; `value` is there of means of values, of think times in milliseconds.
    """
    return reader.query(_sql(key, part), (unit, sheet, event, filters.param(), key))


def _sql(key: str, part: Part) -> str:
    if part == "numerator" and key not in ADDED:
        listed = _HITS
    elif key in EVERY:
        value = "CAST(round_even(seconds * 1000, 0) AS BIGINT)" if key == TIMES else "CAST(NULL AS BIGINT)"
        whose = "true" if key in OF_PLAYERS else "contains(unit, seat)"
        listed = _PLAYS.format(value=value, which=EVERY[key], whose=whose)
    else:
        listed = _VALUES if key in ADDED else _ALL
    return _LISTED.format(counted=_COUNTED, listed=listed)

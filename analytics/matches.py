"""The matches of a player or of partners, each with who sat there and what it came to."""

from typing import Final

import polars as pl

from paipu.analytics import luck
from paipu.analytics.filters import Filters
from paipu.analytics.reader import Reader
from paipu.analytics.units import UnitKind

MATCHES: Final = """
WITH mine AS (SELECT record, unit AS seats, side FROM seated($1, $2, $3, filtered($4))),
sitting AS (
    SELECT
        record, seats, side,
        list(player ORDER BY seat) FILTER (contains(side, seat) AND NOT contains(seats, seat)) AS partners,
        list(player ORDER BY seat) FILTER (NOT contains(side, seat)) AS opponents
    FROM mine
    LEFT JOIN (SELECT record, seat, player FROM stored.seats) USING (record)
    GROUP BY record, seats, side
),
came AS (
    SELECT
        record, seats, any_value(ruled_level) FILTER (own) AS level, any_value(ruled_level) FILTER (NOT own) AS other_level,
        any_value(ruled_points) FILTER (own) AS points, any_value(ruled_points) FILTER (NOT own) AS other_points
    FROM (
        SELECT record, seats, contains(mine.side, told.side[1]) AS own, ruled_level, ruled_points
        FROM mine
        JOIN (SELECT record, side, ruled_level, ruled_points FROM stored.match_sides) AS told USING (record)
    )
    GROUP BY record, seats
),
beyond AS (
    SELECT
        record, seats,
        sum(
            CASE WHEN contains(dealt.side, seats[1]) THEN 1 ELSE -1 END
            * (result - $5 - list_dot_product(CAST(features AS DOUBLE[]), CAST($6 AS DOUBLE[])))
            ORDER BY hand_index
        ) AS adjusted
    FROM mine
    JOIN (SELECT record, hand_index, side, result, features FROM stored.dealt WHERE $5 IS NOT NULL) AS dealt USING (record)
    GROUP BY record, seats
),
reviewed AS (
    SELECT record, seats, max(loss) AS loss, arg_max(hand, (loss, -hand_index, -ply)) AS lost_hand,
        arg_max(ply, (loss, -hand_index, -ply)) AS lost_ply
    FROM mine
    JOIN (
        SELECT record, hand_index, hand, ply, seat, loss
        FROM stored.decisions
        SEMI JOIN mine USING (record)
        QUALIFY review = max(review) OVER (PARTITION BY record)
    ) USING (record)
    WHERE contains(seats, seat) AND loss > 0
    GROUP BY record, seats
)
SELECT
    match, day, event, stage, round, event_table, findings, hands, seats, partners, opponents, contains(side, winner[1]) AS won,
    level, other_level, points, other_points, adjusted, hand, loss, lost_hand, lost_ply
FROM sitting
JOIN (
    SELECT record, match, started, started[:10] AS day, event, stage, round, event_table, findings, hands FROM stored.latest
) USING (record)
LEFT JOIN (SELECT record, ruled_winner AS winner FROM stored.match_results) USING (record)
LEFT JOIN (SELECT record, arg_min(hand, hand_index) AS hand FROM stored.hands GROUP BY record) USING (record)
LEFT JOIN came USING (record, seats)
LEFT JOIN beyond USING (record, seats)
LEFT JOIN reviewed USING (record, seats)
ORDER BY started DESC NULLS LAST, match, seats
"""


def matches_of(reader: Reader, kind: UnitKind, sheet: str | None, event: str | None, filters: Filters) -> pl.DataFrame:
    """The matches of a unit that filters let pass, the newest first, each with who sat there and what it came to.

    `adjusted` is what came of the hands less what the deals let expect, where the luck model is offered for the sheet. `loss`
    is what the costliest of its decisions gave away, at `lost_hand` and `lost_ply`, where the match was reviewed.
    """
    fitted = luck.shipped().sheets.get(str(sheet))
    offered = fitted is not None and fitted.fit.offered
    expected = (fitted.intercept, list(fitted.coefficients.values())) if fitted is not None and offered else (None, [])
    return reader.query(MATCHES, (kind, sheet, event, filters.param(), *expected))

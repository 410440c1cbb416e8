"""What the page of players asks of the warehouse, remembered until there is another manifest."""

from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Final

import polars as pl
import streamlit as st

from paipu.analytics import luck, ratings
from paipu.analytics.collected import Collection, Collections
from paipu.analytics.conditions import read
from paipu.analytics.filters import Filters
from paipu.analytics.find import find
from paipu.analytics.hands import Part, hands
from paipu.analytics.keys import TOGETHER
from paipu.analytics.matches import matches_of
from paipu.analytics.partners import partner_effects
from paipu.analytics.people import People
from paipu.analytics.reader import Query, Reader
from paipu.analytics.situations import by_situation
from paipu.analytics.units import UNITS, UnitKind
from paipu.dashboard.links import Scope
from paipu.dashboard.service.access import shared
from paipu.dashboard.session import Value, query, reader
from paipu.dashboard.study.narrow import Collected, Listing, Sought
from paipu.dashboard.study.shelf import shelf
from paipu.replay.text import Lang

Question = tuple[str, tuple[Value, ...]]
"""A query, and its values from `$3` on."""

MINE: Final = "mine AS (SELECT unnest(CAST($1 AS BIGINT[])) AS record, unnest(CAST($2 AS VARCHAR[])) AS seats)"
"""The records of a unit in the scope, each with the seats that it had: looked for once, for all that is asked about them."""
RECENT: Final = 30
"""Matches among whose plays the longest thinks are looked for, the latest: plays are many."""
REVISITED: Final = 4
"""Hands of a kind that are worth another look."""
FOUND: Final = 2_000
"""Hands of a search that one goes through at most, the first."""
PATIENCE: Final = 0.5
"""Seconds that a page waits for ratings, which take all matches of a sheet in order; it looks again later."""


def of_units(kind: UnitKind, chosen: Scope) -> pl.DataFrame:
    """Every statistic of every pair or player in the scope."""
    return _kept(_statistics, kind, chosen.sheet, chosen.event)


def units_in(kind: UnitKind, chosen: Scope) -> pl.DataFrame:
    """The pairs or players in the scope, each with its matches."""
    return query(
        """
        SELECT members, CAST(sum(records) AS BIGINT) AS matches
        FROM appeared($3, nullif($2, ''), nullif($1, ''))
        GROUP BY members
        HAVING matches > 0
        ORDER BY members
        """,
        (*chosen.params, kind),
    )


def rated(sheet: str) -> pl.DataFrame | None:
    """The history of the ratings of a sheet; None while it is still being worked out, beside the pages."""
    try:
        return _rating_of(sheet).result(PATIENCE)
    except TimeoutError:
        return None


def _rating_of(sheet: str) -> Future[pl.DataFrame]:
    warehouse = reader()
    return _rating(warehouse, f"{warehouse.directory}/{warehouse.generation}", sheet)


def partnered(chosen: Scope) -> pl.DataFrame | None:
    """What partners are worth to each other in the scope; None while it is still being worked out, beside the pages."""
    warehouse = reader()
    manifest = f"{warehouse.directory}/{warehouse.generation}"
    try:
        return _partnered(warehouse, manifest, chosen.sheet, chosen.event).result(PATIENCE)
    except TimeoutError:
        return None


@st.cache_resource(show_spinner=False, max_entries=16)
def _partnered(_warehouse: Reader, manifest: str, sheet: str | None, event: str | None) -> Future[pl.DataFrame]:  # noqa: ARG001 - of the key
    return _beside().submit(partner_effects, _warehouse, sheet, event)


@st.cache_resource(show_spinner=False, max_entries=16)
def _rating(_warehouse: Reader, manifest: str, sheet: str) -> Future[pl.DataFrame]:  # noqa: ARG001 - of the key
    return _beside().submit(ratings.history, _warehouse, sheet)


@st.cache_resource(show_spinner=False)
def _beside() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(1, thread_name_prefix="ratings")


def lucky(kind: UnitKind, unit: str, chosen: Scope) -> pl.DataFrame:
    """The luck of a unit in the scope; nothing where the model is not offered for the sheet."""
    return _kept(_luck, kind, unit, chosen.sheet, chosen.event)


def model() -> luck.Model:
    """The model that is shipped."""
    return luck.shipped()


STATISTICS: Final = f"""
SELECT
    array_to_string(members, '{TOGETHER}') AS unit, key, numerator, denominator, open, mean, value, low, high, standard_error,
    peers, percentile
FROM statistics($1, $2, $3, $4)
ORDER BY place
"""  # noqa: S608 - constants of ours


def _statistics(
    from_reader: Reader, kind: UnitKind, sheet: str | None, event: str | None, filters: Filters | None = None
) -> pl.DataFrame:
    return from_reader.query(STATISTICS, (kind, sheet, event, None if filters is None else filters.param()))


def narrowed(kind: UnitKind, chosen: Scope, filters: Filters) -> pl.DataFrame:
    """Every statistic of the unit that filters name, of the hands that they let pass; nobody is compared with it."""
    return _kept(_statistics, kind, chosen.sheet, chosen.event, faced(filters, chosen))


def faced(filters: Filters, chosen: Scope) -> Filters:
    """The filters with the matches that the ratings tell, once these are known."""
    if filters.over is None and filters.under is None:
        return filters
    return ratings.faced(_rating_of(str(chosen.sheet)).result(), filters)


def listed(listing: Listing, chosen: Scope) -> pl.DataFrame:
    """The hands that a statistic counts, those of one step where one is named."""
    filters, by = faced(listing.filters, chosen), listing.by if listing.step else ()
    return _kept(_listed, listing.kind, listing.key, listing.part, chosen.sheet, chosen.event, filters, by, listing.step)


def _listed(  # noqa: PLR0913, PLR0917 - as `hands` has them
    from_reader: Reader,
    kind: UnitKind,
    key: str,
    part: Part,
    sheet: str | None,
    event: str | None,
    filters: Filters,
    by: tuple[str, ...],
    step: tuple[str, ...],
) -> pl.DataFrame:
    return hands(from_reader, kind, key, filters, part=part, sheet=sheet, event=event, by=by, step=step)


def apart(listing: Listing, chosen: Scope) -> pl.DataFrame:
    """A statistic told apart by the situations of a listing."""
    return _kept(_apart, listing.kind, listing.key, chosen.sheet, chosen.event, faced(listing.filters, chosen), listing.by)


def _apart(
    from_reader: Reader, kind: UnitKind, key: str, sheet: str | None, event: str | None, filters: Filters, by: tuple[str, ...]
) -> pl.DataFrame:
    return by_situation(from_reader, kind, key, filters, by, sheet=sheet, event=event)


def counted(listing: Listing | Sought | Collected, chosen: Scope) -> pl.DataFrame:
    """The hands of a list. Of a search there is `found` too, how many there are: the rows are the first of them."""
    if isinstance(listing, Collected):
        return _collected(collection_of(listing))
    if isinstance(listing, Sought):
        return _kept(_found, listing.said, chosen.sheet, chosen.event, faced(listing.filters, chosen))
    return listed(listing, chosen)


def collections() -> Collections:
    """The collections of whoever looks."""
    return shelf().read()


def collection_of(listing: Collected) -> Collection | None:
    """The collection of an address: of whoever looks by its name, of others by its link; None where there is none."""
    if listing.link is not None:
        found = shared(listing.link)
        return None if found is None else found.collection
    return next((each for each in collections().collections if each.name == listing.name), None)


def _collected(collection: Collection | None) -> pl.DataFrame:
    """The places of a collection, match by match as these come in it."""
    own = () if collection is None else collection.places
    first = {place.match: at for at, place in reversed([*enumerate(own)])}
    rows = [place.model_dump() for place in sorted(own, key=lambda place: first[place.match])]
    return pl.DataFrame(rows, schema={"match": pl.String, "hand": pl.Int64, "ply": pl.Int64, "note": pl.String})


def _found(from_reader: Reader, said: str, sheet: str | None, event: str | None, filters: Filters) -> pl.DataFrame:
    found = find(from_reader, read(said), filters, sheet=sheet, event=event, most=FOUND)
    return found.rows.with_columns(found=pl.lit(found.total))


def _luck(from_reader: Reader, kind: UnitKind, unit: str, sheet: str | None, event: str | None) -> pl.DataFrame:
    rows = [row._asdict() for row in luck.luck_of(from_reader, luck.shipped(), sheet, event, (kind, unit))]
    return pl.DataFrame(rows, schema=list(luck.Luck._fields), infer_schema_length=None)


def _kept(ask: Callable[..., pl.DataFrame], *asked: Value | Filters | tuple[str, ...] | None) -> pl.DataFrame:
    warehouse = reader()
    manifest = f"{warehouse.directory}/{warehouse.generation}"
    return _answered(warehouse, ask, f"{ask.__module__}.{ask.__name__}", manifest, asked)


@st.cache_data(show_spinner=False, max_entries=128)
def _answered(
    _warehouse: Reader,
    _ask: Callable[..., pl.DataFrame],
    name: str,  # noqa: ARG001 - of the key
    manifest: str,  # noqa: ARG001 - of the key
    asked: tuple[Value | Filters | tuple[str, ...] | None, ...],
) -> pl.DataFrame:
    return _ask(_warehouse, *asked)


def sheets_of(kind: UnitKind, unit: str, event: str | None) -> list[str]:
    """The sheets that a unit has matches of, most first."""
    return query(
        f"""
        SELECT sheet
        FROM appeared($2, NULL, nullif($1, ''))
        WHERE array_to_string(members, '{TOGETHER}') = $3
        GROUP BY sheet
        HAVING sum(records) > 0
        ORDER BY sum(records) DESC, sheet
        """,  # noqa: S608 - constants of ours
        (event or "", kind, unit),
    )["sheet"].to_list()


def sheets_in(event: str | None) -> list[str]:
    """The sheets that there are matches of, most first."""
    return query(
        "SELECT sheet FROM latest_matches WHERE ($1 = '' OR event = $1) GROUP BY sheet ORDER BY count(*) DESC, sheet",
        (event or "",),
    )["sheet"].to_list()


SAT: Final = f"""
SELECT record, seats
FROM ({UNITS})
JOIN (SELECT record, sheet, event FROM stored.latest) USING (record)
WHERE ($1 = '' OR event = $1) AND sheet = $2 AND kind = $3 AND array_to_string(players, '{TOGETHER}') = $4
ORDER BY record
"""  # noqa: S608 - constants of ours


def met_by(kind: UnitKind, unit: str, chosen: Scope) -> Mapping[str, pl.DataFrame]:
    """Whom a unit met on a sheet, and when, by the names of `MEETINGS`."""
    return _about(kind, unit, chosen, MEETINGS)


def revisited(kind: UnitKind, unit: str, chosen: Scope, lang: Lang) -> Mapping[str, pl.DataFrame]:
    """Hands of a unit on a sheet that are worth another look, by the names of `questions`."""
    return _about(kind, unit, chosen, questions(str(chosen.sheet), lang))


def drawn_of(kind: UnitKind, unit: str, chosen: Scope) -> Mapping[str, pl.DataFrame]:
    """What figures are drawn of, by the names of `questions_of_figures`: asked once these are wanted."""
    return _about(kind, unit, chosen, questions_of_figures(kind))


def _about(kind: UnitKind, unit: str, chosen: Scope, of: Mapping[str, Question]) -> Mapping[str, pl.DataFrame]:
    warehouse = reader()
    manifest = f"{warehouse.directory}/{warehouse.generation}"
    return _asked(warehouse, manifest, (kind, unit, str(chosen.sheet), chosen.event), dict(of))


@st.cache_data(show_spinner=False, max_entries=128)
def _asked(
    _warehouse: Reader,
    manifest: str,  # noqa: ARG001 - of the key
    whose: tuple[UnitKind, str, str, str | None],
    of: dict[str, Question],
) -> Mapping[str, pl.DataFrame]:
    return asked(_warehouse, sat_in(_warehouse, *whose), of)


def asked(from_reader: Reader, sat: pl.DataFrame, of: Mapping[str, Question]) -> Mapping[str, pl.DataFrame]:
    """The answers to questions about the records that a unit sat in, which they call `mine`: asked at the same time."""
    mine = (sat["record"].to_list(), sat["seats"].to_list())
    queries = (Query(f"WITH {MINE} {sql}", (*mine, *more)) for sql, more in of.values())
    return dict(zip(of, from_reader.queries(*queries), strict=True))


def sat_in(from_reader: Reader, kind: UnitKind, unit: str, sheet: str, event: str | None = None) -> pl.DataFrame:
    """The records of a unit, and its seats in each."""
    return from_reader.query(SAT, (event or "", sheet, kind, unit))


# --- What came of it -----------------------------------------------------------------------------------------

MET: Final = f"""
SELECT
    array_to_string(other.players, '{TOGETHER}') AS unit, contains(own.side, other.seats[1]) AS partner, count(*) AS matches,
    count(*) FILTER (contains(own.side, winner[1])) AS won, count(*) FILTER (NOT contains(own.side, winner[1])) AS lost
FROM mine
JOIN (SELECT record, unit AS side FROM stored.tallies WHERE length(unit) > 1) AS own
    ON own.record = mine.record AND contains(own.side, mine.seats[1])
JOIN ({UNITS}) AS other ON other.record = mine.record
LEFT JOIN (SELECT record, ruled_winner AS winner FROM stored.match_results) AS came ON came.record = mine.record
WHERE (length(other.seats) > 1) = (length(mine.seats) > 1) AND other.seats <> mine.seats
GROUP BY ALL
ORDER BY partner DESC, matches DESC, unit
"""  # noqa: S608 - constants of ours
"""Whom a unit sat with and against, and how often its side won."""

DAYS: Final = """
SELECT DISTINCT started[:10] AS day
FROM mine
JOIN (SELECT record, started FROM stored.latest WHERE started IS NOT NULL) USING (record)
ORDER BY day
"""

POINTS: Final = """
SELECT least(greatest(attackers, 0) // 20, 8) AS band, count(*) AS hands
FROM mine
JOIN (SELECT record, ruled_dealer AS dealer, ruled_attackers AS attackers FROM stored.computed) USING (record)
WHERE attackers IS NOT NULL AND dealer IS NOT NULL AND {attacking}
GROUP BY band
ORDER BY band
"""

THINKS: Final = """
SELECT
    CAST(least(floor(4 * log2(greatest(milliseconds, 125) / 125.0)), 40) AS BIGINT) AS bin,
    CAST(sum(plays) AS BIGINT) AS plays
FROM mine
JOIN stored.think_times USING (record)
WHERE contains(mine.seats, seat)
GROUP BY bin
ORDER BY bin
"""
"""Bins of a quarter of an octave from an eighth of a second on."""

HELD: Final = """
, of_matches AS (
    SELECT level, record, CAST(count(*) AS DOUBLE) AS d, CAST(count(*) FILTER (NOT office_taken) AS DOUBLE) AS n
    FROM mine
    JOIN (
        SELECT record, ruled_level AS level, ruled_dealer AS dealer, office_taken
        FROM stored.computed
        WHERE ruled_level IS NOT NULL AND office_taken IS NOT NULL
    ) USING (record)
    JOIN (SELECT record, unit AS side FROM stored.tallies WHERE length(unit) > 1) USING (record)
    WHERE contains(side, dealer) AND contains(side, mine.seats[1])
    GROUP BY level, record
),
of_levels AS (SELECT level, sum(n) AS held, sum(d) AS hands FROM of_matches GROUP BY level),
of_levels_by_match AS (
    SELECT
        level, held, hands, count(*) AS matches,
        sum((n - held / hands * d) * (n - held / hands * d) ORDER BY record) AS spread
    FROM of_matches JOIN of_levels USING (level)
    GROUP BY level, held, hands
),
erring AS (
    SELECT
        *, excess(held, hands, spread, matches) AS times,
        CASE WHEN times > 1 THEN student(matches - 1) ELSE 1.959963984540054 END AS reach,
        wilson(held / times, hands / times, reach * reach) AS ends
    FROM of_levels_by_match
)
SELECT
    level, CAST(hands AS BIGINT) AS hands, CAST(held AS BIGINT) AS held, round(held / hands, 4) AS rate,
    round(ends.low, 4) AS low, round(ends.high, 4) AS high
FROM erring
ORDER BY level
"""
"""How often the bank was held, by `hold_rate`'s account."""

FAULTS: Final = """
SELECT match, at_hand AS hand, at_ply AS ply, code, message_{lang} AS message
FROM findings_located
JOIN (SELECT record, match, seats FROM mine JOIN (SELECT record, match FROM stored.latest) USING (record)) USING (match)
WHERE contains(seats, seat) AND follows_from IS NULL AND kind = 'fail'
ORDER BY severity <> 'error', match, at_hand, at_ply, position
LIMIT $3
"""

LONGEST: Final = """
SELECT match, hand, seconds, (
    SELECT count(*)
    FROM stored.plays AS before
    WHERE before.record = told.record AND before.hand_index = told.hand_index
        AND (before.trick, before.play) <= (told.trick, told.play)
) AS ply
FROM (
    SELECT record, match, hand_index, hand, trick, play, seconds
    FROM stored.plays
    JOIN (
        SELECT record, match, seats
        FROM mine
        JOIN (SELECT record, match, started FROM stored.latest) USING (record)
        ORDER BY started DESC NULLS LAST, match
        LIMIT $4
    ) USING (record)
    WHERE contains(seats, seat) AND seconds IS NOT NULL
    ORDER BY seconds DESC, match, hand, trick, play
    LIMIT $3
) AS told
ORDER BY seconds DESC, match, hand, ply
"""

OUTLIERS: Final = """
SELECT match, hand, sign * (outcome - expected) AS beyond
FROM (
    SELECT
        match, hand, result AS outcome, $3 + list_dot_product(CAST(features AS DOUBLE[]), CAST($4 AS DOUBLE[])) AS expected,
        CASE WHEN contains(side, mine.seats[1]) THEN 1 ELSE -1 END AS sign
    FROM mine
    JOIN stored.dealt USING (record)
    JOIN (SELECT record, hand_index, hand FROM stored.hands) USING (record, hand_index)
    JOIN (SELECT record, match FROM stored.latest) USING (record)
)
ORDER BY abs(outcome - expected) DESC, match, hand
LIMIT $5
"""

WINS: Final = """
WITH together AS (
    SELECT members, CAST(sum(denominator) AS BIGINT) AS matches, CAST(sum(numerator) AS BIGINT) AS won
    FROM tallied('pair', nullif($2, ''), nullif($1, ''))
    WHERE key = 'matches_won'
    GROUP BY members
)
SELECT player, partner, CAST(sum(matches) AS BIGINT) AS matches, CAST(sum(won) AS BIGINT) AS won
FROM (SELECT unnest(members) AS player, members, matches, won FROM together WHERE matches > 0)
CROSS JOIN LATERAL (SELECT unnest(members) AS partner)
WHERE player <> partner
GROUP BY player, partner
ORDER BY player, partner
"""
"""Of two who sat together, alone or with a third: what their matches_won come to."""


MEETINGS: Final[Mapping[str, Question]] = {"met": (MET, ()), "days": (DAYS, ())}


def questions(sheet: str, lang: Lang) -> Mapping[str, Question]:
    """What the page asks about a unit alone; what went against the cards only where the luck model is offered."""
    told: dict[str, Question] = {
        "faults": (FAULTS.format(lang=lang), (REVISITED,)),
        "longest": (LONGEST, (REVISITED, RECENT)),
    }
    fitted = model().sheets.get(sheet)
    if fitted is not None and fitted.fit.offered:
        told["outliers"] = (OUTLIERS, (fitted.intercept, tuple(fitted.coefficients.values()), REVISITED))
    return told


def questions_of_figures(kind: UnitKind) -> Mapping[str, Question]:
    """What the figures of a unit are drawn of: the page says none of it in words."""
    return {"points": (POINTS.format(attacking=attacking(kind)), ()), "thinks": (THINKS, ()), "held": (HELD, ())}


def attacking(kind: UnitKind) -> str:
    """Where the unit's side has not the bank: opposite seats are partners on sheets that have one."""
    return "NOT contains(seats, dealer)" if kind == "pair" else "translate(seats, 'EWNS', 'WESN') <> dealer AND seats <> dealer"


def matches(kind: UnitKind, chosen: Scope, filters: Filters) -> pl.DataFrame:
    """The matches of a unit that filters let pass, the newest first, each with who sat there and what it came to.

    `adjusted` is what came of the hands less what the deals let expect, where the luck model is offered for the sheet.
    """
    return _kept(matches_of, kind, chosen.sheet, chosen.event, faced(filters, chosen))


def people() -> People:
    """Who plays."""
    warehouse = reader()
    return _people(warehouse, f"{warehouse.directory}/{warehouse.generation}")


@st.cache_resource(show_spinner=False, max_entries=2)
def _people(_warehouse: Reader, manifest: str) -> People:  # noqa: ARG001 - of the key
    return People(_warehouse)


def wins(chosen: Scope) -> pl.DataFrame:
    """Of two who sat together: matches, and how many they won; both ways round."""
    return query(WINS, (chosen.event or "", chosen.sheet or ""))


def called() -> Mapping[str, str]:
    """What each player is called, by id."""
    return dict(query("SELECT player, name FROM player_names ORDER BY player").iter_rows())

"""In which situations a statistic's hands and plays fell: at what level, in which trick, with how many cards left.

A situation is a column beside the rows that `analytics/hands.py` lists: each part of a count opens its hands as the count does.
"""

from collections.abc import Sequence
from typing import Final

import polars as pl

from paipu.analytics.filters import Filters
from paipu.analytics.hands import told
from paipu.analytics.keys import TOGETHER
from paipu.analytics.reader import Reader
from paipu.analytics.situated import BANDS, UNKNOWN, of_hands_alone, spread, stepped
from paipu.analytics.statistics import Unit
from paipu.analytics.tally_rows import ADDED
from paipu.replay.climbing.combos import Kind
from paipu.replay.sheets import SHEETS
from paipu.replay.text import Lang, in_language
from paipu.replay.texts import Texts
from paipu.replay.words import card_name, kind_name, level_name, rank_name, suit_name

SITUATIONS: Final = Texts({}, (__package__, "situations.situation"))
"""What each is called."""
STEPS: Final = Texts({}, (__package__, "situations.step"))
"""What the steps are called that are no numbers, levels, cards or dates."""

_OF_HANDS: Final = """
WITH asked AS (SELECT * FROM of_hands($1, $2, $3, filtered($4)) WHERE key = $5),
told AS (
    SELECT asked.*, event, day, started, match, ruled_level AS level, ruled_dealer AS dealer
    FROM asked
    JOIN (SELECT record, match, event, started, started[:10] AS day FROM stored.latest) USING (record)
    LEFT JOIN (SELECT record, hand_index, ruled_level, ruled_dealer FROM stored.computed) AS came
        ON came.record = asked.record AND came.hand_index = asked.hand_index
), {stepped},
clusters AS (
    SELECT
        sheet, members, step, min(started) AS began, sum(numerator) AS n, sum(denominator) AS d, sum(open) AS open,
        sum(squares) AS squares
    FROM stepped
    GROUP BY sheet, members, step, record, CASE WHEN $1 IN ('event', 'sheet') THEN '' ELSE unit END
)
"""
"""Hands told apart: the rows that statistics add up."""
_OF_ROWS: Final = """
WITH {told}, {stepped},
clusters AS (
    SELECT
        sheet, members, step, min(started) AS began, {n} AS n, count(*) AS d, 0 AS open, {squares} AS squares
    FROM stepped
    GROUP BY sheet, members, step, record, CASE WHEN $1 IN ('event', 'sheet') THEN '' ELSE unit END
)
"""
"""Plays told apart, each with its own part of the denominator."""
_SPREAD: Final = """
WITH {told}, {stepped},
steps AS (SELECT sheet, members, step, min(started) AS began FROM stepped GROUP BY ALL),
wholes AS (SELECT sheet, members, record, unit, count(*) AS d FROM stepped GROUP BY ALL),
clusters AS (
    SELECT sheet, members, step, began, coalesce(n, 0) AS n, d, 0 AS open, NULL AS squares
    FROM wholes
    JOIN steps USING (sheet, members)
    LEFT JOIN (SELECT members, step, record, unit, count(*) AS n FROM stepped GROUP BY ALL) USING (members, step, record, unit)
)
"""
"""What is counted told apart among itself: each step has its part of the whole."""
_ANSWER: Final = """
, summed AS (
    SELECT
        sheet, members, step, min(began) AS began, CAST(sum(n) AS BIGINT) AS numerator, CAST(sum(d) AS BIGINT) AS denominator,
        CAST(sum(open) AS BIGINT) AS open, count(*) FILTER (d > 0) AS matches, CAST(sum(squares) AS DOUBLE) AS squares,
        CAST(sum(n) AS DOUBLE) AS n, CAST(nullif(sum(d), 0) AS DOUBLE) AS d,
        CAST(sum(n * n) AS DOUBLE) AS nn, CAST(sum(n * d) AS DOUBLE) AS nd, CAST(sum(d * d) AS DOUBLE) AS dd
    FROM clusters
    GROUP BY sheet, members, step
),
told_of AS (
    SELECT
        *, squares IS NOT NULL AS mean, n / d AS ratio, greatest(0.0, nn + ratio * (ratio * dd - 2 * nd)) AS spread,
        CASE WHEN (squares IS NULL OR $5 IN ('faults_confirmed', 'faults_alleged')) AND n BETWEEN 0 AND d
            THEN excess(n, d, spread, matches)
        END AS times,
        CASE WHEN squares IS NOT NULL AND d > 1 THEN sqrt(greatest(0.0, squares - n * ratio) / (d - 1) / d) END AS alone,
        CASE WHEN squares IS NOT NULL AND matches > 1 THEN sqrt(spread * matches / (matches - 1)) / d END AS together,
        CASE $5 WHEN 'think_time' THEN {per} ELSE 1 END AS per,
        CASE WHEN times > 1 THEN student(matches - 1) ELSE 1.959963984540054 END AS reach,
        CASE WHEN times IS NOT NULL THEN wilson(n / times, d / times, reach * reach) END AS ends,
        greatest(student(d - 1) * alone, student(matches - 1) * together) AS half
    FROM summed
)
SELECT
    sheet, array_to_string(members, '{together}') AS unit, step, $5 AS key, numerator, denominator, open, matches, mean,
    ratio / per AS value, coalesce(ends.low, (ratio - half) / per) AS low, coalesce(ends.high, (ratio + half) / per) AS high,
    greatest(alone, together) / per AS standard_error
FROM told_of
WHERE numerator <> 0 OR denominator <> 0 OR open <> 0
ORDER BY sheet, unit, began NULLS FIRST, step
"""
"""Values and errors by the account of `statistics`."""


def by_situation(
    reader: Reader,
    unit: Unit,
    key: str,
    filters: Filters,
    by: Sequence[str],
    *,
    sheet: str | None = None,
    event: str | None = None,
) -> pl.DataFrame:
    """A statistic told apart by one or two situations: a row a unit and step, in order, with what `statistics` says of it.

    `step` has a text for each situation. Of what is counted by hand, and told apart by what it is or where in the hand it came,
    a step has its share of all that is counted.
    """
    if of_hands_alone(by):
        asked = _OF_HANDS.format(stepped=stepped(by))
    elif spread(key, by):
        asked = _SPREAD.format(told=told(key, "denominator" if key in ADDED else "numerator"), stepped=stepped(by))
    elif key in ADDED:
        asked = _OF_ROWS.format(
            told=told(key, "denominator"), stepped=stepped(by), n="sum(value)", squares="sum(CAST(value AS DOUBLE) * value)"
        )
    else:
        squares = "count(*) FILTER (hit)" if key.startswith("faults_") else "NULL"
        asked = _OF_ROWS.format(told=told(key, "denominator"), stepped=stepped(by), n="count(*) FILTER (hit)", squares=squares)
    answer = _ANSWER.format(per=1 if spread(key, by) else 1000, together=TOGETHER)
    found = reader.query(asked + answer, (unit, sheet, event, filters.param(), key))
    order = sorted(range(found.height), key=lambda at: _place(found.row(at, named=True), by))
    return found[order]


def _place(row: dict[str, object], by: Sequence[str]) -> tuple[object, ...]:
    step: list[str] = row["step"]  # type: ignore[assignment]  # a list of texts, by the query
    places = [order_of(each, value, str(row["sheet"])) for each, value in zip(by, step, strict=True)]
    most = -int(str(row["numerator"])) if by == ("kind",) or list(by) == ["kind"] else 0
    return row["sheet"], row["unit"], most, *places


def order_of(situation: str, step: str, sheet: str) -> tuple[int, str]:
    """Where a step stands among the others of its situation; events and matches stay in the order of time."""
    if step == UNKNOWN:
        return 1_000_000, ""
    if situation == "level":
        ladder = SHEETS[sheet].ladder
        return (ladder.index(step) if step in ladder else len(ladder)), step
    if situation in BANDS or situation == "value":
        sign = -1 if step.startswith("-") else 1
        return sign * int(step.lstrip("-").split("-")[0].rstrip("+")), step
    return 0, step if situation in {"kind", "month"} else ""


def step_name(situation: str, step: str, lang: Lang) -> str:
    """What a step is called."""
    if step == UNKNOWN:
        return in_language(STEPS["unknown"], lang)
    if situation == "level":
        return level_name(step, lang)
    if situation in BANDS:
        return step.replace("-", "–")
    if situation == "role":
        return in_language(STEPS[f"role.{step}"], lang)
    if situation == "ahead":
        return in_language(STEPS[f"ahead.{step}"], lang)
    return _kind_name(step, lang) if situation == "kind" else step


_CLIMBING: Final = frozenset(str(kind) for kind in Kind)


def _kind_name(kind: str, lang: Lang) -> str:
    """What an act was: a combination, a lead, a declaration, a burial, the rank of a card."""
    named, _, size = kind.partition("bomb") if kind.startswith("bomb") else (kind, "", "")
    if size:
        return kind_name("bomb", int(size), lang)
    if named in _CLIMBING:
        return kind_name(named, 0, lang)
    head, *rest = kind.split(".")
    if head == "trumps":
        return in_language(STEPS["trumps"], lang, n=int(rest[0]))
    if head in {"first", "over"}:
        suit = suit_name(rest[0], lang) if rest[0] != UNKNOWN else in_language(STEPS["unknown"], lang)
        return in_language(STEPS[head], lang, suit=suit, n=int(rest[1]))
    if rest:
        return in_language(
            STEPS["led"], lang, of=in_language(STEPS[head], lang), form=in_language(STEPS[f"form.{rest[0]}"], lang)
        )
    return card_name(kind, lang) if kind in {"BJ", "LJ"} else rank_name(kind, lang)


def steps_said(by: Sequence[str], said: Sequence[str]) -> list[str]:
    """The steps of some situations that are meant, by their own names or as they are shown in either language."""
    return [_meant(situation, each.strip()) for situation, each in zip(by, said, strict=False)]


def _meant(situation: str, said: str) -> str:
    known = {
        "role": ("bank", "attack"),
        "ahead": ("own", "other", "even"),
        "level": sorted({level for sheet in SHEETS.values() for level in sheet.ladder}),
    }.get(situation, ())
    langs: tuple[Lang, ...] = ("zh", "en")
    for step in (*known, UNKNOWN):
        if said.casefold() in {step.casefold(), *(step_name(situation, step, lang).casefold() for lang in langs)}:
            return step
    return said.replace("–", "-")

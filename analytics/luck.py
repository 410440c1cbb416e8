"""手气调整: what a hand came to, beside what the deal alone let expect; summed over hands, what is left when luck is taken out.

A model is linear in the numbers of `analytics/dealt.py`, one for each sheet, with fixed coefficients: `luck.toml` is the one
that is shipped. It was fitted on made-up hands (`make luck`), whose players are worse than people; its fit says so much about
them and no more. `fit` makes another from a warehouse. Units are compared under one model alone.

Every fifth match, by the hash of its id, is held out of a fit. On these hands the model stands beside two that know nothing of
the cards: the mean, and the mean by seat (of the banker, or of the first leader). It is offered for a sheet only where it
comes nearer than both by more than two standard errors of the difference in squared error.

What a unit's hands came to is a baseline (what as many ordinary hands come to), its luck (how much more its deals let expect)
and the rest, in which the error is: hands of a match go together, and the coefficients themselves are known only so far as
the hands told that they were fitted on, which their covariance says.

Sums are of integers, thousandths of a point or level, so that they are the same in any order.
"""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from math import sqrt
from typing import Any, Final, NamedTuple
from zlib import crc32

import numpy as np
import polars as pl
import scipy  # what of it is asked for is loaded then: a page of no luck does without

from paipu.analytics.dealt import NAMES
from paipu.analytics.keys import TOGETHER
from paipu.analytics.reader import Reader
from paipu.analytics.units import UNITS, UnitKind
from paipu.replay.sheets import SHEETS

Floats = np.ndarray[Any, np.dtype[np.float64]]

SCALE: Final = 1000
HELD_OUT: Final = 5
"""One match in so many is held out of a fit."""
SURE: Final = 2.0
"""By so many standard errors a model has to be better than those that know nothing of the cards."""
FEWEST: Final = 200
"""Hands below which nothing is fitted, for each coefficient takes its share of them."""
DIGITS: Final = 6


class Fit(NamedTuple):
    """How near a model comes on hands that it was not fitted on.

    `error` is its mean squared error there, `mean_error` and `seat_error` those of the mean and of the mean by seat, `r2` the
    share of the mean's error that it takes away. `over_mean` and `over_seat`: by how many standard errors it is better.
    """

    hands: int
    held_out: int
    r2: float
    error: float
    mean_error: float
    seat_error: float
    over_mean: float
    over_seat: float

    @property
    def offered(self) -> bool:
        """Whether it is surely better than both."""
        return min(self.over_mean, self.over_seat) > SURE


class SheetModel(NamedTuple):
    """The model of one sheet: the mean result, what a hand without any of the numbers would come to, and a coefficient each.

    `covariance` is that of the intercept and the coefficients, in order: of each row the part up to the diagonal.
    """

    mean: float
    intercept: float
    coefficients: Mapping[str, float]
    fit: Fit
    covariance: tuple[tuple[float, ...], ...]

    def variance_of(self, signs: int, numbers: Sequence[int]) -> float:
        """The variance of what the model lets expect of hands together, by the sums of their signs and of their numbers."""
        lower = np.zeros((len(self.covariance), len(self.covariance)))
        for at, row in enumerate(self.covariance):
            lower[at, : len(row)] = row
        whole = lower + np.tril(lower, -1).T
        known = np.array([signs, *numbers], dtype=float)
        return max(0.0, float(known @ whole @ known))


class Model(NamedTuple):
    """A version of the model, and what it was fitted on."""

    version: str
    fitted_on: str
    sheets: Mapping[str, SheetModel]


# --- Models in files ---------------------------------------------------------------------------------------


def shipped() -> Model:
    """The model that comes with the program."""
    return read_model(files("paipu.analytics").joinpath("luck.toml").read_text(encoding="utf-8"))


def read_model(toml: str) -> Model:
    """A model as `written` writes it. Raises ValueError for a text that is none."""
    try:
        document = tomllib.loads(toml)
        sheets = {key: _sheet_model(key, table) for key, table in document["sheets"].items()}
        return Model(str(document["version"]), str(document["fitted_on"]), sheets)
    except (KeyError, TypeError, AttributeError) as fault:
        raise ValueError(f"no luck model: {fault!r}") from fault


def _sheet_model(key: str, table: Mapping[str, Any]) -> SheetModel:
    names = NAMES[SHEETS[key].family]
    coefficients = {name: float(table["coefficients"][name]) for name in names}
    fit = Fit(**{name: kind(table["fit"][name]) for name, kind in Fit.__annotations__.items()})
    covariance = tuple(tuple(map(float, row)) for row in table["covariance"])
    if [len(row) for row in covariance] != [*range(1, len(names) + 2)]:
        raise KeyError("covariance")
    return SheetModel(float(table["mean"]), float(table["intercept"]), coefficients, fit, covariance)


def written(model: Model) -> str:
    """A model as a TOML document; the same for the same model."""
    lines = [
        "# 手气调整的模型：每份规则一组系数。The model of luck, coefficients for each sheet: `paipu luck fit` writes it.",
        f"version = {_quoted(model.version)}",
        f"fitted_on = {_quoted(model.fitted_on)}",
    ]
    for key, sheet in model.sheets.items():
        lines += ["", f"[sheets.{key}]", f"mean = {sheet.mean!r}", f"intercept = {sheet.intercept!r}"]
        lines += ["covariance = [", *(f"  [{', '.join(map(repr, row))}]," for row in sheet.covariance), "]"]
        lines += ["", f"[sheets.{key}.fit]", *(f"{name} = {value!r}" for name, value in sheet.fit._asdict().items())]
        lines += ["", f"[sheets.{key}.coefficients]", *(f"{name} = {value!r}" for name, value in sheet.coefficients.items())]
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    escaped = "".join(f"\\u{ord(char):04x}" if ord(char) < 32 or char in '"\\\x7f' else char for char in text)
    return f'"{escaped}"'


# --- Fitting -----------------------------------------------------------------------------------------------

HANDS: Final = """
SELECT sheet, match, seat, result, features
FROM stored.dealt
JOIN (SELECT record, sheet, match FROM stored.latest) USING (record)
WHERE sheet = ?
ORDER BY match, hand_index
"""


def fit(reader: Reader, version: str, fitted_on: str) -> Model:
    """A model fitted on a warehouse, for each sheet of which it has hands enough."""
    return Model(version, fitted_on, {key: made for key in SHEETS if (made := fit_sheet(reader.query(HANDS, (key,)), key))})


def fit_sheet(hands: pl.DataFrame, key: str) -> SheetModel | None:
    """The model of one sheet; None for too few hands."""
    if hands.height < FEWEST:
        return None
    held_out = np.array([crc32(match.encode()) % HELD_OUT == 0 for match in hands["match"]])
    if not held_out.any() or held_out.all():
        return None
    result = hands["result"].to_numpy().astype(float)
    numbers = np.array(hands["features"].to_list(), dtype=float)
    known = np.column_stack([np.ones(len(result)), numbers])
    solved, *_ = np.linalg.lstsq(known[~held_out], result[~held_out], rcond=None)
    intercept, *coefficients = (round(float(value), DIGITS) for value in solved)
    fitted = numbers @ np.array(coefficients) + intercept
    mean = round(float(result[~held_out].mean()), DIGITS)
    seats = hands["seat"].to_numpy()
    by_seat = {seat: result[~held_out & (seats == seat)] for seat in sorted(set(seats))}
    of_seat = np.array([by_seat[seat].mean() if len(by_seat[seat]) else mean for seat in seats])
    errors, mean_errors, seat_errors = (
        (result[held_out] - told[held_out]) ** 2 for told in (fitted, np.full_like(result, mean), of_seat)
    )
    told = Fit(
        int((~held_out).sum()),
        int(held_out.sum()),
        *(round(float(value), DIGITS) for value in (1 - errors.sum() / mean_errors.sum(), errors.mean())),
        *(round(float(value.mean()), DIGITS) for value in (mean_errors, seat_errors)),
        *(round(surely(other - errors), 3) for other in (mean_errors, seat_errors)),
    )
    residuals = result[~held_out] - fitted[~held_out]
    covariance = covariance_of(known[~held_out], residuals, hands["match"].filter(pl.Series(~held_out)).to_list())
    return SheetModel(mean, intercept, dict(zip(NAMES[SHEETS[key].family], coefficients, strict=True)), told, covariance)


def covariance_of(known: Floats, residuals: Floats, matches: Sequence[str]) -> tuple[tuple[float, ...], ...]:
    """How surely the coefficients are known, the hands of a match taken together; of each row the part up to the diagonal."""
    _, cluster = np.unique(np.array(matches), return_inverse=True)
    groups = int(cluster.max()) + 1
    scores = np.zeros((groups, known.shape[1]))
    np.add.at(scores, cluster, known * residuals[:, None])
    bread = np.linalg.pinv(known.T @ known)
    whole = bread @ (scores.T @ scores) @ bread * groups / max(groups - 1, 1)
    return tuple(tuple(float(f"{value:.6g}") for value in row[: at + 1]) for at, row in enumerate(whole))


def surely(differences: "np.ndarray[Any, np.dtype[np.float64]]") -> float:
    """A mean in its standard errors."""
    spread = float(differences.std(ddof=1)) / sqrt(len(differences)) if len(differences) > 1 else 0.0
    return float(differences.mean()) / spread if spread else 0.0


# --- What it says of units ---------------------------------------------------------------------------------


class Luck(NamedTuple):
    """A unit's hands: what they came to, which is baseline, luck and the rest.

    `baseline` is what as many ordinary hands come to, `expected` what these deals let expect, `luck` that less the baseline,
    and `adjusted`, the rest, the outcome less the expectation, with its standard error; None for one hand alone. `low` and
    `high` bound `per_hand`, the rest of a hand, at 95 % for this unit alone.
    """

    sheet: str
    kind: UnitKind
    unit: str
    hands: int
    outcome: float
    expected: float
    baseline: float
    luck: float
    adjusted: float
    standard_error: float | None
    per_hand: float
    low: float | None
    high: float | None


SUMS: Final = f"""
WITH sat AS (
    SELECT kind, players, seats, record
    FROM ({UNITS})
    SEMI JOIN (SELECT record FROM stored.latest WHERE sheet = $3 AND ($4 IS NULL OR event = $4)) USING (record)
    WHERE $5 IS NULL OR (kind = $5 AND array_to_string(players, '{TOGETHER}') = $6)
),
told AS (
    SELECT
        record, side, features, {SCALE} * result AS outcome,
        CAST(round({SCALE} * ($1 + list_dot_product(CAST(features AS DOUBLE[]), CAST($2 AS DOUBLE[])))) AS BIGINT) AS expected
    FROM stored.dealt
    SEMI JOIN sat USING (record)
),
signed AS (
    SELECT kind, players, record, features, outcome, expected, CASE WHEN contains(side, seats[1]) THEN 1 ELSE -1 END AS sign
    FROM told
    JOIN sat USING (record)
),
of_matches AS (
    SELECT
        kind, players, record, count(*) AS hands, sum(sign) AS signs, sum(sign * outcome) AS outcome,
        sum(sign * expected) AS expected, sum(sign * (outcome - expected)) AS rest,
        sum(CAST(outcome - expected AS HUGEINT) * (outcome - expected)) AS squares, {{numbers}}
    FROM signed
    GROUP BY kind, players, record
)
SELECT
    kind, players, CAST(sum(hands) AS BIGINT) AS hands, CAST(sum(signs) AS BIGINT) AS signs, count(*) AS matches,
    CAST(sum(outcome) AS BIGINT) AS outcome, CAST(sum(expected) AS BIGINT) AS expected, CAST(sum(squares) AS DOUBLE) AS squares,
    CAST(sum(rest * rest) AS DOUBLE) AS rr, CAST(sum(rest * hands) AS DOUBLE) AS rd, CAST(sum(hands * hands) AS DOUBLE) AS dd,
    {{sums}}
FROM of_matches
GROUP BY kind, players
ORDER BY kind, players
"""  # noqa: S608 - constants of ours


def sums_of(count: int) -> str:
    """The query for a model of so many numbers."""
    numbers = ", ".join(f"sum(sign * features[{at}]) AS f{at}" for at in range(1, count + 1))
    sums = ", ".join(f"CAST(sum(f{at}) AS BIGINT) AS f{at}" for at in range(1, count + 1))
    return SUMS.format(numbers=numbers, sums=sums)


def luck_of(
    reader: Reader,
    model: Model,
    sheet: str | None = None,
    event: str | None = None,
    unit: tuple[UnitKind, str] | tuple[None, None] = (None, None),
) -> Iterator[Luck]:
    """The luck of every unit, or of one, on the sheets that the model is offered for; who did best with his cards first."""
    for key, each in model.sheets.items():
        if each.fit.offered and sheet in {None, key}:
            values = (each.intercept, list(each.coefficients.values()), key, event, *unit)
            found = reader.query(sums_of(len(each.coefficients)), values)
            rows = [_told(key, each, row) for row in found.iter_rows(named=True)]
            yield from sorted(rows, key=lambda row: (row.kind, -row.per_hand, row.unit))


def _told(key: str, model: SheetModel, row: Mapping[str, Any]) -> Luck:
    hands = row["hands"]
    outcome, expected = row["outcome"] / SCALE, row["expected"] / SCALE
    baseline = round(model.mean * row["signs"], 3)
    adjusted = (row["outcome"] - row["expected"]) / SCALE
    per_hand = adjusted / hands
    error, reach = _error(model, row, per_hand)
    return Luck(
        *(key, row["kind"], TOGETHER.join(row["players"]), hands),
        round(outcome, 3),
        round(expected, 3),
        baseline,
        round(expected - baseline, 3),
        round(adjusted, 3),
        None if error is None else round(error, 3),
        round(per_hand, 3),
        None if error is None else round(per_hand - reach * error / hands, 3),
        None if error is None else round(per_hand + reach * error / hands, 3),
    )


def _error(model: SheetModel, row: Mapping[str, Any], per_hand: float) -> tuple[float | None, float]:
    """The standard error of the rest of a unit's hands, and how many of it make a 95 % interval.

    By match, or by hand if that is more; and what is not known of the coefficients, which all of its hands have alike.
    """
    hands, matches = row["hands"], row["matches"]
    if hands == 1:
        return None, 0.0
    of_model = model.variance_of(row["signs"], [row[f"f{at}"] for at in range(1, len(model.coefficients) + 1)])
    mean = per_hand * SCALE
    alone = max(row["squares"] / hands - mean**2, 0.0) * hands / (hands - 1) * hands
    together = 0.0
    if matches > 1:
        together = max(row["rr"] - 2 * mean * row["rd"] + mean**2 * row["dd"], 0.0) * matches / (matches - 1)
    freedom = matches - 1 if together > alone else hands - 1
    return sqrt(max(alone, together) / SCALE**2 + of_model), float(scipy.special.stdtrit(freedom, 0.975))

"""What the page of players says first: a few figures, how the rating went, and several units in small multiples of these."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import polars as pl

from paipu.analytics.statistics import key_name, written
from paipu.replay.text import Lang

HEADLINE: Final = (
    *("matches_won", "hold_rate", "take_rate", "attack_points", "conceded_points"),
    *("place_1", "both_first", "both_last", "bombs", "pass_ace", "hand_points", "kitty_capture", "faults_confirmed"),
)
"""What is shown first, as far as there is such a thing on a sheet."""
FIRST: Final = 6
THICK: Final = 3.0
"""How thick the line of a rating is, in percent of the picture's height."""

Row = dict[str, Any]


def first_rows(
    told: pl.DataFrame, units: Sequence[str], link: Callable[[str, str], str], on: str | None, lang: Lang
) -> list[Row]:
    """A row a statistic with a cell a unit: its value, and where that and its interval stand on a line that all share.

    `link` gives the address that opens a statistic of a unit, `on` is the one that is open.
    """
    of_units = told.filter(pl.col("unit").is_in(units), pl.col("value").is_not_null())["key"]
    keys = [key for key in HEADLINE if key in of_units]
    rows = []
    for key in keys[:FIRST]:
        of_key = told.filter(key=key)
        cells = [next(of_key.filter(unit=unit).iter_rows(named=True), None) for unit in units]
        known = [cell for cell in cells if cell is not None and cell["value"] is not None]
        ends = [cell[end] for cell in known for end in ("low", "high", "value") if cell[end] is not None]
        low, high = (0.0, 1.0) if not known[0]["mean"] else (min([0.0, *ends]), max([*ends, 0.001]))
        shown = [
            None if cell is None or cell["value"] is None else _cell(cell, low, high, link(unit, key))
            for unit, cell in zip(units, cells, strict=True)
        ]
        rows.append({"name": key_name(key, lang), "cells": shown, "on": key == on})
    return rows


def _cell(cell: Mapping[str, Any], low: float, high: float, link: str) -> Row:
    value, reach = written(cell, 0) or ("–", "")

    def at(number: float | None) -> float:
        return round(100 * min(1.0, max(0.0, ((cell["value"] if number is None else number) - low) / (high - low))), 1)

    return {
        "value": value,
        "reach": reach.replace(" ", ""),
        "numerator": f"{cell['numerator']:,}",
        "denominator": f"{cell['denominator']:,}",
        "at": at(cell["value"]),
        "start": at(cell["low"]),
        "end": at(cell["high"]),
        "link": link,
    }


def forms(rated: pl.DataFrame, units: Sequence[str]) -> Mapping[str, Row]:
    """How the rating of each unit went, match by match, as lines with their bands on one scale; of one match there is none."""
    frames = {unit: rated.filter(unit=unit).sort("game") for unit in units}
    frames = {unit: frame for unit, frame in frames.items() if frame.height > 1}
    if not frames:
        return {}
    low = min(float(frame["low"].min()) for frame in frames.values())  # type: ignore[arg-type]  # of numbers
    high = max(float(frame["high"].max()) for frame in frames.values())  # type: ignore[arg-type]  # as above
    return {unit: _form(frame, low, high) for unit, frame in frames.items()}


def _form(frame: pl.DataFrame, low: float, high: float) -> Row:
    wide = 100 / (frame.height - 1)

    def points(column: str, moved: float = 0.0) -> list[str]:
        return [f"{wide * at:.1f}% {100 * (high - mu) / (high - low) + moved:.1f}%" for at, mu in enumerate(frame[column])]

    return {
        "line": ", ".join([*points("mu", -THICK), *points("mu", THICK)[::-1]]),
        "band": ", ".join([*points("high"), *points("low")[::-1]]),
        "games": frame.height,
        "first": f"{frame['mu'][0]:.1f}",
        "last": f"{frame['mu'][-1]:.1f}",
    }

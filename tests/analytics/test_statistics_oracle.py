"""The statistics of a warehouse against a second reading of what they mean: numerators, denominators, open hands."""

import json
from math import sqrt
from pathlib import Path
from typing import Any

import pytest
from scipy.stats import norm, t

from paipu.analytics.pipeline import load
from paipu.analytics.reader import Reader
from paipu.analytics.warehouse import Warehouse
from paipu.replay.audit import audit
from paipu.samples import FAULTS, to_line
from tests.made import must_parse, sample
from tests.many import every
from tests.oracle.statistics import UNITS, Match, clustered, statistics

MATCHES = 3
COLUMNS = "sheet, members, key, numerator, denominator, open, mean, value, low, high, standard_error"
FAULTS_OF_PLAYS = ("faults_confirmed", "faults_alleged")
"""Means whose interval is that of a share wherever it can be."""
PLAYED = ("deal", "tricks", "seconds", "kitty", "lead", "tribute")
"""What of a hand is on record beside the score sheet."""


def without_plays(document: dict[str, Any], every_hand: bool) -> dict[str, Any]:
    """A match of which every hand, or every third from the second on, is known from the score sheet alone."""
    cut = [
        {name: value for name, value in hand.items() if name not in PLAYED} if every_hand or at % 3 == 1 else hand
        for at, hand in enumerate(document["hands"])
    ]
    return {**document, "hands": cut}


def proportion(n: float, d: float, z: float) -> tuple[float, float]:
    """Wilson's interval."""
    middle, half = (n + z * z / 2) / (d + z * z), z * sqrt(n * (d - n) / d + z * z / 4) / (d + z * z)
    return max(0.0, middle - half), min(1.0, middle + half)


def compared(folder: Path, sheet: str, seed: int, matches: int, cut: bool = True) -> None:
    """Hold the views against the second reading, over matches of a sheet of which most have a fault built in; where `cut`, over
    the same with hands of which only claims are left too.
    """
    made = list(sample(seed, matches, 0.7, sheet=sheet))
    if cut:
        made += [{**without_plays(each, number % 2 == 0), "id": f"cut-{number}"} for number, each in enumerate(made)]
    lines = [to_line(each) for each in made]
    (folder / "made.ndjson").write_bytes(b"".join(lines))
    with Warehouse.open(folder / "warehouse") as warehouse:
        load([str(folder / "made.ndjson")], warehouse)
    reader = Reader(folder / "warehouse")
    both = []
    for line in lines:
        parsed = must_parse(line)
        both.append(Match(json.loads(line), audit(parsed.record)))
    for kind in UNITS:
        asked = f"SELECT {COLUMNS} FROM statistics_by_{kind} ORDER BY ALL"  # noqa: S608 - names of ours
        rows = reader.query(asked)
        found = {(row[0], tuple(row[1]), row[2]): row[3:6] for row in rows.iter_rows()}
        assert [row for row in rows.iter_rows() if not row[6] and (row[7] or 0) > 1] == [], "no share is above one"
        expected = statistics(both, kind)
        differ = {place: (found.get(place), expected.get(place)) for place in found.keys() | expected.keys()}
        assert {place: told for place, told in differ.items() if told[0] != told[1]} == {}, kind
        errors = clustered(both, kind)
        for sheet_key, members, key, numerator, denominator, _, mean, value, low, high, error in rows.iter_rows():
            g, spread = errors[sheet_key, tuple(members), key]
            spread /= 1000 if key == "think_time" else 1
            as_share = not mean or (key in FAULTS_OF_PLAYS and numerator <= denominator)
            if not as_share and denominator > 1:
                assert error >= spread * (1 - 1e-9)
                assert high - value >= 0.9999 * spread * t.ppf(0.975, max(g - 1, 1))
            elif as_share and denominator:
                one = denominator * spread**2 / max(value * (1 - value), 1e-12)
                more = one if g > 1 and one * (g - 1) / g > 1 + 1e-9 else 1.0
                z = norm.ppf(0.975) if more == 1 else t.ppf(0.975, g - 1)
                ends = proportion(numerator / more, denominator / more, z)
                assert (low, high) == pytest.approx(ends, abs=1e-4 if more > 1 else 1e-6), (kind, members, key)


@pytest.mark.parametrize("sheet", every(4, FAULTS))
def test_statistics_are_what_they_mean(tmp_path: Path, sheet: str) -> None:
    compared(tmp_path, sheet, 41, MATCHES)


@pytest.mark.deep
@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("sheet", FAULTS)
def test_statistics_of_many_matches_are_what_they_mean(tmp_path: Path, sheet: str, seed: int) -> None:
    """2,000 matches in all."""
    compared(tmp_path, sheet, 1000 + seed, 25)

"""The statistics of a warehouse: by every kind of unit, over the latest records, whatever the order of loading."""

import json
from pathlib import Path
from statistics import stdev
from typing import get_args

import duckdb
import numpy as np
import polars as pl
import pytest
from scipy.stats import t

from paipu.analytics import pipeline
from paipu.analytics.keys import NAMES
from paipu.analytics.pipeline import load
from paipu.analytics.reader import Reader
from paipu.analytics.schema import DUCKDB_TYPES, MACROS, UNITS, sql_text
from paipu.analytics.statistics import COLUMNS, Unit, statistics
from paipu.analytics.tally_rows import KEYS, Sum
from paipu.analytics.verify import verify
from paipu.analytics.warehouse import Warehouse
from paipu.samples import FAULTS, to_line
from tests.made import sample
from tests.tables.warehouse import fresh

MATCHES = 1


@pytest.fixture(scope="module")
def lines() -> list[bytes]:
    """Some matches of every sheet of which there are samples."""
    return [to_line(made) for sheet in FAULTS for made in sample(5, MATCHES, 0.5, sheet=sheet)]


@pytest.fixture(scope="module")
def short(lines: list[bytes]) -> list[bytes]:
    """The first hands of these matches; that of the sheet with the fewest hands to its end."""
    told = [json.loads(line) for line in lines]
    first = [{**{key: each[key] for key in each if key != "claims"}, "hands": each["hands"][:3]} for each in told]
    return [line if each["sheet"] == "daguai" else to_line(cut) for line, each, cut in zip(lines, told, first, strict=True)]


def loaded(folder: Path, *files: list[bytes]) -> Reader:
    """A warehouse into which each file was loaded by itself."""
    for number, file in enumerate(files):
        (folder / f"{number}.ndjson").write_bytes(b"".join(file))
        with Warehouse.open(folder / "warehouse") as warehouse:
            load([str(folder / f"{number}.ndjson")], warehouse, batch_inputs=7)
    return Reader(folder / "warehouse")


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory, lines: list[bytes]) -> Reader:
    return loaded(tmp_path_factory.mktemp("cup"), lines)


def answers(reader: Reader) -> list[str]:
    """All that is answered, as text: equal to the last digit."""
    return [statistics(reader, unit).write_json() for unit in get_args(Unit)]


@pytest.fixture(scope="module")
def reader_of_short(tmp_path_factory: pytest.TempPathFactory, short: list[bytes]) -> Reader:
    return loaded(tmp_path_factory.mktemp("short"), short)


@pytest.fixture(scope="module")
def of_units(reader: Reader) -> dict[Unit, pl.DataFrame]:
    """All of them, asked once."""
    return {unit: statistics(reader, unit) for unit in get_args(Unit)}


@pytest.fixture(scope="module")
def told(reader_of_short: Reader) -> list[str]:
    return answers(reader_of_short)


def test_every_key_has_a_name_and_some_sheet() -> None:
    assert tuple(NAMES) == KEYS
    assert get_args(Unit) == UNITS


def test_every_key_and_sheet_is_there(of_units: dict[Unit, pl.DataFrame]) -> None:
    found = of_units["sheet"]
    assert {*found["key"]} == {*KEYS}
    assert {*found["sheet"]} == {*FAULTS}
    assert set(COLUMNS) <= {*found.columns}


def test_no_share_is_above_one(of_units: dict[Unit, pl.DataFrame]) -> None:
    """Of every sheet and unit; what can be more than one is a mean."""
    for found in of_units.values():
        shares = found.filter(~pl.col("mean") & pl.col("value").is_not_null())
        assert {*shares["sheet"]} == {*FAULTS}
        assert shares.filter(
            (pl.col("value") > 1) | (pl.col("low") > pl.col("value")) | (pl.col("high") < pl.col("value"))
        ).is_empty()


def test_the_views_say_the_same(reader: Reader, of_units: dict[Unit, pl.DataFrame]) -> None:
    for unit, found in of_units.items():
        view = reader.query(f"FROM statistics_by_{unit}")
        asked = found.select(view.columns).sort("sheet", "members", "key")
        assert asked.equals(view), unit


def test_neither_the_order_of_loading_nor_its_pieces_matter(tmp_path: Path, told: list[str], short: list[bytes]) -> None:
    (tmp_path / "other").mkdir()
    assert answers(loaded(tmp_path / "other", short[1::3], short[::-1][:3], short)) == told


def test_what_no_longer_counts_is_in_no_sum(
    tmp_path: Path, reader_of_short: Reader, told: list[str], short: list[bytes]
) -> None:
    """Another record of a match comes in place of one, and another audit of a record; sums of merged parts are the same."""
    ids = [json.loads(line)["id"] for line in short]
    others = [each for sheet in FAULTS for each in sample(6, MATCHES, 0.5, sheet=sheet, hands=3)]
    corrected = [to_line({**made, "id": match}) for made, match in zip(others, ids, strict=True)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pipeline, "ENGINE_VERSION", "before")
        patch.setattr("paipu.analytics.extract.ENGINE_VERSION", "before")
        loaded(tmp_path, corrected, short[1::2])
    again = loaded(tmp_path, short, corrected[::2])
    assert answers(again) == told
    assert verify(tmp_path / "warehouse").sound
    for event in sorted({json.loads(line)["event"]["id"] for line in short})[::3]:
        asked = [statistics(each, "pair", event=event).write_json() for each in (again, reader_of_short)]
        assert asked[0] == asked[1]


def test_an_event_alone_is_all_where_there_is_no_other(tmp_path: Path, short: list[bytes]) -> None:
    """What is added up beforehand, and what is added up for one event."""
    one = [to_line({**json.loads(line), "event": {"id": "cup"}}) for line in short]
    alone = loaded(tmp_path, one)
    for unit in get_args(Unit):
        assert statistics(alone, unit, event="cup").equals(statistics(alone, unit)), unit


def test_a_side_has_what_its_players_have(reader: Reader) -> None:
    """Hands are counted once for a side, its players' tricks together."""
    of_seats = reader.query(
        "SELECT unit, tricks_won AS t, throws FROM stored.tallies WHERE record = 0 ORDER BY unit"
    ).rows_by_key("unit", named=True, unique=True)
    for side in [unit for unit in of_seats if len(unit) > 1]:
        players = [of_seats[seat] for seat in side]
        assert of_seats[side]["t"]["numerator"] == sum(each["t"]["numerator"] for each in players)
        assert {of_seats[side]["t"]["denominator"]} == {each["t"]["denominator"] for each in players}


def made_up(rows: list[tuple[str, int, int, int, int, int, int]]) -> duckdb.DuckDBPyConnection:
    """A warehouse whose sums are these: unit, tricks won, tricks, their squares and products by match, and matches."""
    con = fresh()
    con.execute("DROP TABLE stored.sums")
    told = [
        {
            "kind": "player",
            "sheet": "shengji",
            "members": [unit],
            "records": matches,
            "n": n,
            "d": d,
            "nn": nn,
            "nd": nd,
            "dd": dd,
        }
        for unit, n, d, nn, nd, dd, matches in rows
    ]
    frame = pl.DataFrame(told)  # noqa: F841 - DuckDB finds it by its name
    others = ", ".join(f"CAST(NULL AS {DUCKDB_TYPES[Sum]}) AS {key}" for key in KEYS if key != "tricks_won")
    con.execute(f"""
        CREATE TABLE stored.sums AS
        SELECT kind, sheet, members, records, {{
            numerator: n, denominator: d, open: 0, squares: CAST(NULL AS DECIMAL(38, 0)), nn: CAST(nn AS DECIMAL(38, 0)),
            nd: CAST(nd AS DECIMAL(38, 0)), dd: CAST(dd AS DECIMAL(38, 0)), matches: records
        }} AS tricks_won, {others}
        FROM frame
        """)  # noqa: S608 - names of ours
    return con


def asked_of(con: duckdb.DuckDBPyConnection) -> pl.DataFrame:
    for name in (*MACROS, "statistics_by_player"):
        con.execute(sql_text(name).replace("CREATE", "CREATE OR REPLACE", 1))
    rows = con.execute("FROM statistics_by_player").fetchall()
    return pl.DataFrame(rows, schema=[column for column, *_ in con.description or ()], orient="row", infer_schema_length=None)


def test_percentiles_are_among_ten_or_more_with_thirty_or_more_each() -> None:
    units = [(f"p{number:02}", 10 + number, 40, 100, 100, 1600, 1) for number in range(9)]
    few = asked_of(made_up([*units, ("q", 10, 29, 100, 290, 841, 1)]))
    assert {*few["peers"]} == {9}
    assert {*few["percentile"]} == {None}
    enough = asked_of(made_up([*units, ("q", 18, 40, 100, 290, 1600, 1), ("r", 10, 29, 100, 290, 841, 1)]))
    assert {*enough["peers"]} == {10}
    percentiles = dict(enough.select(pl.col("members").list.first(), "percentile").iter_rows())
    assert percentiles == {**{f"p{number:02}": (number + 0.5) / 10 for number in range(8)}, "p08": 0.9, "q": 0.9, "r": None}


def test_errors_are_by_match_and_no_less_than_of_independent_acts() -> None:
    """Shares of players whose matches differ: Wilson's interval holds far less often than it says, the one by match does."""
    rng, matches, tricks, share = np.random.default_rng(11), 12, 25, 0.25
    rows = []
    for unit in range(2000):
        won = rng.binomial(tricks, rng.beta(share * 20, (1 - share) * 20, matches))
        squares = (int((won**2).sum()), int(won.sum()) * tricks, matches * tricks**2)
        rows.append((f"p{unit:04}", int(won.sum()), matches * tricks, *squares, matches))
    found = asked_of(made_up(rows))
    held = found.filter((pl.col("low") <= share) & (pl.col("high") >= share)).height / found.height
    n, d, zz = found["numerator"].to_numpy(), found["denominator"].to_numpy(), 1.959964**2
    half = np.sqrt(zz * (n * (d - n) / d + zz / 4)) / (d + zz)
    plain = np.abs((n + zz / 2) / (d + zz) - share) <= half
    assert plain.mean() < 0.86
    assert 0.935 <= held <= 0.965
    assert ((found["high"] - found["low"]).to_numpy() >= 2 * half - 1e-9).all()


def test_wilson_and_standard_error(reader: Reader) -> None:
    [share] = statistics(reader, "sheet", sheet="shengji", key="tricks_won").rows(named=True)
    assert share["value"] == 0.5
    assert share["low"] < 0.5 < share["high"]
    assert share["low"] + share["high"] == pytest.approx(1)
    assert share["matches"] == MATCHES
    [mean] = statistics(reader, "sheet", sheet="shengji", key="attack_points").rows(named=True)
    points = reader.query(
        "SELECT attackers FROM stored.computed JOIN stored.latest USING (record) WHERE sheet = 'shengji' ORDER BY ALL"
    )["attackers"].drop_nulls()
    error = stdev(points.to_list()) / points.len() ** 0.5
    assert mean["numerator"] == points.sum()
    assert mean["standard_error"] == pytest.approx(error), "one match does not tell how matches differ"
    assert mean["high"] - mean["value"] == pytest.approx(error * t.ppf(0.975, points.len() - 1), rel=0.01)


def test_no_fault_does_not_say_that_there_never_is_one(reader: Reader) -> None:
    rows = statistics(reader, "player", key="faults_confirmed").filter(numerator=0).rows(named=True)
    assert rows
    assert all(row["low"] == 0 and row["high"] > 1 / row["denominator"] for row in rows)


def test_half_of_the_plays_were_made_within_the_median_and_nine_in_ten_within_the_ninetieth(reader: Reader) -> None:
    taken = reader.query("SELECT sheet, seat, milliseconds, plays FROM think_times ORDER BY ALL").rows()
    for row in statistics(reader, "seat", key="think_time").iter_rows(named=True):
        times = [
            time for sheet, seat, time, plays in taken if (sheet, seat) == (row["sheet"], row["unit"]) for _ in range(plays)
        ]
        assert row["median"] == times[(len(times) + 1) // 2 - 1] / 1000
        assert row["ninetieth"] == times[(9 * len(times) + 9) // 10 - 1] / 1000

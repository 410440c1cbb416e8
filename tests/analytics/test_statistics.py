"""The statistics of a warehouse: by every kind of unit, over the latest records, whatever the order of loading."""

import json
from pathlib import Path
from statistics import stdev
from typing import get_args

import pytest

from analytics import pipeline
from analytics.keys import NAMES
from analytics.pipeline import load
from analytics.reader import Reader
from analytics.schema import UNITS
from analytics.statistics import COLUMNS, Unit, statistics
from analytics.tally_rows import KEYS
from analytics.verify import verify
from analytics.warehouse import Warehouse
from samples import FAULTS, sample, to_line

MATCHES = 1


@pytest.fixture(scope="module")
def lines() -> list[bytes]:
    """Some matches of every sheet of which there are samples."""
    return [to_line(made) for sheet in FAULTS for made in sample(17, MATCHES, 0.5, sheet=sheet)]


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
def told(reader: Reader) -> list[str]:
    return answers(reader)


def test_every_key_has_a_name_and_some_sheet() -> None:
    assert tuple(NAMES) == KEYS
    assert get_args(Unit) == UNITS


def test_every_key_and_sheet_is_there(reader: Reader) -> None:
    found = statistics(reader, "sheet")
    assert {*found["key"]} == {*KEYS}
    assert {*found["sheet"]} == {*FAULTS}
    assert set(COLUMNS) <= {*found.columns}


def test_the_views_say_the_same(reader: Reader) -> None:
    for unit in get_args(Unit):
        view = reader.query(f"FROM statistics_by_{unit}")
        asked = statistics(reader, unit).select(view.columns).sort("sheet", "members", "key")
        assert asked.equals(view), unit


def test_neither_the_order_of_loading_nor_its_pieces_matter(tmp_path: Path, told: list[str], lines: list[bytes]) -> None:
    (tmp_path / "other").mkdir()
    assert answers(loaded(tmp_path / "other", lines[1::3], lines[::-1][:3], lines)) == told


def test_what_no_longer_counts_is_in_no_sum(tmp_path: Path, reader: Reader, told: list[str], lines: list[bytes]) -> None:
    """Another record of a match comes in place of one, and another audit of a record; sums of merged parts are the same."""
    ids = [json.loads(line)["id"] for line in lines]
    others = [each for sheet in FAULTS for each in sample(18, MATCHES, 0.5, sheet=sheet)]
    corrected = [to_line({**made, "id": match}) for made, match in zip(others, ids, strict=True)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pipeline, "ENGINE_VERSION", "before")
        patch.setattr("analytics.extract.ENGINE_VERSION", "before")
        loaded(tmp_path, corrected, lines[1::2])
    again = loaded(tmp_path, lines, corrected[::2])
    assert answers(again) == told
    assert verify(tmp_path / "warehouse").sound
    for event in sorted({json.loads(line)["event"]["id"] for line in lines})[::3]:
        asked = [statistics(each, "pair", event=event).write_json() for each in (again, reader)]
        assert asked[0] == asked[1]


def test_an_event_alone_is_all_where_there_is_no_other(tmp_path: Path, lines: list[bytes]) -> None:
    """What is added up beforehand, and what is added up for one event."""
    one = [to_line({**json.loads(line), "event": {"id": "cup"}}) for line in lines]
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


def test_percentiles_are_among_those_with_enough(reader: Reader) -> None:
    found = statistics(reader, "player", sheet="shengji", key="tricks_won")
    values = sorted(found["value"])
    assert found["peers"].unique().to_list() == [found.height]
    for row in found.iter_rows(named=True):
        below, same = sum(each < row["value"] for each in values), values.count(row["value"])
        assert row["percentile"] == pytest.approx((below + same / 2) / len(values))


def test_wilson_and_standard_error(reader: Reader) -> None:
    [share] = statistics(reader, "sheet", sheet="shengji", key="tricks_won").rows(named=True)
    assert share["value"] == 0.5
    assert share["low"] < 0.5 < share["high"]
    assert share["low"] + share["high"] == pytest.approx(1)
    [mean] = statistics(reader, "sheet", sheet="shengji", key="attack_points").rows(named=True)
    points = reader.query(
        "SELECT attackers FROM stored.computed JOIN stored.latest USING (record) WHERE sheet = 'shengji' ORDER BY ALL"
    )["attackers"].drop_nulls()
    assert mean["numerator"] == points.sum()
    assert mean["standard_error"] == pytest.approx(stdev(points.to_list()) / points.len() ** 0.5)


def test_half_of_the_plays_were_made_within_the_median_and_nine_in_ten_within_the_ninetieth(reader: Reader) -> None:
    taken = reader.query("SELECT sheet, seat, milliseconds, plays FROM think_times ORDER BY ALL").rows()
    for row in statistics(reader, "seat", key="think_time").iter_rows(named=True):
        times = [
            time for sheet, seat, time, plays in taken if (sheet, seat) == (row["sheet"], row["unit"]) for _ in range(plays)
        ]
        assert row["median"] == times[(len(times) + 1) // 2 - 1] / 1000
        assert row["ninetieth"] == times[(9 * len(times) + 9) // 10 - 1] / 1000

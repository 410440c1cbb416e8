"""The check that no query calls back into Python: it knows what takes a function, and finds it wherever it is written."""

from pathlib import Path

import duckdb
import polars as pl
import pytest

from paipu.analytics.reader import Reader
from paipu.analytics.warehouse import Warehouse
from tests.analytics.made import commit, tables
from tests.check_queries import functions_in_queries, takers

PLANTED = {
    "frame.with_columns(pl.col('a').map_elements(str))": 1,
    "frame.select(pl.col('a').map_batches(lambda column: column))": 1,
    "frame.group_by('a').map_groups(f)": 1,
    "frame.map_rows(f)": 1,
    "frame.select(pl.fold(0, f, exprs=pl.all()))": 1,
    "frame.select(pl.reduce(f, pl.all()))": 1,
    "frame.lazy().sink_batches(f)": 1,
    "frame.select(pl.col('a').name.map(f))": 1,
    "frame.select(pl.col('a').rolling_map(f, 3))": 1,
    "frame.rename(lambda name: name.upper())": 1,
    "series.apply(f)": 1,
    "con.create_function('f', f)": 1,
    "con.sql('FROM t').map(f)": 1,
    "con.register('frame', frame)": 1,
    "taken = frame.lazy().map_batches": 1,
    "from polars import map_groups": 1,
    "from duckdb import udf": 1,
    "frame.rename({'a': 'b'})": 0,
    "pl.read_csv('a.csv')": 0,
    "frame.group_by('a').agg(pl.col('b').sum())": 0,
    "map(f, cells)": 0,
}


@pytest.mark.parametrize(("line", "times"), PLANTED.items())
def test_a_function_in_a_query_is_found(tmp_path: Path, line: str, times: int) -> None:
    (tmp_path / "page.py").write_text(f"{line}\n", encoding="utf-8")
    found = functions_in_queries([tmp_path])
    assert len(found) == times
    assert all(each.startswith(f"{tmp_path.name}/page.py:1: ") for each in found)


def test_what_the_libraries_call_it_is_asked_of_them() -> None:
    known = {"map_elements", "map_batches", "map_groups", "map_rows", "rolling_map", "fold", "cum_fold", "reduce"}
    assert known | {"create_function", "map", "sink_batches"} <= takers()


def test_a_frame_of_python_cannot_be_asked_by_its_name(tmp_path: Path) -> None:
    with Warehouse.open(tmp_path) as opened:
        commit(opened, tables(1))
    frame = pl.DataFrame({"a": [1]})
    with pytest.raises(duckdb.CatalogException, match="frame"):
        Reader(tmp_path).query("FROM frame")
    assert frame.height == 1

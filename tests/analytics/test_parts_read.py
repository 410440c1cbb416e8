"""What `data/WAREHOUSE.md` says that polars and DuckDB read of the parts, they read: its examples, run as they stand there."""

import re
from pathlib import Path
from typing import Final

import duckdb
import polars as pl
import pyarrow.parquet as pq
import pytest

from paipu.analytics import pipeline
from paipu.analytics.manifest import PARTS
from paipu.analytics.pipeline import load
from paipu.analytics.reader import Reader
from paipu.analytics.rows import record_number
from paipu.analytics.warehouse import Warehouse
from tests.analytics.loader import ROOT
from tests.analytics.records import write_ndjson

DOCUMENT: Final = (ROOT / "data" / "WAREHOUSE.md").read_text(encoding="utf-8")
SECTION: Final = DOCUMENT.partition("## Read by other programs\n")[2].partition("\n## ")[0]


def example(language: str) -> str:
    [code] = re.findall(rf"```{language}\n(.*?)```", SECTION, re.DOTALL)
    return str(code)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a warehouse of two batches, the second in place of half the first."""
    monkeypatch.chdir(tmp_path)
    with Warehouse.open("warehouse") as opened:
        load([str(write_ndjson(tmp_path / "in.ndjson", range(7)))], opened)
        monkeypatch.setattr(pipeline, "ENGINE_VERSION", "next")
        load([str(write_ndjson(tmp_path / "half.ndjson", range(3)))], opened)
    return tmp_path / "warehouse"


def test_polars_reads_the_findings_that_count(folder: Path) -> None:
    names: dict[str, pl.DataFrame] = {}
    exec(example("python"), names)  # noqa: S102 - an example of our own page
    expected = Reader(folder).query("SELECT match, sheet, code, hand, trick, play FROM findings")
    assert expected.height
    assert names["found"].sort(pl.all()).equals(expected.sort(pl.all()))


def test_duckdb_counts_the_plays_of_each_match_that_counts(folder: Path) -> None:
    with duckdb.connect() as con:
        rows = con.execute(example("sql")).fetchall()
    assert rows == Reader(folder).query("SELECT match, sum(plays) FROM matches GROUP BY match ORDER BY match").rows()


def test_every_part_has_the_columns_that_the_page_says(folder: Path) -> None:
    said = {
        name: re.findall(r"`(\w+)`", columns)
        for name, columns in re.findall(r"^\| `(\w+)` \| ((?:`\w+` ?)+)\|$", DOCUMENT, re.MULTILINE)
    }
    parts = sorted((folder / PARTS).iterdir())
    assert parts
    for path in parts:
        assert pq.ParquetFile(path).schema_arrow.names == said[path.name.split(".")[1]]


def test_a_record_is_numbered_as_the_page_says() -> None:
    assert record_number(3, 7) == 3 * 2**20 + 7

"""Exports of a warehouse whose records were made to do harm: every form, every table and view."""

import csv
import io
import json
import math
from datetime import datetime
from typing import Any, Final

import openpyxl
import polars as pl
import pyarrow.parquet as pq
import pytest

from paipu.analytics import export as exports
from paipu.analytics.errors import ExportError
from paipu.analytics.export import EXCEL_CHARACTERS, FORMS, cell, export, plain
from paipu.analytics.pipeline import load
from paipu.analytics.reader import Reader
from paipu.analytics.schema import TABLES, VIEWS
from paipu.analytics.statistics import statistics
from paipu.analytics.warehouse import Warehouse
from paipu.ingest.cells import HIDDEN, NUMBER, RISKY
from tests.analytics.records import document, encode

HOSTILE: Final = (
    "<script>alert(1)</script>",
    '=HYPERLINK("http://evil.example","x")',
    "@SUM(A1:A9)",
    "\u202e东\u202c",
    "𠮷" * 100 + "🀄" * 100,
    "＝1＋1",
    'a, "b"; c|d',
    "+cmd|'/C calc'!A0",
)


def hostile(number: int) -> dict[str, Any]:
    made = document(number)
    names = HOSTILE[number % 2 * 4 :][:4]
    made["id"] = f"=cmd|{number}"
    made["event"] = {"id": "-2+3", "name": HOSTILE[number % len(HOSTILE)], "stage": "<b>"}
    made["seats"] = {
        seat: {"id": f"{HOSTILE[1]}{at}", "name": name, "team": f"@{at % 2}"}
        for at, (seat, name) in enumerate(zip("ENWS", names, strict=True))
    }
    made["hands"][0]["incidents"] = [{"kind": "misconduct", "seat": "N", "note": "=" + "长" * 3999}]
    return made


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Reader:
    folder = tmp_path_factory.mktemp("hostile")
    for number in (1, 2):
        (folder / f"{number}.json").write_bytes(encode(hostile(number)))
    (folder / "3.json").write_bytes(b'{"=1+1": "\xf0\x9f\x80\x84')
    (folder / "4.json").write_bytes(encode({**document(4), "seats": {"E": {"id": "e", "name": "A" * 10_000}}}))
    with Warehouse.open(folder / "warehouse") as warehouse:
        summary = load(sorted(map(str, folder.glob("*.json"))), warehouse)
    assert (summary.read, summary.quarantined) == (4, 2)  # a name of 10,000 characters is refused as it is read
    return Reader(folder / "warehouse")


def written(frame: pl.DataFrame, form: exports.Form) -> bytes:
    out = io.BytesIO()
    assert export([frame], form, out) == frame.height
    return out.getvalue()


def safe(said: str) -> bool:
    return HIDDEN.search(said) is None and (not said.lstrip().startswith(RISKY) or NUMBER.fullmatch(said) is not None)


@pytest.mark.parametrize("name", [*TABLES, *VIEWS])
def test_every_table_is_exported_safely(reader: Reader, name: str) -> None:
    [frame] = reader.pieces(f"FROM {name} ORDER BY ALL")
    of_csv = list(csv.reader(io.StringIO(written(frame, "csv").decode())))
    assert of_csv[0] == frame.columns
    assert len(of_csv) == frame.height + 1
    assert all(safe(cell) for row in of_csv for cell in row)
    of_json = json.loads(written(frame, "json"))
    assert [list(row) for row in of_json] == [frame.columns] * frame.height
    assert HIDDEN.sub("", written(frame, "json").decode().replace("\n", "")) == written(frame, "json").decode().replace(
        "\n", ""
    )
    of_excel = openpyxl.load_workbook(io.BytesIO(written(frame, "xlsx")))["paipu"]
    cells = [cell for row in of_excel.iter_rows() for cell in row]
    assert of_excel.max_row == frame.height + 1
    assert {cell.data_type for cell in cells} <= {"s", "n", "b"}
    assert all(safe(cell.value) and len(cell.value) <= EXCEL_CHARACTERS for cell in cells if isinstance(cell.value, str))
    of_parquet = pl.from_arrow(pq.read_table(io.BytesIO(written(frame, "parquet"))))
    assert isinstance(of_parquet, pl.DataFrame)
    assert of_parquet.rows() == frame.rows()


def test_statistics_are_exported_safely(reader: Reader) -> None:
    frame = statistics(reader, "player")
    names = {row[frame.columns.index("name")] for row in csv.reader(io.StringIO(written(frame, "csv").decode()))}
    assert "\\u202e东\\u202c" in names
    assert "'＝1＋1" in names
    for form in FORMS:
        assert written(frame.clear(), form), form


def test_a_table_may_come_in_pieces(reader: Reader) -> None:
    sql = "SELECT hand_index, trick, play, cards FROM plays ORDER BY ALL"
    whole = reader.query(sql)
    for form in ("csv", "json"):
        out = io.BytesIO()
        assert export(reader.pieces(sql, rows=37), form, out) == whole.height > 37
        assert out.getvalue() == written(whole, form)


def test_a_worksheet_has_so_many_rows_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exports, "EXCEL_ROWS", 3)
    frame = pl.DataFrame({"a": [1, 2, 3, 4]})
    assert written(frame.head(3), "xlsx")
    with pytest.raises(ExportError, match="csv or parquet"):
        written(frame, "xlsx")


def test_a_column_has_the_cells_of_its_values() -> None:
    frame = pl.DataFrame(
        {
            "text": ["=1", "=1", None, "", "a\r\n", 'q"', "x,y", "-1", "\u202e"],
            "list": [["a"], ["a"], ["=b"], None, None, [], ["a"], ["a"], ["c\n"]],
            "number": [1.5, -0.0, None, 1e-7, 1e22, -5.0, 0.1, 3.0, 123456789.125],
            "none": [-math.inf, math.nan, 1.0, None, None, None, None, None, None],
            "whole": [1, -2, None, 4, 5, 6, 7, 8, 9],
            "yes": [True, False, None, True, True, True, True, True, True],
        }
    )
    out = io.BytesIO()
    assert export([frame, frame.clear(), frame], "csv", out) == 18
    told = [dict(zip(frame.columns, map(cell, row), strict=True)) for row in frame.iter_rows()]
    found = [*csv.DictReader(io.StringIO(out.getvalue().decode(), newline=""))]
    numbers = [row.pop("number") for row in (*told, *found)]  # 1e-7 and 1e-07 are the same
    assert [number and float(number) for number in numbers[:9] * 2] == [number and float(number) for number in numbers[9:]]
    assert found == [*told, *told]


@pytest.mark.parametrize("hidden", [[], ["\u202e\n"], [["a", None], ["\u200bb"]], [{"a": ["\ufeff"]}, {"a": ["\x7f"]}]])
def test_json_has_the_values_and_nothing_hidden(hidden: list[object]) -> None:
    frame = pl.DataFrame(
        {
            "text": ['q"\\', "队\n", None],
            "bytes": [b"{}", None, "\u061c".encode()],
            "when": [datetime(2026, 5, 1), datetime(2026, 5, 1, 12, 0, 0, 5), None],  # noqa: DTZ001 - as the warehouse has it
            "number": [math.nan, -0.5, 2.0**60],
            "big": [2**63 - 1, None, -1],
            "hidden": pl.Series(values=[*hidden, *[None] * (3 - len(hidden))], dtype=None if hidden else pl.Null),
        }
    )
    said = written(frame, "json")
    assert not HIDDEN.search(said.decode().replace("\n", ""))
    assert len(said.splitlines()) == frame.height + 2
    told = [{name: plain(value) for name, value in row.items()} for row in frame.iter_rows(named=True)]
    told[0]["number"] = None  # JSON has no word for it
    assert json.loads(said) == told

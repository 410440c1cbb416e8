"""data/WAREHOUSE.md describes every table, view and column, and nothing that is not there."""

import re
from pathlib import Path

from analytics.schema import TABLES, VIEWS
from tests.analytics.describe import blocks, fresh

DOCUMENT = (Path(__file__).parents[2] / "data" / "WAREHOUSE.md").read_text(encoding="utf-8")


def test_every_table_and_column_is_described_as_it_is() -> None:
    for name, block in blocks(fresh()):
        assert f"{block}\n" in DOCUMENT, f"{name}: python -m tests.analytics.describe prints what should be there"


def test_nothing_else_is_described() -> None:
    assert re.findall(r"^### `(\w+)`$", DOCUMENT, re.MULTILINE) == [*TABLES, *VIEWS]
    columns = fresh().execute("SELECT count(*) FROM duckdb_columns() WHERE NOT internal ORDER BY ALL").fetchone()
    described = DOCUMENT.partition("## Tables")[2]
    assert (len(re.findall(r"^\| `\w+` \| ", described, re.MULTILINE)),) == columns


def test_every_table_view_and_column_has_its_comment() -> None:
    for name, block in blocks(fresh()):
        assert "None" not in block, name

"""The tables of the documents are those that the code makes."""

import re
from pathlib import Path

import pytest

from tests.tables.documents import DATA, DOCUMENTS, stored
from tests.tables.format import EVENT_MODELS, MODELS, table
from tests.tables.warehouse import blocks, fresh


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_the_tables_are_up_to_date(path: Path) -> None:
    text = stored(path)
    up_to_date = text == DOCUMENTS[path](text)  # not in the assertion: pytest would look for the difference for minutes
    assert up_to_date, f"make tables: {path.name}"


@pytest.mark.parametrize("name", [*MODELS, *EVENT_MODELS])
def test_every_model_of_the_format_has_its_table_in_both_languages(name: str) -> None:
    made = table({**MODELS, **EVENT_MODELS}[name])
    assert made in (DATA / "FORMAT.md").read_text(encoding="utf-8")
    assert not re.search(r"\|  \|", made), "each key has its meaning in Chinese and English"


def test_every_table_view_and_column_of_a_warehouse_has_its_comment() -> None:
    for name, block in blocks(fresh()):
        assert "None" not in block, name

"""The tables of the documents are those that the code makes."""

import re
from pathlib import Path
from typing import Final

import pytest

from tests.many import deep, in_one
from tests.tables.documents import DATA, DOCUMENTS, stored
from tests.tables.format import EVENT_MODELS, MODELS, table
from tests.tables.samples import made, matches
from tests.tables.warehouse import blocks, fresh

SAMPLES: Final = {path for path in DOCUMENTS if path.suffix == ".ndjson"}
FEW: Final = 2
"""Matches of a sample file that are made anew in every run, and all in the deep one: none depends on those before it."""


@pytest.mark.parametrize(
    "path",
    [deep(path) if path in SAMPLES else path for path in DOCUMENTS],
    ids=[f"{path.parent.name}/{path.name}" for path in DOCUMENTS],
)
def test_the_tables_are_up_to_date(path: Path) -> None:
    text = stored(path)
    up_to_date = text == DOCUMENTS[path](text)  # not in the assertion: pytest would look for the difference for minutes
    assert up_to_date, f"make tables: {path.name}"


@pytest.mark.parametrize("path", sorted(SAMPLES), ids=lambda path: path.stem)
def test_the_sample_files_begin_as_they_are_made(path: Path) -> None:
    lines = stored(path).splitlines(keepends=True)
    assert len(lines) == matches(path.stem)
    up_to_date = "".join(lines[:FEW]) == made(path.stem, FEW)
    assert up_to_date, f"make tables: {path.name}"


@in_one
@pytest.mark.parametrize("name", [*MODELS, *EVENT_MODELS])
def test_every_model_of_the_format_has_its_table_in_both_languages(name: str) -> None:
    told = table({**MODELS, **EVENT_MODELS}[name])
    assert told in (DATA / "FORMAT.md").read_text(encoding="utf-8")
    assert not re.search(r"\|  \|", told), "each key has its meaning in Chinese and English"


def test_every_table_view_and_column_of_a_warehouse_has_its_comment() -> None:
    for name, block in blocks(fresh()):
        assert "None" not in block, name

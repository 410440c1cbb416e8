"""`paipu schema`: the published schemas, of records and of events."""

from pathlib import Path
from typing import Final

import pytest

from tests.cli.conftest import Paipu

SCHEMAS: Final = Path(__file__).parents[2] / "data" / "schema"


@pytest.mark.parametrize(("words", "file"), [((), "paipu-1"), (("--event",), "paipu-event-1")])
def test_the_schema_is_the_published_one(paipu: Paipu, words: tuple[str, ...], file: str) -> None:
    assert paipu("schema", *words).stdout == (SCHEMAS / f"{file}.schema.json").read_text(encoding="utf-8")

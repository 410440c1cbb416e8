"""Which documents are made by the code, in whole or but for their text."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from paipu.ingest.event import event_schema_file
from paipu.ingest.schema import schema_file
from paipu.samples import FAULTS
from tests.tables import conditions, importers, message, rules, samples, scoresheet, sheets, warehouse
from tests.tables import format as keys

DATA: Final = Path(__file__).parents[2] / "data"
DOCUMENTS: Final[Mapping[Path, Callable[[str], str]]] = {
    DATA.parent / "README.md": sheets.rewritten,
    DATA / "FORMAT.md": lambda document: importers.rewritten(scoresheet.rewritten(sheets.rewritten(keys.rewritten(document)))),
    DATA / "FIND.md": conditions.rewritten,
    DATA / "RULES.md": rules.rewritten,
    DATA / "WAREHOUSE.md": warehouse.rewritten,
    DATA / "schema" / "paipu-1.schema.json": lambda _: schema_file(),
    DATA / "schema" / "paipu-event-1.schema.json": lambda _: event_schema_file(),
    DATA.parent / "dashboard" / "table" / "message.d.ts": lambda _: message.made(),
    DATA / "samples" / "README.md": samples.rewritten,
    **{DATA / "samples" / f"{sheet}.ndjson": lambda _, sheet=sheet: samples.made(sheet) for sheet in FAULTS},  # type: ignore[misc] # bound now
}


def stored(path: Path) -> str:
    """What there is of a document; nothing, of one that has not been made yet."""
    return path.read_text(encoding="utf-8") if path.exists() else ""

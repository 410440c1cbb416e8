"""A tournament's score sheets: 2,000 tables of 8 hands, read, converted, parsed and audited."""

from collections.abc import Iterator
from itertools import cycle, islice
from time import process_time
from typing import Any, Final

from ingest.parse import Parsed, parse
from ingest.rejection import Place
from ingest.scoresheet import Reading, read, to_line
from ingest.scoresheet.writing import sheets, to_csv, to_workbook
from replay.audit import audit
from replay.findings import Kind
from samples import sample

TABLES: Final = 2_000
HANDS: Final = 8
DISTINCT: Final = 60
"""Sample matches of 双扣, which has eight hands a match; each comes back at other tables."""
FORMS: Final = ("csv", "xlsx")


def documents(tables: int) -> Iterator[dict[str, Any]]:
    """Matches at so many tables, all of one round."""
    made = [match for match in sample(1, DISTINCT, sheet="shuangkou") if len(match["hands"]) == HANDS]
    for number, match in enumerate(islice(cycle(made), tables), start=1):
        yield {**match, "event": {**match["event"], "round": 1 + number // 100, "table": str(number)}}


def made(tables: int) -> dict[str, bytes]:
    """The same matches as a score sheet in each form."""
    (sheet,) = sheets(documents(tables))
    return {"csv": to_csv(sheet), "xlsx": to_workbook([sheet])}


def audited(raw: bytes, form: str) -> int:
    """The hands of a score sheet, read and audited. Raises ValueError where one is wrong, or not read."""
    found = read(raw, f"group.{form}")
    if not isinstance(found, Reading) or found.rejections or found.notes:
        raise ValueError("the workload is no clean score sheet")
    hands = 0
    for document in found.documents:
        parsed = parse(to_line(document), Place())
        if not isinstance(parsed, Parsed) or any(finding.kind is Kind.FAIL for finding in audit(parsed.record).findings):
            raise ValueError("the workload is wrong in a claim")
        hands += len(document["hands"])
    return hands


def seconds(tables: int = TABLES) -> dict[str, float]:
    """CPU seconds of each form, the file in memory."""
    taken = {}
    for form, raw in made(tables).items():
        began = process_time()
        audited(raw, form)
        taken[form] = process_time() - began
    return taken

"""A table for a spreadsheet: one finding a row; no cell can be taken for a formula."""

import csv
from collections.abc import Mapping
from typing import Any, Final, TextIO

from paipu.cli.formats.sink import Sink, Standing
from paipu.cli.support.outcomes import Item, Outcome
from paipu.ingest.cells import csv_cell

OF_FINDING: Final = (
    *("match", "hand", "trick", "play", "seat", "code", "clause", "basis", "severity", "kind", "pointer", "cell"),
    *("expected", "actual", "options", "message_zh", "message_en", "sheet_version", "engine_version"),
    *("record_sha256", "fingerprint", "follows_from", "fits_pointer", "fits_value"),
)
"""The columns of a finding by itself."""
COLUMNS: Final = (*OF_FINDING, "source", "line", "state", "waived_by", "waived_on", "waived_because")


def flat(row: Mapping[str, Any]) -> dict[str, Any]:
    """A finding as a line of a table, by the columns of `OF_FINDING`."""
    fits = row["fits_if"] or {"pointer": None, "value": None}
    message = {f"message_{lang}": said for lang, said in row["message"].items()}
    known = {**row, **message, "fits_pointer": fits["pointer"], "fits_value": fits["value"]}
    return {name: known[name] for name in OF_FINDING}


class Csv(Sink):
    """`--format csv`."""

    def __init__(self, out: TextIO) -> None:
        self.writer = csv.writer(out, lineterminator="\n")

    def begin(self) -> None:
        self.writer.writerow(COLUMNS)

    def finding(self, item: Item, outcome: Outcome, standing: Standing) -> None:
        waiver = standing.waiver
        values = {
            **flat(item.row),
            "options": " ".join(item.row["options"]),
            "source": outcome.source,
            "line": outcome.line,
            "state": standing.state,
            "waived_by": waiver.author if waiver else None,
            "waived_on": waiver.date if waiver else None,
            "waived_because": waiver.reason if waiver else None,
        }
        self.writer.writerow([csv_cell(values[column]) for column in COLUMNS])

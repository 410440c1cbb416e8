"""One JSON document, written as the findings come: findings with their standing, rejections, and the summary."""

import tempfile
from dataclasses import asdict
from typing import TextIO

from paipu.cli.formats.sink import Sink, Standing
from paipu.cli.support.outcomes import Item, Outcome
from paipu.cli.support.summary import Summary
from paipu.cli.support.terminal import to_json
from paipu.ingest.output import rejection_row
from paipu.ingest.rejection import Rejection

FORMAT = "paipu-audit/1"
SPOOLED = 1 << 20


class Json(Sink):
    """`--format json`. Rejections wait in a file that has no name, so that memory does not grow with them."""

    def __init__(self, out: TextIO, summary: Summary) -> None:
        self.out, self.summary = out, summary
        self.rejections = Array(tempfile.SpooledTemporaryFile(SPOOLED, "w+", encoding="utf-8"))  # noqa: SIM115 - copy_to closes it
        self.findings = Array(out)

    def begin(self) -> None:
        self.out.write(f'{{"format":"{FORMAT}",\n"findings":[')

    def finding(self, item: Item, outcome: Outcome, standing: Standing) -> None:
        waiver = standing.waiver
        signed = {"author": waiver.author, "reason": waiver.reason, "date": waiver.date} if waiver else None
        place = {"source": outcome.source, "line": outcome.line}
        self.findings.add({**item.row, **place, "state": standing.state, "waiver": signed})

    def rejection(self, rejection: Rejection) -> None:
        self.rejections.add(rejection_row(rejection))

    def end(self) -> None:
        self.out.write('],\n"rejections":[')
        self.rejections.copy_to(self.out)
        self.out.write(f'],\n"summary":{to_json(asdict(self.summary))}}}\n')


class Array:
    """The members of a JSON array, one a line, on a stream."""

    def __init__(self, stream: "TextIO | tempfile.SpooledTemporaryFile[str]") -> None:
        self.stream = stream
        self.empty = True

    def add(self, value: object) -> None:
        """Write one more member."""
        self.stream.write(("\n" if self.empty else ",\n") + to_json(value))
        self.empty = False

    def copy_to(self, out: TextIO) -> None:
        """Give what was written to another stream."""
        self.stream.seek(0)
        out.writelines(self.stream)
        self.stream.close()

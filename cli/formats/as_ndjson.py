"""One finding a line, with the documented keys and no others; findings that do not count are left out."""

from typing import TextIO

from paipu.cli.formats.sink import Sink, Standing
from paipu.cli.support.outcomes import Item, Outcome
from paipu.cli.support.terminal import to_json


class Ndjson(Sink):
    """`--format ndjson`."""

    def __init__(self, out: TextIO) -> None:
        self.out = out

    def finding(self, item: Item, outcome: Outcome, standing: Standing) -> None:  # noqa: ARG002 - the shape of a sink
        if standing.state in {"new", "follows"}:
            self.out.write(to_json(item.row) + "\n")

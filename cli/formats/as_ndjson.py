"""One finding a line, with the documented keys and no others; findings that do not count are left out."""

import json
from typing import TextIO

from paipu.cli.formats.sink import Sink, Standing
from paipu.cli.support.outcomes import Item, Outcome
from paipu.cli.support.terminal import clean_json


class Ndjson(Sink):
    """`--format ndjson`."""

    def __init__(self, out: TextIO) -> None:
        self.out = out

    def finding(self, item: Item, outcome: Outcome, standing: Standing) -> None:  # noqa: ARG002 - the shape of a sink
        if standing.state in {"new", "follows"}:
            self.out.write(to_json(item.row) + "\n")


def to_json(value: object) -> str:
    """Compact JSON in one line, Chinese as it is, and nothing in it that could steer a terminal."""
    return clean_json(json.dumps(value, ensure_ascii=False, separators=(",", ":")))

"""Everything that is wrong in records of these tests, in one list: who wants faulty records of a sheet asks here.

The sources are the classes of faults of the sample maker, the slips of a scorer, and the records that cost most. Each has
kinds, each kind some records. What the tests of the clauses build is `tests.rules.registry.TRIGGERS`.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from random import Random
from typing import Any, Final

from paipu.samples import FAULTS, make_match
from tests.samples.test_faults import faulty
from tests.slips import claims, plays  # noqa: F401 - importing them enters their kinds
from tests.slips.clerk import KINDS, slipped
from tests.worst.genome import to_bytes
from tests.worst.pinned import ONCE_WORSE, WORST

MATCHES_TRIED: Final = 12
"""A slip that finds no opportunity in so many matches has none."""
Kinds = Iterator[tuple[str, Iterator[bytes]]]
"""Kinds by name, and the records of each as they are in a file."""


def line_of(document: Mapping[str, Any]) -> bytes:
    """A document as it is in a file."""
    return json.dumps(document, ensure_ascii=False).encode()


def _faults(sheet: str) -> Kinds:
    for kind in FAULTS.get(sheet, ()):
        yield kind, map(line_of, faulty(sheet, kind))


def _slips(sheet: str) -> Kinds:
    for kind in KINDS if sheet in FAULTS else ():
        matches = ((number, make_match(1, number, sheet=sheet)) for number in range(1, MATCHES_TRIED + 1))
        slips = (slipped(match, kind, Random(f"1 {number} {kind}")) for number, match in matches)
        yield kind, (line_of(slip.document) for slip in slips if slip is not None)


def _worst(sheet: str) -> Kinds:
    for genome in (*WORST.values(), *ONCE_WORSE):
        if genome.sheet == sheet:
            yield f"seed {genome.seed}", iter([to_bytes(genome)])


WRONG: Final[Mapping[str, Callable[[str], Kinds]]] = {"faults": _faults, "slips": _slips, "worst": _worst}
"""By source."""


def records(source: str, sheet: str, each: int) -> Iterator[tuple[str, bytes]]:
    """Of each kind so many records, with a title."""
    for kind, lines in WRONG[source](sheet):
        for number, raw in enumerate(islice(lines, each), 1):
            yield f"{kind} {number}" if source != "worst" else kind, raw

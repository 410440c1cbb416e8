"""Each kind of slip, some times on each sheet: was it found, is its place named first, and does all else follow from it."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from random import Random
from typing import Any, Final, NamedTuple

from paipu.ingest.parse import Parsed, parse
from paipu.ingest.rejection import Place
from paipu.replay.audit import audit
from paipu.replay.findings import Finding, Kind
from paipu.samples import make_match
from tests.slips import claims, plays  # noqa: F401 - importing them enters their kinds
from tests.slips.clerk import Document, slipped

__all__ = ["TIMES", "Outcome", "Row", "outcome", "parsed_of", "row", "row_of", "slipped", "totals"]

TIMES: Final = 20
MATCHES_TRIED: Final = 4
"""A kind that finds no opportunity in so many matches for each time it is wanted is said to have none."""


class Outcome(NamedTuple):
    """What became of one slip. `findings` are those that the right record has not; `causes` those that follow from no other."""

    refused: bool
    findings: tuple[Finding, ...]
    causes: tuple[Finding, ...]
    at_place: bool

    @property
    def seen(self) -> bool:
        """Whether anything shows."""
        return self.refused or bool(self.findings)

    @property
    def first(self) -> bool:
        """Whether the first cause is named at the slip."""
        return self.refused or self.at_place

    @property
    def folded(self) -> bool:
        """Whether nothing beside it is named as a cause."""
        return self.refused or len(self.causes) == 1


class Row(NamedTuple):
    """A kind of slip on a sheet: how often it was tried, showed, was named first at its place, and alone; findings in all."""

    sheet: str
    kind: str
    tried: int
    seen: int
    first: int
    folded: int
    findings: int


def outcomes(sheet: str, kind: str, times: int, seed: int = 1) -> Iterator[Outcome]:
    """What the audit makes of up to `times` slips of a kind, each in another match."""
    made = 0
    for number in range(1, times * MATCHES_TRIED + 1):
        document = make_match(seed, number, sheet=sheet)
        slip = slipped(document, kind, Random(f"{seed} {number} {kind}"))
        if slip is None:
            continue
        yield outcome(document, slip.document, slip.places)
        made += 1
        if made == times:
            return


def outcome(right: Document, wrong: Document, places: Iterable[str]) -> Outcome:
    parsed = parsed_of(wrong)
    if parsed is None:
        return Outcome(refused=True, findings=(), causes=(), at_place=True)
    before = Counter(map(what, audit(parsed_or_fail(right).record).findings))
    new = []
    for finding in audit(parsed.record).findings:
        if before[what(finding)]:
            before[what(finding)] -= 1
        else:
            new.append(finding)
    causes = [finding for finding in new if finding.cause is None]
    accusing = [finding for finding in causes if finding.kind is not Kind.OPEN]
    causes = accusing or causes[:1]  # what is open accuses nobody
    named = [causes[0].where.pointer, *(causes[0].fits_if or ())[:1]] if causes else []
    at_place = any(lies_at(pointer, place) for pointer in named for place in places)
    return Outcome(refused=False, findings=tuple(new), causes=tuple(causes), at_place=at_place)


def lies_at(pointer: str, place: str) -> bool:
    """Whether a JSON pointer is a place or lies below it."""
    return pointer == place or pointer.startswith(f"{place}/")


def what(finding: Finding) -> tuple[object, ...]:
    return finding.code, finding.where, finding.seat, finding.actual


def parsed_of(document: Document) -> Parsed | None:
    parsed = parse(json.dumps(document).encode(), Place("slip", None))
    return parsed if isinstance(parsed, Parsed) else None


def parsed_or_fail(document: Document) -> Parsed:
    parsed = parsed_of(document)
    if parsed is None:
        raise AssertionError(f"{document['id']} is refused without a slip")
    return parsed


def row(sheet: str, kind: str, times: int) -> Row:
    """The line of the table for a kind of slip on a sheet."""
    results = list(outcomes(sheet, kind, times))
    return Row(
        sheet,
        kind,
        tried=len(results),
        seen=sum(each.seen for each in results),
        first=sum(each.first for each in results),
        folded=sum(each.folded for each in results),
        findings=sum(len(each.findings) for each in results),
    )


def row_of(task: tuple[str, str], times: int) -> Row:
    """The line of a sheet and a kind, for a pool of workers."""
    return row(*task, times)


def totals(rows: Iterable[Row]) -> dict[str, Any]:
    """Sums over all lines."""
    listed = list(rows)
    return {name: sum(getattr(each, name) for each in listed) for name in ("tried", "seen", "first", "folded", "findings")}

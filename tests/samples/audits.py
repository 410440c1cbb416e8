"""A made-up document on its way through the reader and the audit, as a user's file would go."""

import os
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from multiprocessing import get_context
from typing import Any, Final, TypeVar

from paipu.ingest.source import RawRecord
from paipu.replay.audit import audit
from paipu.replay.findings import Finding
from paipu.samples import make_match, to_line
from tests.made import must_parse

Task = TypeVar("Task")
MATCHES: Final = 8
RARE: Final = {"chaodipi": 24, "shuangkou": 16, "daguai": 16}
"""Of some sheets it takes more matches before what is rare has come about."""


@cache
def tournament(sheet: str) -> tuple[Mapping[str, Any], ...]:
    """The matches that the tests of this folder look at; the deep ones make thousands."""
    return tuple(make_match(7, number, sheet=sheet) for number in range(1, RARE.get(sheet, MATCHES) + 1))


def findings_of(document: Mapping[str, Any]) -> tuple[Finding, ...]:
    """All findings of a document, which must be one that the reader takes."""
    raw = to_line(document).removesuffix(b"\n")
    parsed = must_parse(raw, RawRecord(raw, "sample", 1))
    return audit(parsed.record).findings


def problems(document: Mapping[str, Any]) -> list[str]:
    """What the audit says of a match, of any severity; that a score cannot be told is no problem."""
    return [
        f"{document['id']} {finding.code} {finding.where} {finding.expected} {finding.actual}"
        for finding in findings_of(document)
        if finding.code != "SCORE-OPEN"
    ]


def each_in_a_process(work: Callable[[Task], list[str]], tasks: Iterable[Task]) -> list[str]:
    """The results of all tasks, worked on by as many processes as there are processors."""
    with ProcessPoolExecutor(os.cpu_count(), mp_context=get_context("spawn")) as pool:
        return [line for lines in pool.map(work, tasks) for line in lines]

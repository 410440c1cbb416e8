"""What a record costs: the steps beyond judging each play once, calls of functions, and CPU seconds.

Steps are the same in every run, and so, but for what is loaded once, are calls: what earlier records left behind is forgotten.
"""

import cProfile
from functools import _lru_cache_wrapper
from time import process_time
from typing import NamedTuple

from paipu.ingest.parse import Parsed, parse
from paipu.ingest.rejection import Place
from paipu.replay.audit import audit
from paipu.replay.budget import Budget, budget_of
from paipu.replay.causes import cards
from paipu.replay.climbing import context as climbing_context
from paipu.replay.sheets import SHEETS
from paipu.replay.tricks import bidding, score, trump


class Cost(NamedTuple):
    """What reading and auditing some bytes cost."""

    steps: int
    calls: int
    findings: int


def forget() -> None:
    """Empty the caches that records share."""
    for module in (cards, climbing_context, bidding, score, trump):
        for cached in vars(module).values():
            if isinstance(cached, _lru_cache_wrapper):
                cached.cache_clear()
    for sheet in SHEETS.values():
        for kept in ("settings", "_answers"):
            vars(sheet).pop(kept, None)


def audited(raw: bytes, limit: int | None = None) -> tuple[int, int]:
    """Read and audit some bytes: the steps that took, and how many findings there are; of a rejection how many problems."""
    parsed = parse(raw, Place())
    if not isinstance(parsed, Parsed):
        return 0, len(parsed.errors)
    work = Budget(limit) if limit is not None else budget_of(parsed.record)
    findings = audit(parsed.record, work).findings
    return work.steps, len(findings)


def cost(raw: bytes, limit: int | None = None) -> Cost:
    """The cost of some bytes that does not depend on the machine."""
    forget()
    profile = cProfile.Profile()
    steps, findings = profile.runcall(audited, raw, limit)
    calls = sum(entry.callcount for entry in profile.getstats())
    return Cost(steps, calls, findings)


def seconds(raw: bytes, limit: int | None = None) -> float:
    """CPU seconds of reading and auditing some bytes, for the first time."""
    forget()
    return seconds_again(raw, limit)


def seconds_again(raw: bytes, limit: int | None = None) -> float:
    """The same, with what earlier records left behind."""
    began = process_time()
    audited(raw, limit)
    return process_time() - began

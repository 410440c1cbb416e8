"""Verdicts as lines: what two engines must say alike, in both languages, and nothing that only names a version."""

import json
from typing import Any, Final

from paipu.ingest.output import computed_row, finding_row
from paipu.ingest.parse import Parsed
from paipu.replay.computed import Audit
from paipu.replay.record import GameRecord

_NAMES_A_VERSION: Final = {"engine_version", "record_sha256", "cell"}
"""Keys of a finding that say under what it was made; `cell` is told by score sheets alone."""


def line(value: object) -> str:
    """One JSON line."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def audit_lines(record: GameRecord, verdict: Audit) -> list[str]:
    """What was computed, then each finding with its basis, its options and what it follows from."""
    parsed = Parsed(record, {}, "", b"")
    computed: dict[str, Any] = computed_row(verdict, parsed)
    rows = (finding_row(finding, parsed, verdict) for finding in verdict.findings)
    return [
        line({"computed": computed}),
        *(line({key: value for key, value in row.items() if key not in _NAMES_A_VERSION}) for row in rows),
    ]

"""How much memory a stream of records needs: run as its own process, it audits what comes on the standard input."""

import json
import resource
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from paipu.ingest.parse import parse
from paipu.ingest.rejection import Rejection
from paipu.ingest.source import read
from paipu.replay.audit import audit


def peak_kb() -> int:
    """The most memory that this process has had resident, in KB.

    Linux counts in `ru_maxrss` what the parent had before it started this program, so its own count comes first.
    """
    status = Path("/proc/self/status")
    if status.exists():
        for line in status.read_text(encoding="ascii", errors="replace").splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1])
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak // 1024 if sys.platform == "darwin" else peak


def audit_stream() -> dict[str, int]:
    """Audit the ndjson on the standard input; the counts, and the peak resident memory in KB before and after."""
    before = peak_kb()
    hands = findings = refused = 0
    for raw in read(["-"]):
        parsed = raw if isinstance(raw, Rejection) else parse(raw.raw, raw)
        if isinstance(parsed, Rejection):
            refused += 1
            continue
        result = audit(parsed.record)
        hands += len(result.hands)
        findings += len(result.findings)
    return {"hands": hands, "findings": findings, "refused": refused, "kb_before": before, "kb": peak_kb()}


def measure(lines: Sequence[bytes], hands: int) -> dict[str, Any]:
    """Stream that many records of one hand, the given ones over and over, through a process of its own."""
    command = [sys.executable, "-m", "tests.bench.memory"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        if process.stdin is None or process.stdout is None:
            raise RuntimeError("the process has no pipes")
        for number in range(hands):
            process.stdin.write(lines[number % len(lines)] + b"\n")
        process.stdin.close()
        told: dict[str, Any] = json.loads(process.stdout.read())
    return told


if __name__ == "__main__":
    print(json.dumps(audit_stream()))

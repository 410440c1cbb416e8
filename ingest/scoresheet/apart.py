"""`python -m paipu.ingest.scoresheet.apart`: score sheets read in a process of their own, with only so much time and memory.

What a file costs is bounded by what is in it, as far as that can be told before (`workbook.py`). This is for what cannot be
told, and for what nobody has thought of: the system ends the process, the file is refused, and whoever asked goes on.

It is no process of `multiprocessing`: that would run the main module of the dashboard again, which is another page each time.
"""

import base64
import json
import os
import pickle
import resource
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from paipu.ingest.rejection import problem, reject

if TYPE_CHECKING:
    from collections.abc import Sequence

    from paipu.ingest.rejection import Rejection
    from paipu.ingest.scoresheet import Reading
    from paipu.ingest.scoresheet.grid import Grid
    from paipu.ingest.scoresheet.mapping import Mapped

SECONDS: Final = 8
"""Of processor time for a file of at most 1 MiB, what is loaded to read it included, and for each further MiB."""
MEMORY: Final = 300
"""MiB for a file of at most 1 MiB, beside what the process has before it reads it; and `MEMORY_A_MIB` for each further."""
MEMORY_A_MIB: Final = 40
_MIB: Final = 1 << 20
_TOO_MUCH: Final = 75
"""The exit status where memory ran out in an orderly way."""


def limits(size: int) -> tuple[int, int]:
    """How many seconds, and MiB, a file of so many bytes may take."""
    further = max(0, size - 1) // _MIB
    return SECONDS * (1 + further), MEMORY + MEMORY_A_MIB * further


def read_apart(raw: bytes, path: str, rules: str | None, mapped: "Mapped | None" = None) -> "Reading | Rejection":
    """As `scoresheet.read`; refused is also what takes too long, or too much memory."""
    found: Reading | Rejection = _asked_apart(
        raw, path, {"rules": rules, "mapped": base64.b64encode(pickle.dumps(mapped)).decode()}
    )
    return found


def grids_apart(raw: bytes, path: str) -> "Sequence[Grid] | Rejection":
    """As `scoresheet.read_grids`, alike."""
    found: Sequence[Grid] | Rejection = _asked_apart(raw, path, {"grids": True})
    return found


def _asked_apart(raw: bytes, path: str, what: Mapping[str, object]) -> Any:  # noqa: ANN401 - what was asked for
    seconds, memory = limits(len(raw))
    asked = json.dumps({"path": path, "seconds": seconds, "memory": memory, **what}).encode()
    paths = os.pathsep.join(each for each in sys.path if each)
    with subprocess.Popen(
        [sys.executable, "-P", "-m", "paipu.ingest.scoresheet.apart"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": paths, "ARROW_DEFAULT_MEMORY_POOL": "system"},
    ) as process:
        told, fault = process.communicate(b"".join((asked, b"\n", raw)))
    if process.returncode == 0:
        return pickle.loads(told)  # noqa: S301 - of our own process
    if process.returncode == _TOO_MUCH or process.returncode < 0:
        return reject([problem("SCORESHEET-COST", seconds=seconds, memory=memory)], path)
    raise RuntimeError(fault.decode("utf-8", "replace").strip() or f"exit {process.returncode}")


# --- In the process ------------------------------------------------------------------------------------------


def _limit(seconds: int, memory: int) -> None:
    """From now on the system ends this process if it takes more; a core of it is of no use to anybody."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    with suppress(OSError, ValueError):  # where nothing tells how much there is already, or no such limit can be set
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
        most = pages * resource.getpagesize() + memory * _MIB
        resource.setrlimit(resource.RLIMIT_AS, (most, most))


def main() -> int:
    """Read what stands on the standard input; what comes of it goes to the standard output."""
    from paipu.ingest.scoresheet import Reading, read, read_grids, workbook  # noqa: PLC0415 - it imports this module

    with os.fdopen(os.dup(1), "wb") as answer:
        os.dup2(2, 1)  # a library that has something to say says it elsewhere
        asked = json.loads(sys.stdin.buffer.readline())
        raw = sys.stdin.buffer.read()
        workbook.load_reader()
        mapped = pickle.loads(base64.b64decode(asked.get("mapped") or "")) if asked.get("mapped") else None  # noqa: S301 - our own
        _limit(asked["seconds"], asked["memory"])
        try:
            found = read_grids(raw, asked["path"]) if asked.get("grids") else read(raw, asked["path"], asked["rules"], mapped)
            told = pickle.dumps(found.bare() if isinstance(found, Reading) else found)
        except MemoryError:
            return _TOO_MUCH
        answer.write(told)
    return 0


if __name__ == "__main__":
    sys.exit(main())

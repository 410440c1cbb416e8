"""Files of a page loaded by a process of its own: `python -m paipu.dashboard.loading`.

Meanwhile the server draws pages, for whoever holds the interpreter holds up everybody. The process ends with the one who asked.

It is no process of `multiprocessing`: that would run the main module of the dashboard again, which is another page each time.
"""

import os
import pickle
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from paipu.analytics.errors import LoadError
from paipu.dashboard.text import TEXT

if TYPE_CHECKING:
    from paipu.analytics.pipeline import LoadSummary
    from paipu.dashboard.uploads import Loaded

NICER: Final = 5
"""By so much such a process gives way to the server."""
FAULT_SHOWN: Final = 2000
"""Bytes of what a process said at its end that are told."""


class Asked(NamedTuple):
    """What a process is to load: files with their names, into which warehouse, how long it waits for others, and the folder in
    which it may lay by what it made.
    """

    names: Mapping[str, str]
    directory: Path
    patience: float
    scratch: Path


def load_apart(asked: Asked, progress: "Callable[[LoadSummary], None]") -> "Loaded":
    """Load some files. Raises what `uploads.loaded` does, and LoadError where the process is ended by the system."""
    paths = os.pathsep.join(each for each in sys.path if each)
    with tempfile.TemporaryFile() as said:  # a pipe that nobody reads would fill
        process = subprocess.Popen(
            [sys.executable, "-P", "-m", "paipu.dashboard.loading"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=said,
            env={**os.environ, "PYTHONPATH": paths},
        )
        with process:
            try:
                return _answer(process, asked, progress)
            except (EOFError, BrokenPipeError, pickle.UnpicklingError):
                process.kill()
                process.wait()
            except BaseException:  # whoever asked is gone, or wants no more
                process.kill()
                raise
        said.seek(0)
        fault = said.read(FAULT_SHOWN).decode("utf-8", "replace").strip()
    if process.returncode < 0 or not fault:
        raise LoadError(*TEXT["load.ended"])
    raise RuntimeError(fault)


def _answer(process: "subprocess.Popen[bytes]", asked: Asked, progress: "Callable[[LoadSummary], None]") -> "Loaded":
    from paipu.analytics.pipeline import LoadSummary  # noqa: PLC0415 - that module's process imports this one

    to, told = process.stdin, process.stdout
    if to is None or told is None:
        raise BrokenPipeError
    pickle.dump(asked, to)
    to.flush()
    while True:
        answer: LoadSummary | Loaded | Exception = pickle.load(told)  # noqa: S301 - of our own process
        if isinstance(answer, Exception):
            raise answer
        if not isinstance(answer, LoadSummary):
            return answer
        progress(answer)


# --- In the process ------------------------------------------------------------------------------------------


def main() -> int:
    """Load what is asked on the standard input; what comes of it goes to the standard output."""
    from paipu.analytics.errors import WarehouseError  # noqa: PLC0415 - the server has it anyway
    from paipu.dashboard.uploads import BadEventError, loaded  # noqa: PLC0415 - it imports this module

    with os.fdopen(os.dup(1), "wb") as answer:
        os.dup2(2, 1)  # a library that has something to say says it elsewhere
        os.nice(NICER)
        asked: Asked = pickle.load(sys.stdin.buffer)  # noqa: S301 - of the server
        threading.Thread(target=_follow, daemon=True).start()

        def tell(value: object) -> None:
            pickle.dump(value, answer)
            answer.flush()

        try:
            tell(loaded(asked, tell))
        except (WarehouseError, BadEventError) as fault:
            tell(fault)
    return 0


def _follow() -> None:
    """End with the one who asked, who says no more and then is gone."""
    sys.stdin.buffer.read()
    os._exit(1)


if __name__ == "__main__":
    sys.exit(main())

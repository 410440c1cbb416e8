"""`python -m paipu.ingest.scoresheet.apart`: score sheets read in a process of their own, with only so much time and memory.

What a file costs is bounded by what is in it, as far as that can be told before (`workbook.py`). This is for what cannot be
told, and for what nobody has thought of: the system ends the process, the file is refused, and whoever asked goes on.

One process has loaded what reads them, and what it looks up in every one, and makes one of itself for each file: that takes
longer than most files do.
It is none of `multiprocessing`: that would run the main module of the dashboard again, which is another page each time.
"""

import atexit
import os
import pickle
import resource
import signal
import socket
import subprocess
import sys
import threading
import traceback
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
"""Of processor time for a file of at most 1 MiB, and for each further MiB."""
MEMORY: Final = 300
"""MiB for a file of at most 1 MiB, beside what the process has before it reads it; and `MEMORY_A_MIB` for each further."""
MEMORY_A_MIB: Final = 40
ALONE: Final = {
    "ARROW_DEFAULT_MEMORY_POOL": "system",
    "JE_ARROW_MALLOC_CONF": "background_thread:false",
    "OPENBLAS_NUM_THREADS": "1",
}
"""What keeps libraries from starting threads: a process with threads does not always live on in one that it made of itself."""
_MIB: Final = 1 << 20
_READY, _TOLD, _FAULT = b"rtf"
"""What an answer begins with: that its process has begun, and then what it has read, or why it could not."""


def limits(size: int) -> tuple[int, int]:
    """How many seconds, and MiB, a file of so many bytes may take."""
    further = max(0, size - 1) // _MIB
    return SECONDS * (1 + further), MEMORY + MEMORY_A_MIB * further


def read_apart(raw: bytes, path: str, rules: str | None, mapped: "Mapped | None" = None) -> "Reading | Rejection":
    """As `scoresheet.read`; refused is also what takes too long, or too much memory."""
    found: Reading | Rejection = _asked_apart(raw, path, ("read", rules, mapped))
    return found


def grids_apart(raw: bytes, path: str) -> "Sequence[Grid] | Rejection":
    """As `scoresheet.read_grids`, alike."""
    found: Sequence[Grid] | Rejection = _asked_apart(raw, path, ("grids",))
    return found


def _asked_apart(raw: bytes, path: str, what: tuple[object, ...]) -> Any:  # noqa: ANN401 - what was asked for
    seconds, memory = limits(len(raw))
    with _READERS.one() as reader, reader.makefile("rb") as answer:
        with suppress(BrokenPipeError):  # it was ended, which is known by its answer
            reader.sendall(pickle.dumps((path, seconds, memory, *what)))
            reader.sendall(raw)
        with suppress(OSError):
            reader.shutdown(socket.SHUT_WR)
        told = answer.read()
    if told[1:2] == bytes((_TOLD,)):
        return pickle.loads(told[2:])  # noqa: S301 - of our own process
    if told == bytes((_READY,)):
        return reject([problem("SCORESHEET-COST", seconds=seconds, memory=memory)], path)
    raise RuntimeError(told[2:].decode("utf-8", "replace") or "what reads score sheets did not start")


class _Readers:
    """The process that makes those which read, started when first asked for; it ends when nobody is left to ask."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._asked: socket.socket | None = None

    def one(self) -> socket.socket:
        """A connection with a process that reads what is sent until its end, and answers. Raises OSError."""
        ours, theirs = socket.socketpair()
        with theirs, self._lock:
            for again in (True, False):
                self._asked = self._asked or self._started()
                try:
                    socket.send_fds(self._asked, [b"."], [theirs.fileno()])
                except OSError:  # it was ended by somebody: another takes its place
                    self._asked.close()
                    self._asked = None
                    if not again:
                        raise
                else:
                    break
        return ours

    @staticmethod
    def _started() -> socket.socket:
        ours, theirs = socket.socketpair()
        paths = os.pathsep.join(each for each in sys.path if each)
        with theirs:
            process = subprocess.Popen(
                [sys.executable, "-P", "-m", "paipu.ingest.scoresheet.apart"],
                stdin=theirs.fileno(),
                stdout=subprocess.DEVNULL,  # a library that has something to say says it to nobody
                stderr=subprocess.DEVNULL,
                env={**os.environ, "PYTHONPATH": paths, **ALONE},
                start_new_session=True,  # a key that interrupts whoever asks is not for it
            )

        def ended() -> None:
            ours.close()
            with suppress(subprocess.TimeoutExpired):
                process.wait(1)

        atexit.register(ended)
        return ours


_READERS: Final = _Readers()


# --- In the process ------------------------------------------------------------------------------------------

_SPECIMEN: Final = b"a,b\n1,2\n"
"""To read anything makes what is looked up: the names that columns have in every rule sheet."""


def _limit(seconds: int, memory: int) -> None:
    """From now on the system ends this process if it takes more; a core of it is of no use to anybody."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    with suppress(OSError, ValueError):  # where nothing tells how much there is already, or no such limit can be set
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
        most = pages * resource.getpagesize() + memory * _MIB
        resource.setrlimit(resource.RLIMIT_AS, (most, most))


def _answered(asked: socket.socket) -> None:
    """Read one file, and say what comes of it; where memory runs out, no more than that it had begun."""
    from paipu.ingest.scoresheet import Reading, read, read_grids  # noqa: PLC0415 - it imports this module

    with asked.makefile("rb") as question, asked.makefile("wb") as answer:
        path, seconds, memory, what, *how = pickle.load(question)  # noqa: S301 - of our own process
        raw = question.read()
        answer.write(bytes((_READY,)))
        answer.flush()
        try:
            _limit(seconds, memory)
            found = read_grids(raw, path) if what == "grids" else read(raw, path, *how)
            told = pickle.dumps(found.bare() if isinstance(found, Reading) else found)
        except MemoryError:
            return
        except Exception:  # noqa: BLE001 - whatever it is, whoever asked raises it
            answer.write(bytes((_FAULT,)) + traceback.format_exc().encode())
        else:
            answer.write(bytes((_TOLD,)) + told)


def main() -> int:
    """Make a process for each connection that comes through the standard input, until its other end is closed."""
    from paipu.ingest.scoresheet import read, workbook  # noqa: PLC0415 - loaded once, before there is anything to read

    workbook.load_reader()
    read(_SPECIMEN, "specimen.csv")
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody asks how one has ended
    with socket.socket(fileno=0) as asked:
        while (came := socket.recv_fds(asked, 1, 1))[0]:
            with socket.socket(fileno=came[1][0]) as one:
                if os.fork() == 0:
                    asked.close()
                    _answered(one)
                    os._exit(0)
    return 0


if __name__ == "__main__":
    sys.exit(main())

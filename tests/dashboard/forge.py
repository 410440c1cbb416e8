"""Servers forked from one process that has imported all that they need: each is up at once, and costs next to nothing.

What a server does from its birth (what it imports, what strace sees of it) is tested on one that is started as people start it.
"""

import multiprocessing
import os
import subprocess
from collections.abc import Mapping
from pathlib import Path
from tempfile import NamedTemporaryFile

from paipu.dashboard import app
from paipu.dashboard.serve import serve

FORGE = multiprocessing.get_context("forkserver")
FORGE.set_forkserver_preload([__name__])


class Forked:
    """A server that is asked, told and ended like a `Popen`."""

    def __init__(self, directory: Path, port: int, first: str) -> None:
        self._log = NamedTemporaryFile("r", encoding="utf-8")  # noqa: SIM115 - closed when it has been read
        self._said: str | None = None
        given = (str(directory), port, {**os.environ}, self._log.name, first)
        self._process = FORGE.Process(target=_serve, args=given, daemon=True)
        self._process.start()
        self.pid = self._process.pid or 0

    @property
    def returncode(self) -> int | None:
        return self._process.exitcode

    def poll(self) -> int | None:
        return self._process.exitcode

    def send_signal(self, number: int) -> None:
        if self.returncode is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        self._process.kill()

    def communicate(self, timeout: float | None = None) -> tuple[str, None]:
        """All that it printed until it ended."""
        self._process.join(timeout)
        if self.returncode is None:
            raise subprocess.TimeoutExpired("a forked server", timeout or 0)
        if self._said is None:
            with self._log:
                self._said = self._log.read()
        return self._said, None


def _serve(directory: str, port: int, environ: Mapping[str, str], log: str, first: str) -> None:
    """In the new process: serve, and print into the log."""
    os.environ.clear()
    os.environ.update(environ)
    out = os.open(log, os.O_WRONLY | os.O_APPEND)
    os.dup2(out, 1)
    os.dup2(out, 2)
    exec(first, {"app": app})  # noqa: S102 - what a test has the server do before it serves
    serve(Path(directory), port, False)

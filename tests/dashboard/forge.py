"""Servers and services forked from one process that has imported all that they need: each is up at once and costs little.

What a server does from its birth (what it imports, what strace sees of it) is tested on one that is started as people start it.
"""

import multiprocessing
import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from tempfile import NamedTemporaryFile

import pytest
from pwdlib import PasswordHash
from pwdlib.hashers.argon2 import Argon2Hasher

from paipu.cli.__main__ import main
from paipu.dashboard import app
from paipu.dashboard.serve import serve
from paipu.dashboard.service import accounts

FORGE = multiprocessing.get_context("forkserver")
FORGE.set_forkserver_preload([__name__, "paipu.dashboard.service.serve"])

QUICK = PasswordHash([Argon2Hasher(time_cost=1, memory_cost=8, parallelism=1)])
"""A hash of passwords as the service's own that takes no time: of that the service takes as much as it can bear."""


def hash_quickly(patch: pytest.MonkeyPatch) -> None:
    """Have this process hash passwords quickly."""
    patch.setattr(accounts, "hasher", lambda: QUICK)


class Forked:
    """A server that is asked, told and ended like a `Popen`."""

    def __init__(self, work: Callable[..., object], *given: object) -> None:
        self._log = NamedTemporaryFile("r", encoding="utf-8")  # noqa: SIM115 - closed when it has been read
        self._said: str | None = None
        self._process = FORGE.Process(target=_begin, args=({**os.environ}, self._log.name, work, given), daemon=True)
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


def _begin(environ: Mapping[str, str], log: str, work: Callable[..., object], given: Sequence[object]) -> None:
    """In the new process: print into the log, and work."""
    os.environ.clear()
    os.environ.update(environ)
    out = os.open(log, os.O_WRONLY | os.O_APPEND)
    os.dup2(out, 1)
    os.dup2(out, 2)
    work(*given)


def pages(directory: str, port: int, first: str) -> None:
    """Serve the pages of a warehouse."""
    exec(first, {"app": app})  # noqa: S102 - what a test has the server do before it serves
    serve(Path(directory), port, False)


def program(*words: str) -> None:
    """The program with some words."""
    sys.argv = ["paipu", *words]
    with pytest.MonkeyPatch.context() as patch:
        hash_quickly(patch)
        main()

"""The processes that do the work, so that no request holds the server: each runs one command of the command line at a time.

Which program they run the command line says: this package is below it, and knows of it only how it is talked to, a line of JSON
there (folder and words) and a line back (exit code, code, message).
"""

import asyncio
import json
import os
import shutil
import sys
import tempfile
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Final, NamedTuple

from paipu.dashboard.service.problems import problem
from paipu.replay.text import Text

PATIENCE: Final = 60.0
"""Seconds that one command may take."""
WAITING: Final = 64
"""Requests that wait for a process; more are sent away."""
RETIRED_AFTER: Final = 1000
"""Commands after which a process makes way for a new one."""
ANSWER: Final = "answer"
"""The file in a command's folder that has its standard output."""
LINE: Final = 1 << 20
"""Bytes of the line that says how a command ended."""


class Ended(NamedTuple):
    """How a command ended, as it says itself, and the folder that has its answer."""

    exit_code: int
    code: str | None
    message: Text | None
    folder: Path

    @property
    def answer(self) -> Path:
        """The file that has its standard output."""
        return self.folder / ANSWER


class Workers:
    """So many processes of one program, which are started when they are first wanted."""

    def __init__(self, program: Sequence[str], size: int, patience: float = PATIENCE, waiting: int = WAITING) -> None:
        self._program, self._patience = tuple(program), patience
        self._most = size + waiting
        self._asked = 0
        self._free: asyncio.LifoQueue[_Worker | None] = asyncio.LifoQueue()
        for _ in range(size):
            self._free.put_nowait(None)
        self._all: set[_Worker] = set()
        self._ending: set[_Worker] = set()

    @property
    def asked(self) -> int:
        """How many have a process, or wait for one."""
        return self._asked

    @asynccontextmanager
    async def run(self, words: Sequence[str], files: Mapping[str, bytes]) -> AsyncIterator[Ended]:
        """Run a command with some files in its folder, which is gone at the end.

        Raises Problem: 503 where too many wait or the process ends, 504 where the command takes too long.
        """
        if self._asked >= self._most:
            raise problem(503, "service.busy", waiting=self._asked)
        self._asked += 1
        try:
            folder = Path(await asyncio.to_thread(tempfile.mkdtemp, prefix="paipu-"))
            try:
                await asyncio.to_thread(_write, folder, files)
                yield await self._ended(words, folder)
            finally:
                await asyncio.to_thread(shutil.rmtree, folder, ignore_errors=True)
        finally:
            self._asked -= 1

    async def _ended(self, words: Sequence[str], folder: Path) -> Ended:
        worker = await self._free.get()
        try:
            if worker is None:
                worker = await _Worker.start(self._program)
                self._all.add(worker)
            async with asyncio.timeout(self._patience):
                ended = await worker.ask(words, folder)
        except BaseException as fault:  # nobody waits for what it is at
            if worker is not None:
                self._end(worker)
            worker = None
            if isinstance(fault, TimeoutError):
                raise problem(504, "service.long", seconds=round(self._patience)) from None
            if isinstance(fault, (EOFError, BrokenPipeError, ConnectionResetError)):
                raise problem(503, "service.ended") from None
            raise
        finally:
            if worker is not None and worker.answered >= RETIRED_AFTER:
                self._end(worker)
                worker = None
            self._free.put_nowait(worker)
        return ended

    def _end(self, worker: "_Worker") -> None:
        self._all.discard(worker)
        self._ending = {each for each in self._ending if not each.ended} | {worker}
        worker.end()

    async def close(self) -> None:
        """End them all, and see them gone."""
        for worker in list(self._all):
            self._end(worker)
        for worker in self._ending:
            await worker.gone()


class _Worker:
    """A process that is asked one thing after the other."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self.answered = 0

    @classmethod
    async def start(cls, program: Sequence[str]) -> "_Worker":
        """Start one. It hears no Ctrl-C, and ends when its standard input does."""
        paths = os.pathsep.join(each for each in sys.path if each)
        return cls(
            await asyncio.create_subprocess_exec(
                *program,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                env={**os.environ, "PYTHONPATH": paths},
                start_new_session=True,
                limit=LINE,
            )
        )

    async def ask(self, words: Sequence[str], folder: Path) -> Ended:
        """Run a command. Raises EOFError where the process ends."""
        to, told = self._process.stdin, self._process.stdout
        if to is None or told is None:
            raise EOFError
        to.write(json.dumps({"folder": str(folder), "words": list(words)}).encode() + b"\n")
        await to.drain()
        line = await told.readline()
        if not line.endswith(b"\n"):
            raise EOFError
        exit_code, code, message = json.loads(line)
        self.answered += 1
        return Ended(exit_code, code, Text(**message) if message is not None else None, folder)

    def end(self) -> None:
        """Kill it."""
        with suppress(ProcessLookupError):
            self._process.kill()

    @property
    def ended(self) -> bool:
        """Whether it is known to be gone."""
        return self._process.returncode is not None

    async def gone(self) -> None:
        """Once it has ended."""
        await self._process.wait()


def _write(folder: Path, files: Mapping[str, bytes]) -> None:
    for name, content in files.items():
        (folder / name).write_bytes(content)

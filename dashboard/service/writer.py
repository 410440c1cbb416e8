"""The one writer of the warehouse: what is to be loaded waits its turn, is loaded together, and is acknowledged when it is on
the disk.
"""

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Final, NamedTuple

from paipu.analytics.reader import Reader
from paipu.dashboard.service.problems import STATUS_OF_EXIT, Problem, problem
from paipu.dashboard.service.workers import Ended, Workers
from paipu.replay.text import Text

TOGETHER: Final = 256
"""Records that one load takes."""
TOGETHER_BYTES: Final = 64 << 20
"""Bytes of them, but for the first."""
QUEUE: Final = 1024
"""Records that wait; more are sent away."""
BUSY: Final = "WAREHOUSE-BUSY"
PATIENCE: Final = 60.0
"""Seconds to wait while another program writes to the warehouse."""
BETWEEN: Final = 0.25
"""Seconds between two tries."""


class _Entry(NamedTuple):
    sha256: str
    raw: bytes
    done: "asyncio.Future[None]"


class Writer:
    """Loads records into a warehouse by a process of its own, with the command `paipu load`."""

    def __init__(self, directory: Path, program: Sequence[str], reader: Reader) -> None:
        self._directory, self._reader = directory, reader
        self._workers = Workers(program, 1, patience=600)
        self._queue: asyncio.Queue[_Entry] = asyncio.Queue(QUEUE)
        self._task: asyncio.Task[None] | None = None
        self._following: set[asyncio.Task[None]] = set()
        self._turn = asyncio.Lock()

    def start(self) -> None:
        """Begin to take what comes."""
        self._task = asyncio.get_running_loop().create_task(self._take())

    @property
    def running(self) -> bool:
        """Whether it takes what comes."""
        return self._task is not None and not self._task.done()

    @property
    def waiting(self) -> int:
        """Records that wait their turn."""
        return self._queue.qsize()

    async def stop(self) -> None:
        """End: what was not acknowledged may be there or not."""
        for task in (*self._following, *([self._task] if self._task is not None else [])):
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        await self._workers.close()

    async def load(self, sha256: str, raw: bytes) -> None:
        """Load a record, and return when it is on the disk. Raises Problem where it is not."""
        entry = _Entry(sha256, raw, asyncio.get_running_loop().create_future())
        try:
            self._queue.put_nowait(entry)
        except asyncio.QueueFull:
            raise problem(503, "service.busy", waiting=self._queue.qsize()) from None
        await entry.done

    def follow(self) -> None:
        """Have the warehouse take in what has come into the log of rulings; what fails here is done with the next load."""
        if any(not task.done() for task in self._following) and len(self._following) > 1:
            return  # one that has not begun will see it too
        task = asyncio.get_running_loop().create_task(self._follow())
        self._following.add(task)
        task.add_done_callback(self._following.discard)

    async def _follow(self) -> None:
        with suppress(Problem):
            async with self.alone(("load", "--quiet", "--workers=1", f"--warehouse={self._directory}"), {}):
                pass

    @asynccontextmanager
    async def alone(self, words: Sequence[str], files: Mapping[str, bytes]) -> AsyncIterator[Ended]:
        """Run a command that writes to the warehouse when nothing else of this service does, and no other program."""
        until = asyncio.get_running_loop().time() + PATIENCE
        while True:
            async with self._turn, self._workers.run(words, files) as ended:
                if ended.code != BUSY or asyncio.get_running_loop().time() > until:
                    yield ended
                    return
            await asyncio.sleep(BETWEEN)

    async def _take(self) -> None:
        while True:
            entries = [await self._queue.get()]
            size = len(entries[0].raw)
            while len(entries) < TOGETHER and size < TOGETHER_BYTES and not self._queue.empty():
                entries.append(self._queue.get_nowait())
                size += len(entries[-1].raw)
            try:
                refusal = await self._loaded(entries)
            except asyncio.CancelledError:
                raise
            except Exception as fault:  # noqa: BLE001 - whoever waits is told, and the next are loaded
                refusal = fault
            there = await asyncio.to_thread(self._there, entries) if refusal is None else set()
            for entry in entries:
                if entry.done.done():  # nobody waits for it any more
                    continue
                if entry.sha256 in there:
                    entry.done.set_result(None)
                else:
                    entry.done.set_exception(refusal or problem(422, "service.not_loaded", what=entry.sha256))

    def _there(self, entries: Sequence[_Entry]) -> set[str]:
        return {entry.sha256 for entry in entries if self._reader.record(entry.sha256) is not None}

    async def _loaded(self, entries: Sequence[_Entry]) -> Exception | None:
        """Load some records together; why they are not loaded, or None if the command ran to its end."""
        files = {f"{entry.sha256}.json": entry.raw for entry in entries}
        words = ("load", "--quiet", "--workers=1", f"--warehouse={self._directory}", *files)
        async with self.alone(words, files) as ended:
            if ended.message is None:
                return None
            status = 503 if ended.code == BUSY else STATUS_OF_EXIT.get(ended.exit_code, 500)
            return Problem(status, ended.code or "LOAD", plain(ended.message, self._directory), ended.exit_code)


def plain(message: Text, directory: Path) -> Text:
    """What a command says, the folder of the warehouse called by its name alone."""
    return Text(*(said.replace(str(directory), directory.name) for said in message))

"""What the addresses ask: the processes that run commands, the one that loads, the warehouse, and who there is."""

import asyncio
import re
import shutil
import sqlite3
import tempfile
from collections.abc import AsyncIterator, Coroutine, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from http import HTTPStatus
from pathlib import Path
from typing import Annotated, Any, Final, Literal

from fastapi import Path as InPath
from fastapi import Query, Request, Response
from pydantic import Field

from paipu.analytics.errors import WarehouseError
from paipu.analytics.keys import NAMES
from paipu.dashboard.service.accounts import Accounts, Person
from paipu.dashboard.service.door import PERSON
from paipu.dashboard.service.metrics import Metrics
from paipu.dashboard.service.problems import STATUS_OF_EXIT, Problem, problem
from paipu.dashboard.service.workers import Ended, Workers
from paipu.dashboard.service.writer import Writer, plain
from paipu.dashboard.session import reader_of
from paipu.replay.audit import ENGINE_VERSION
from paipu.replay.sheets import SHEETS

JSON: Final = "application/json"
NDJSON: Final = "application/x-ndjson"
REFUSED: Final = 3
"""The exit code of a command that could not read an input."""
LEAST_FREE: Final = 64 << 20
"""Bytes of disk without which the service is not ready."""

STATUS_OF_CODE: Final = {
    "WAREHOUSE-BUSY": HTTPStatus.SERVICE_UNAVAILABLE,
    **dict.fromkeys(("STUDY-EVENT", "NARROW-NOBODY", "REPLAY-NO-HAND", "REVIEW-NOTHING"), HTTPStatus.NOT_FOUND),
    **dict.fromkeys(("RULING-UNKNOWN", "STANDINGS-AFTER"), HTTPStatus.NOT_FOUND),
    **dict.fromkeys(("RULING-SINCE", "RULING-AHEAD", "RULING-SAME", "RULING-TURN", "RULING-ID"), HTTPStatus.CONFLICT),
}
"""By the code of a command, where its exit code does not say it all: what a request names and there is not, and what another
has done meanwhile."""
SHEET_NAMES: Final = {"enum": list(SHEETS)}

OfSheet = Annotated[str, Query(min_length=1, max_length=200, json_schema_extra=SHEET_NAMES)]
"""The command says of another one which there are."""
Statistic = Annotated[str, Query(min_length=1, max_length=200, json_schema_extra={"enum": list(NAMES)})]
Named = Annotated[str, Query(min_length=1, max_length=200)]
Name = Annotated[str, Field(min_length=1, max_length=200)]
Sha256 = Annotated[str, InPath(pattern="^[0-9a-f]{64}$")]
Language = Literal["zh", "en"]


class Service:
    """What the addresses ask: the processes that run commands, the one that loads, and the warehouse."""

    def __init__(self, directory: Path, program: Sequence[str], workers: int, accounts: Accounts) -> None:
        self.directory, self.accounts, self.metrics = directory.resolve(), accounts, Metrics()
        self.reader = reader_of(str(self.directory))
        self.workers = Workers(program, workers)
        self.writer = Writer(self.directory, program, self.reader)
        self.metrics.gauge("paipu_asking", "Requests that have a process or wait for one", lambda: self.workers.asked)
        self.metrics.gauge("paipu_loads_waiting", "Records that wait to be loaded", lambda: self.writer.waiting)
        self.metrics.gauge("paipu_generation", "The newest manifest of the warehouse", lambda: self.reader.generation)

    def wanting(self) -> list[str]:
        """What stands in the way of answering: nothing, if all is well."""
        found = [] if self.writer.running else ["writer"]
        try:
            self.reader.query("SELECT count(*) AS batches FROM batches ORDER BY batches")
        except WarehouseError:
            found.append("warehouse")
        try:
            self.accounts.is_empty()
        except sqlite3.Error:
            found.append("accounts")
        try:
            free = min(shutil.disk_usage(each).free for each in (self.directory, tempfile.gettempdir()))
        except OSError:
            free = 0
        return [*found, *(["disk"] if free < LEAST_FREE else [])]

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """While the server is up."""
        self.writer.start()
        try:
            yield
        finally:
            await self.writer.stop()
            await self.workers.close()

    async def answer(self, words: Sequence[str], files: Mapping[str, bytes], media_type: str = JSON) -> Response:
        """The answer of a command, as it gives it. Raises Problem for what it refuses."""
        async with self.workers.run(words, files) as ended:
            self.check(ended)
            return Response(await asyncio.to_thread(ended.answer.read_bytes), media_type=media_type)

    def check(self, ended: Ended) -> None:
        """Raises Problem where something stopped the command."""
        if ended.message is not None:
            message = plain(ended.message, self.directory)
            of_exit = STATUS_OF_EXIT.get(ended.exit_code, HTTPStatus.INTERNAL_SERVER_ERROR)
            status = STATUS_OF_CODE.get(ended.code or "", of_exit)
            raise Problem(status, ended.code or "COMMAND", message, ended.exit_code)

    async def table(self, request: Request, command: Sequence[str], **narrowed: str | int | None) -> Response:
        """A table of the warehouse, narrowed by the options that are given; 304 where the warehouse is as it was.

        What follows `--` in the command stays behind the options.
        """
        tag = f'W/"{await asyncio.to_thread(self.state)}"'
        headers = {"ETag": tag, "Cache-Control": "private, no-cache"}
        if matches(request.headers.get("if-none-match", ""), tag):
            return Response(status_code=304, headers=headers)
        at = command.index("--") if "--" in command else len(command)
        options = [f"--{name}={value}" for name, value in narrowed.items() if value is not None]
        words = [*command[:at], *options, "--format=json", "--quiet", f"--warehouse={self.directory}", *command[at:]]
        answer = await self.answer(words, {})
        answer.headers.update(headers)
        return answer

    def state(self) -> str:
        """What every table rests on: the manifest of the warehouse, and the engine that judged."""
        return f"{self.reader.state}-{ENGINE_VERSION}"


async def body_of(request: Request, wanted: Mapping[str, int]) -> tuple[str, bytes]:
    """The type of a body, and what it holds. Raises Problem for a type that is not wanted, and for too many bytes."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind not in wanted:
        raise problem(415, "service.type", wanted=", ".join(wanted))
    most, held = wanted[kind], bytearray()
    async for piece in request.stream():
        held += piece
        if len(held) > most:
            raise problem(413, "service.size", most=f"{most:,}")
    return kind, bytes(held)


def person_of(request: Request) -> Person:
    """Who asks: the gate has seen to it."""
    found: Person = request.scope[PERSON]
    return found


def matches(told: str, tag: str) -> bool:
    """Whether an `If-None-Match` names what is there, weakly compared."""
    return told.strip() == "*" or tag.removeprefix("W/") in re.findall(r'"[^"]*"', told)


@asynccontextmanager
async def running(work: Coroutine[Any, Any, None]) -> AsyncIterator[None]:
    """While something goes on beside."""
    task = asyncio.get_running_loop().create_task(work)
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task

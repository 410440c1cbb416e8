"""Loads of whole files: accepted when the file is on the disk, then loaded one after the other by the one writer.

A load goes by the SHA-256 of its bytes. What was accepted is loaded, also where the service ends before: the file lies beside
the accounts until then, and with it how far it has come.
"""

import asyncio
import hashlib
import json
import os
import re
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from fastapi import FastAPI, Request, Response
from fastapi.responses import JSONResponse

from paipu.analytics.errors import WarehouseError
from paipu.dashboard.service.accounts import beside
from paipu.dashboard.service.addresses import API
from paipu.dashboard.service.problems import Problem, problem
from paipu.dashboard.service.roles import Action
from paipu.dashboard.service.service import JSON, NDJSON, REFUSED, OfSheet, Service, Sha256, body_of, person_of

KINDS: Final = {
    NDJSON: "ndjson",
    JSON: "json",
    "text/csv": "csv",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "xlsx",
}
"""By its media type, what the name of a file ends in."""
MOST_BYTES: Final = 64 << 20
MOST_WAITING: Final = 64
"""Files that wait to be loaded; more are sent away."""
KEPT: Final = 1000
"""Loads of which it is known what became of them."""
FOLDER: Final = "loads"
_STATE: Final = re.compile(r"[0-9a-f]{64}\.state")


class Loads:
    """The files that wait, and what became of those that did."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._folder = beside(service.directory) / FOLDER
        self._folder.mkdir(mode=0o700, exist_ok=True)
        self._queue: asyncio.Queue[str] = asyncio.Queue()
        self._under_way: tuple[str, int] | None = None

    async def run(self) -> None:
        """Load what waits, and what comes, until cancelled."""
        waiting = [each for each in await asyncio.to_thread(self._all) if "summary" not in each and "problem" not in each]
        for told in waiting:
            self._queue.put_nowait(told["sha256"])
        while True:
            await self._load(await self._queue.get())

    async def put(self, raw: bytes, sha256: str, kind: str, sheet: str | None) -> tuple[dict[str, Any], bool]:
        """Accept a file, and say how it stands with it, and whether it is new. Raises Problem where too many wait."""
        told = await self.told(sha256)
        if told is not None and told["state"] != "refused":
            return told, False
        if self._queue.qsize() >= MOST_WAITING:
            raise problem(503, "service.busy", waiting=self._queue.qsize())
        inputs = raw.count(b"\n") + (not raw.endswith(b"\n")) if kind == "ndjson" else None
        made = {"sha256": sha256, "kind": kind, "sheet": sheet, "inputs": inputs}
        try:
            await asyncio.to_thread(self._accept, made, raw)
        except OSError as fault:
            raise problem(507, "service.full", why=fault.strerror or str(fault)) from fault
        self._queue.put_nowait(sha256)
        return await self.told(sha256) or made, True

    async def told(self, sha256: str) -> dict[str, Any] | None:
        """How it stands with a load; None where there was none."""
        told = await asyncio.to_thread(self._read, sha256)
        if told is None:
            return None
        state = "refused" if "problem" in told else "done" if "summary" in told else "waiting"
        read = told.get("summary", {}).get("read", 0)
        if self._under_way is not None and self._under_way[0] == sha256 and state == "waiting":
            state = "loading"
            with suppress(WarehouseError):
                read = await asyncio.to_thread(self._so_far, self._under_way[1])
        return {"sha256": sha256, "state": state, "read": read, **{name: told.get(name) for name in SHOWN}}

    async def _load(self, sha256: str) -> None:
        told = await asyncio.to_thread(self._read, sha256)
        if told is None:
            return
        name = f"{sha256}.{told['kind']}"
        words = ["load", name, f"--warehouse={self._service.directory}", "--format=json", "--quiet", "--workers=1"]
        words += [f"--sheet={told['sheet']}"] if told["sheet"] is not None else []
        try:
            self._under_way = sha256, await asyncio.to_thread(self._last_batch)
            raw = await asyncio.to_thread((self._folder / name).read_bytes)
            async with self._service.writer.alone(words, {name: raw}) as ended:
                if ended.message is None and ended.exit_code in {0, REFUSED}:
                    told["summary"] = json.loads(await asyncio.to_thread(ended.answer.read_bytes))
                else:
                    self._service.check(ended)
        except Problem as fault:
            told["problem"] = fault.document()
        except (OSError, ValueError, WarehouseError) as fault:
            told["problem"] = problem(500, "service.not_loaded", what=type(fault).__name__).document()
        finally:
            self._under_way = None
        with suppress(OSError):  # it is loaded, or refused, again after the next start: that changes nothing
            await asyncio.to_thread(self._end, told)

    def _last_batch(self) -> int:
        found: int = self._service.reader.query("SELECT coalesce(max(batch), 0) AS batch FROM batches ORDER BY ALL").item()
        return found

    def _so_far(self, last: int) -> int:
        sql = "SELECT CAST(coalesce(sum(read), 0) AS BIGINT) AS read FROM batches WHERE batch > ? ORDER BY ALL"
        found: int = self._service.reader.query(sql, [last]).item()
        return found

    # --- on the disk

    def _accept(self, told: dict[str, Any], raw: bytes) -> None:
        _put(self._folder / f"{told['sha256']}.{told['kind']}", raw)
        _put(self._folder / f"{told['sha256']}.state", json.dumps(told).encode())

    def _end(self, told: dict[str, Any]) -> None:
        _put(self._folder / f"{told['sha256']}.state", json.dumps(told).encode())
        (self._folder / f"{told['sha256']}.{told['kind']}").unlink(missing_ok=True)
        ended = [each for each in self._all() if "summary" in each or "problem" in each]
        for each in ended[:-KEPT]:
            (self._folder / f"{each['sha256']}.state").unlink(missing_ok=True)

    def _all(self) -> list[dict[str, Any]]:
        """Every load, the oldest first."""
        paths = [each for each in self._folder.iterdir() if _STATE.fullmatch(each.name)]
        paths.sort(key=lambda each: (each.stat().st_mtime_ns, each.name))
        return [told for each in paths if (told := self._read(each.stem)) is not None]

    def _read(self, sha256: str) -> dict[str, Any] | None:
        with suppress(OSError, ValueError):
            found: dict[str, Any] = json.loads((self._folder / f"{sha256}.state").read_bytes())
            return found
        return None


SHOWN: Final = ("inputs", "summary", "problem")


def _put(path: Path, raw: bytes) -> None:
    """Write a file whole, on the disk when it returns. Raises OSError, and leaves nothing behind then."""
    scratch = path.with_name(f".{path.name}.new")
    try:
        with scratch.open("wb") as file:
            file.write(raw)
            file.flush()
            os.fsync(file.fileno())
        scratch.replace(path)
    except OSError:
        with suppress(OSError):
            scratch.unlink(missing_ok=True)
        raise
    handle = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def add_loads(app: FastAPI, service: Service, loads: Loads) -> None:
    """Put the addresses of loads into the interface."""
    content = {kind: {"schema": {"type": "string", "contentMediaType": kind}} for kind in KINDS}

    @app.put(
        "/loads/{sha256}",
        status_code=202,
        responses={200: {"description": "it was sent before"}, 202: {"description": "it is on the disk, and will be loaded"}},
        openapi_extra={"requestBody": {"required": True, "content": content}},
    )
    async def put_load(request: Request, sha256: Sha256, sheet: OfSheet | None = None) -> Response:
        """Have a file of records, an event or a score sheet (of the rules `sheet`) loaded, as `paipu load`.

        The same again changes nothing, and says how it stands.
        """
        kind, raw = await body_of(request, dict.fromkeys(KINDS, MOST_BYTES))
        found = await asyncio.to_thread(lambda: hashlib.sha256(raw).hexdigest())
        if found != sha256:
            raise problem(422, "service.hash", found=found)
        told, new = await loads.put(raw, sha256, KINDS[kind], sheet)
        if new:
            await asyncio.to_thread(service.accounts.note, person_of(request).name, Action.ENTER, f"load {sha256}")
        return JSONResponse(told, 202 if new else 200, {"Location": f"{API}/loads/{sha256}"})

    @app.get("/loads/{sha256}")
    async def load(sha256: Sha256) -> dict[str, Any]:
        """How it stands with a load: `waiting`, `loading`, `done` with its summary, or `refused` with the problem."""
        told = await loads.told(sha256)
        if told is None:
            raise problem(404, "service.no_load", sha256=sha256)
        return told

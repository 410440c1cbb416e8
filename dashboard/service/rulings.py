"""Rulings over the interface: each act is that of `paipu ruling`, into the log beside the warehouse, under one's own name.

Who acts says how many lines of the log he has seen (`seen`). Where another has ruled on the same match since, the act is
refused, and in force nowhere.
"""

import asyncio
import json
from typing import Annotated, Any, Final, Literal

from fastapi import FastAPI, Request, Response
from fastapi import Path as InPath
from pydantic import BaseModel, Field

from paipu.analytics.rulings import log_beside, read_log
from paipu.dashboard.service.addresses import API
from paipu.dashboard.service.problems import TEXT, Problem, problem
from paipu.dashboard.service.roles import Action
from paipu.dashboard.service.schemas import RULING
from paipu.dashboard.service.service import JSON, Service, matches, person_of

SEEN: Final = "Paipu-Seen"
"""The header that says how many lines the log has."""
LONGEST: Final = 2000
MOST_LINES: Final = 2**31
Said = Annotated[str, Field(min_length=1, max_length=LONGEST)]
Id = Annotated[str, InPath(min_length=1, max_length=200)]
Entry = Annotated[dict[str, Any], Field(json_schema_extra=lambda schema: (schema.clear(), schema.update(RULING))[0])]
"""The command reads it as strictly as in a record."""


class Hearing(BaseModel, extra="forbid"):
    """Who acts, why, having seen how much of the log, and what was heard."""

    reason: Said
    seen: Annotated[int, Field(ge=0, le=MOST_LINES)]
    called: Said | None = None
    witnesses: Said | None = None
    committee: Said | None = None
    deadline: Said | None = None
    statements: Annotated[dict[str, Said], Field(max_length=2)] = {}

    def words(self) -> list[str]:
        """As options of the command."""
        named = {name: getattr(self, name) for name in ("reason", "seen", "called", "witnesses", "committee", "deadline")}
        told = [f"--{name}={value}" for name, value in named.items() if value is not None]
        return [*told, *(f"--statement={side}={said}" for side, said in self.statements.items())]


class New(Hearing):
    """A ruling, or a draft of one, on a record of the warehouse."""

    act: Literal["draft", "issue"]
    record: Annotated[str, Field(pattern="^[0-9a-f]{64}$")]
    ruling: Entry


class Further(Hearing):
    """What is done about a ruling that is there; `by` is whose the appeal is, and `ruling` what the last word changes."""

    by: Said | None = None
    ruling: Entry | None = None


class Desk:
    """The log beside a warehouse, and the acts that go into it."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._log = log_beside(service.directory)

    async def listed(self, request: Request, *more: str) -> Response:
        """Rulings as they stand, or one with all its acts."""
        service = self._service
        mark = (await asyncio.to_thread(read_log, self._log)).mark
        state = await asyncio.to_thread(service.state)
        headers = {SEEN: str(mark.lines), "ETag": f'W/"{mark.lines}-{mark.sha256[:16]}-{state}"', "Cache-Control": "no-cache"}
        if matches(request.headers.get("if-none-match", ""), headers["ETag"]):
            return Response(status_code=304, headers=headers)
        words = ("ruling", "list", f"--rulings={self._log}", f"--warehouse={service.directory}", "--format=json", *more)
        answer = await service.answer(words, {})
        answer.headers.update(headers)
        return answer

    async def act(self, request: Request, act: str, words: list[str], record: bytes | None, by: str | None = None) -> Response:
        """Put an act into the log, and have the warehouse follow."""
        service, person = self._service, person_of(request)
        options = [f"--rulings={self._log}", f"--by={by or person.name}", "--format=json"]
        files = {"record.json": record} if record is not None else {}
        async with service.workers.run(("ruling", act, *options, *words), files) as ended:
            service.check(ended)
            raw = await asyncio.to_thread(ended.answer.read_bytes)
        made = json.loads(raw)[-1]["ruling"]["id"]
        await asyncio.to_thread(service.accounts.note, person.name, Action.RULE, f"{act} {made}")
        service.writer.follow()
        return Response(raw, 201, {"Location": f"{API}/rulings/{made}"}, JSON)

    async def record_of(self, ruling: str) -> bytes:
        """The record that a ruling is on. Raises Problem where there is no such ruling."""
        last = (await asyncio.to_thread(read_log, self._log)).last(ruling)
        raw = await asyncio.to_thread(self._service.reader.record, last.record_sha256) if last is not None else None
        if raw is None:
            raise Problem(404, "RULING-UNKNOWN", TEXT["service.no_ruling"].fill(id=ruling))
        return raw


def add_rulings(app: FastAPI, service: Service) -> None:
    """Put the addresses of rulings into the interface."""
    desk = Desk(service)

    @app.get("/rulings")
    async def rulings(request: Request) -> Response:
        """The rulings as they stand, as `paipu ruling list`; the header `Paipu-Seen` has the number of lines of the log."""
        return await desk.listed(request)

    @app.get("/rulings/{ruling}")
    async def acts_of(request: Request, ruling: Id) -> Response:
        """Every act of a ruling, as `paipu ruling list --id`."""
        return await desk.listed(request, f"--id={ruling}")

    @app.post("/rulings", status_code=201)
    async def rule(request: Request, given: New) -> Response:
        """Issue or draft a ruling, as `paipu ruling issue`; answered when it is on the disk."""
        raw = await asyncio.to_thread(service.reader.record, given.record)
        if raw is None:
            raise problem(404, "service.no_record", sha256=given.record)
        entry = json.dumps(given.ruling, ensure_ascii=False)
        return await desk.act(request, given.act, ["record.json", f"--ruling={entry}", *given.words()], raw)

    @app.post("/rulings/{ruling}/{act}", status_code=201)
    async def go_on(
        request: Request, ruling: Id, act: Literal["issue", "appeal", "decide", "withdraw"], given: Further
    ) -> Response:
        """Issue a draft, appeal, decide or withdraw, as `paipu ruling`; only an appeal is somebody else's."""
        if given.by is not None and act != "appeal":
            raise problem(422, "service.own_name")
        if given.ruling is not None and act != "decide":
            raise problem(422, "service.only_decide")
        words = [*given.words(), *([f"--id={ruling}"] if act == "issue" else ["--", ruling])]
        if given.ruling is None:
            return await desk.act(request, act, words, None, given.by)
        words.insert(0, f"--ruling={json.dumps(given.ruling, ensure_ascii=False)}")
        return await desk.act(request, act, [*words, "record.json"], await desk.record_of(ruling))

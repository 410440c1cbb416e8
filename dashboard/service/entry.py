"""Results of tables over the interface: a table says what its match came to, both sides confirm it, and it is loaded.

An act is acknowledged when it is on the disk. A result that stands goes into the warehouse by the one writer, as a record of
claims alone; where the service ends before, it is loaded after the next start.
"""

import asyncio
import sqlite3
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Annotated, Any, Final, Literal

from fastapi import FastAPI, Request, Response
from fastapi import Path as InPath
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field

from paipu.analytics.errors import WarehouseError
from paipu.analytics.events import events_told, files_told
from paipu.dashboard.service.accounts import Person
from paipu.dashboard.service.addresses import ENTRY
from paipu.dashboard.service.door import DEVICE
from paipu.dashboard.service.problems import TEXT as PROBLEMS
from paipu.dashboard.service.problems import Problem, problem
from paipu.dashboard.service.results import (
    Act,
    Drawn,
    Spot,
    State,
    Wrong,
    drawn_in,
    entered,
    fields_of,
    record_of,
    shown,
    side_titles,
    state_of,
    tables_of,
    takes_results,
    title_of,
)
from paipu.dashboard.service.service import Service, person_of
from paipu.dashboard.service.tables import KeyTakenError, Result, Tables
from paipu.ingest.fields import Stamp
from paipu.replay.event.record import EventRecord
from paipu.replay.sheets import SHEETS
from paipu.replay.text import Text

HERE_SECONDS: Final = 15.0
"""A device that has asked within so many seconds is at the table."""
APART_SECONDS: Final = 3.0
"""Between two loads of results: what each page remembers lasts until the next, and results come from many tables at once."""
AGAIN_SECONDS: Final = 5.0
"""Between two tries to load what could not be loaded."""
HOURS: Final = 24
"""A link is good for, where nobody says."""
MOST_HOURS: Final = 24 * 60
MOST_TABLES: Final = 2000
LONGEST: Final = 200
MOST_FIELDS: Final = 40
_KEPT: Final[dict[int | str, dict[str, Any]]] = {
    200: {"description": "it was sent before"},
    201: {"description": "it is on the disk"},
}
"""The answers to what is put under a key."""
Said = Annotated[str, Field(min_length=1, max_length=LONGEST)]
Key = Annotated[str, InPath(pattern="^[0-9A-Za-z-]{16,64}$")]
"""Made by whoever sends the act, a new one for each."""
Of = Annotated[str, InPath(min_length=1, max_length=LONGEST)]
Values = Annotated[dict[Said, Annotated[str, Field(max_length=LONGEST)]], Field(max_length=MOST_FIELDS)]


class Doing(BaseModel, extra="forbid"):
    """What a side does about the result of a match: enters it, or agrees to or disputes what the other side stands behind.

    `seen` is the number of the last act about this match that it has seen, 0 for none; `of` that of the act it answers.
    """

    stage: Said
    round: Annotated[int, Field(ge=0, le=10_000)]
    seen: Annotated[int, Field(ge=0, le=2**53 - 1)]
    act: Literal["enter", "agree", "dispute"]
    side: Said
    of: Annotated[int, Field(ge=1, le=2**53 - 1)] | None = None
    fields: Values | None = None
    finished: Stamp | None = None
    note: Said | None = None


class Settling(BaseModel, extra="forbid"):
    """A result that a referee or the organiser settles: one that was entered (`of`), or another; and why."""

    stage: Said
    round: Annotated[int, Field(ge=0, le=10_000)]
    seen: Annotated[int, Field(ge=0, le=2**53 - 1)]
    note: Said
    of: Annotated[int, Field(ge=1, le=2**53 - 1)] | None = None
    fields: Values | None = None


class WantedLinks(BaseModel, extra="forbid"):
    """Links for some tables of an event, or for all that it has drawn."""

    tables: Annotated[list[Said], Field(min_length=1, max_length=MOST_TABLES)] | None = None
    hours: Annotated[int, Field(ge=1, le=MOST_HOURS)] = HOURS


class Desk:
    """Where results come together."""

    def __init__(self, service: Service, tables: Tables) -> None:
        self._service, self.tables = service, tables
        self._state = ""
        self._files: list[bytes] = []
        self._events: dict[str, EventRecord] = {}
        self._here: dict[tuple[str, str], dict[str, float]] = {}
        self._new = asyncio.Event()

    # --- what is drawn

    def events(self) -> Mapping[str, EventRecord]:
        """The events of the warehouse, by their ids."""
        reader = self._service.reader
        state = reader.state
        if self._state != state:
            files = files_told(reader)  # most of what is loaded while tables play is no event
            if self._files != files:
                self._events, self._files = {each.id: each for each in events_told(reader)}, files
            self._state = state
        return self._events

    def event(self, event: str) -> EventRecord:
        """An event. Raises Problem where there is none."""
        found = self.events().get(event)
        if found is None:
            raise problem(404, "service.no_event", event=event)
        return found

    def drawn(self, event: EventRecord, table: str) -> list[Drawn]:
        """What is drawn for a table. Raises Problem where it is not drawn at all."""
        found = list(drawn_in(event, table))
        if not found:
            raise problem(404, "service.no_table", table=table)
        return found

    # --- who is there

    def here(self, event: str, table: str, device: str) -> int:
        """Note that a device is at a table; how many others are."""
        now = time.monotonic()
        before = self._here.get((event, table), {})
        seen = {name: at for name, at in before.items() if now - at < HERE_SECONDS} | {device: now}
        self._here[event, table] = seen
        return len(seen) - 1

    # --- what is said

    def table(self, event: EventRecord, table: str, person: Person, device: str) -> dict[str, Any]:
        """A table with its matches and how it stands with each."""
        drawn = self.drawn(event, table)
        acts = self.tables.acts(event.id, table)
        loaded = self.tables.standing(event.id)
        return {
            "event": {"id": event.id, "name": event.name or event.id},
            "table": table,
            "device": device,
            "others": self.here(event.id, table, device),
            "matches": [match_said(event, each, acts.get(each.spot, []), loaded.get(each.spot, False)) for each in drawn],
            "who": person.name,
        }

    def do(
        self, event: EventRecord, table: str, key: str, doing: Doing, person: Person, device: str
    ) -> tuple[dict[str, Any], bool]:
        """An act of a side; how it stands then, and whether the act is new. Raises Problem."""
        drawn = self._at(event, table, doing.stage, doing.round)
        sides = SHEETS[event.sheet].sides
        if doing.side not in sides:
            raise problem(422, "service.request", what=f"side: {', '.join(sides)}")
        told: dict[str, Any] = {"act": doing.act, "side": doing.side}
        if doing.act == "enter":
            told |= self._read(event, drawn, doing.fields or {}, doing.finished)
        elif doing.of is None:
            raise problem(422, "service.request", what="of")
        else:
            told["of"] = doing.of
        if doing.note is not None:
            told["note"] = doing.note

        def allowed(before: State) -> None:
            if before.over:
                raise problem(409, "service.result_over")
            others = {act for side, act in before.stands.items() if side != doing.side}
            if doing.act != "enter" and doing.of not in others:
                raise problem(409, "service.result_none")

        return self._put(event, drawn, key, doing.seen, told, person, device, allowed)

    def settle(
        self, event: EventRecord, table: str, key: str, settling: Settling, person: Person, device: str
    ) -> tuple[dict[str, Any], bool]:
        """What a referee or the organiser settles. Raises Problem."""
        drawn = self._at(event, table, settling.stage, settling.round)
        of = settling.of
        if (of is None) is (settling.fields is None):
            raise problem(422, "service.request", what="of | fields")
        told: dict[str, Any] = {"act": "settle", "note": settling.note}
        if settling.fields is not None:
            told |= self._read(event, drawn, settling.fields, None)
        if of is not None:
            results = state_of(self.tables.acts(event.id, table).get(drawn.spot, [])).results
            if of not in results:
                raise problem(409, "service.result_none")
            told["result"] = results[of]
        return self._put(event, drawn, key, settling.seen, told, person, device, lambda _: None)

    def _at(self, event: EventRecord, table: str, stage: str, played: int) -> Drawn:
        for each in self.drawn(event, table):
            if (each.spot.stage, each.spot.round) == (stage, played):
                return each
        raise problem(404, "service.no_match", table=table, stage=stage, round=played)

    @staticmethod
    def _read(event: EventRecord, drawn: Drawn, fields: Mapping[str, str], finished: str | None) -> Mapping[str, Any]:
        found = entered(event, drawn, fields, finished)
        if isinstance(found, list):
            raise _wrong(found)
        return {"result": found.result, "doubts": [list(each) for each in found.doubts]}

    def _put(
        self,
        event: EventRecord,
        drawn: Drawn,
        key: str,
        seen: int,
        told: Mapping[str, Any],
        person: Person,
        device: str,
        allowed: Callable[[State], None],
    ) -> tuple[dict[str, Any], bool]:
        if "result" in told:
            self._check_alone(drawn.spot, told["result"]["id"])

        def then(acts: Sequence[Act]) -> bytes | None:
            before = state_of(acts[:-1])
            if seen != before.last:
                now = match_said(event, drawn, acts[:-1], loaded=False)
                raise Problem(409, "SERVICE-RESULT-SINCE", PROBLEMS["service.result_since"], match=now)
            allowed(before)
            after = state_of(acts)
            return record_of(event, drawn, after.standing, acts[-1].number) if after.standing is not None else None

        try:
            _, new = self.tables.put(key, drawn.spot, person, device, told, then)
        except KeyTakenError:
            raise problem(409, "service.key_taken") from None
        acts = self.tables.acts(event.id, drawn.spot.table)[drawn.spot]
        return match_said(event, drawn, acts, loaded=self.tables.standing(event.id).get(drawn.spot, False)), new

    def _check_alone(self, spot: Spot, match: str) -> None:
        """Raises Problem where the warehouse has another record at that place: the match would count twice."""
        sql = """
            SELECT match FROM latest_matches
            WHERE event = ? AND stage = ? AND round = ? AND event_table = ? AND match <> ? ORDER BY match
            """
        found = self._service.reader.query(sql, [*spot, match])["match"]
        if len(found):
            raise problem(409, "service.result_recorded", match=found[0])

    # --- into the warehouse

    def load_soon(self) -> None:
        """Something may have come to stand."""
        self._new.set()

    async def run(self) -> None:
        """Load what stands, until cancelled; first all that is not there, whatever was known before: a backup may be older."""
        waiting = await asyncio.to_thread(partial(self.tables.to_load, every=True))
        while True:
            done = await asyncio.gather(*(self._load(each) for each in waiting))
            await asyncio.sleep(APART_SECONDS if waiting else 0)
            with suppress(TimeoutError):
                async with asyncio.timeout(None if all(done) else AGAIN_SECONDS):
                    await self._new.wait()
            self._new.clear()
            waiting = await asyncio.to_thread(partial(self.tables.to_load, every=False))

    async def _load(self, result: Result) -> bool:
        """Load one; whether it is there now."""
        try:
            if await asyncio.to_thread(self._service.reader.record, result.sha256) is None:
                await self._service.writer.load(result.sha256, result.raw)
            await asyncio.to_thread(self.tables.loaded, result)
        except (Problem, WarehouseError, OSError, sqlite3.Error):
            return False
        return True


def match_said(event: EventRecord, drawn: Drawn, acts: Sequence[Act], loaded: bool) -> dict[str, Any]:
    """A match of a table as the interface tells it: who meets whom, what is asked, what was said, and how it stands."""
    state = state_of(acts)
    said = {
        str(act.number): {
            "side": act.told.get("side"),
            "at": act.at,
            "device": act.device,
            "finished": act.told["result"].get("finished"),
            "doubts": [Text(*each)._asdict() for each in act.told.get("doubts", ())],
            "values": {path: value._asdict() for path, value in shown(event, drawn, act.told["result"])},
        }
        for act in acts
        if "result" in act.told
    }
    return {
        "stage": drawn.spot.stage,
        "round": drawn.spot.round,
        "title": title_of(drawn.spot)._asdict(),
        "sides": {side: title._asdict() for side, title in side_titles(event, drawn.table).items()},
        "fields": [
            {
                "path": field.path,
                "label": field.label._asdict(),
                "choices": None
                if field.choices is None
                else [{"value": value, **text._asdict()} for value, text in field.choices],
                "numeric": field.numeric,
                "required": field.required,
            }
            for field in fields_of(event, drawn)
        ],
        "state": state.name,
        "seen": state.last,
        "stands": dict(state.stands),
        "disputes": dict(state.disputes),
        "results": said,
        "standing": None
        if state.standing is None
        else {path: value._asdict() for path, value in shown(event, drawn, state.standing)},
        "loaded": loaded,
        "settled": next(
            ({"by": act.who, "note": act.told["note"], "at": act.at} for act in reversed(acts) if act.told["act"] == "settle"),
            None,
        ),
    }


def _wrong(found: Sequence[Wrong]) -> Problem:
    """Why what was typed is no result, field by field."""
    errors = [{"field": each.field, "message": each.message._asdict()} for each in found]
    return Problem(422, "SERVICE-RESULT", PROBLEMS["service.result"], errors=errors)


def device_in(request: Request) -> str:
    """By which session or device somebody asks."""
    found: str = request.scope[DEVICE]
    return found


def add_entry(app: FastAPI, desk: Desk) -> None:
    """Put the addresses of results and of the links of tables into the interface."""
    _add_tables(app, desk)
    _add_settling(app, desk)
    _add_links(app, desk)


def _kept(desk: Desk, said: dict[str, Any], *, new: bool) -> JSONResponse:
    """The answer once it is on the disk; what stands by it is loaded soon."""
    desk.load_soon()
    return JSONResponse(said, 201 if new else 200)


def _add_tables(app: FastAPI, desk: Desk) -> None:
    @app.get("/events/{event}/tables/{table}")
    async def table_of(request: Request, event: Of, table: Of) -> dict[str, Any]:
        """A table of an event: its matches, and what was said of their results."""
        person = person_of(request)
        device = device_in(request)
        return await asyncio.to_thread(lambda: desk.table(desk.event(event), table, person, device))

    @app.put(
        "/events/{event}/tables/{table}/acts/{key}",
        status_code=201,
        responses=_KEPT,
    )
    async def act(request: Request, event: Of, table: Of, key: Key, doing: Doing) -> Response:
        """Enter a result for a side, or agree to or dispute that of the other. The same under the same key changes nothing."""
        person, device = person_of(request), device_in(request)
        said, new = await asyncio.to_thread(lambda: desk.do(desk.event(event), table, key, doing, person, device))
        return _kept(desk, said, new=new)


def _add_settling(app: FastAPI, desk: Desk) -> None:
    @app.put(
        "/events/{event}/tables/{table}/settlements/{key}",
        status_code=201,
        responses=_KEPT,
    )
    async def settle(request: Request, event: Of, table: Of, key: Key, settling: Settling) -> Response:
        """Settle a result, disputed or not, under one's own name."""
        person, device = person_of(request), device_in(request)
        said, new = await asyncio.to_thread(lambda: desk.settle(desk.event(event), table, key, settling, person, device))
        return _kept(desk, said, new=new)

    @app.get("/events/{event}/tables")
    async def every_table(event: Of) -> list[dict[str, Any]]:
        """How it stands with every match of an event of which a table has said something, the disputed first."""

        def found() -> list[dict[str, Any]]:
            told = desk.event(event)
            acts, loaded = desk.tables.acts(event), desk.tables.standing(event)
            said = [
                {"table": each.spot.table, **match_said(told, each, acts.get(each.spot, []), loaded.get(each.spot, False))}
                for each in drawn_in(told)
                if each.spot in acts
            ]
            return sorted(said, key=lambda each: each["state"] != "disputed")

        return await asyncio.to_thread(found)


def _add_links(app: FastAPI, desk: Desk) -> None:
    @app.get("/events/{event}/links")
    async def links(event: Of) -> list[dict[str, Any]]:
        """The links of the tables of an event that are good."""
        return [each._asdict() for each in await asyncio.to_thread(desk.tables.links, event)]

    @app.post("/events/{event}/links", status_code=201)
    async def link(request: Request, event: Of, wanted: WantedLinks) -> list[dict[str, Any]]:
        """Links for tables, each with its address, which is told once."""
        person = person_of(request)

        def made() -> list[dict[str, Any]]:
            told = desk.event(event)
            if not takes_results(told):
                raise problem(409, "service.boards")
            drawn = tables_of(told)
            unknown = [each for each in wanted.tables or () if each not in drawn]
            if unknown:
                raise problem(404, "service.no_table", table=unknown[0])
            found = desk.tables.link(event, dict.fromkeys(wanted.tables or drawn), wanted.hours, person.name)
            return [{**each._asdict(), "address": f"{ENTRY}?link={secret}"} for each, secret in found]

        return await asyncio.to_thread(made)

    @app.delete("/events/{event}/links/{number}", status_code=204)
    async def end(request: Request, event: Of, number: Of) -> Response:
        """End a link; phones that came by it are out."""
        if not await asyncio.to_thread(desk.tables.end, event, number, person_of(request).name):
            raise problem(404, "service.no_link", id=number)
        return Response(status_code=204)

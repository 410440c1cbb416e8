"""The interface for programs, `/api/v1`: each address is a command of the command line, and answers what that answers.

An answer is the command's own, byte for byte where it is JSON: the rules of the games, the format and the statistics are asked
nowhere else. What a command refuses is a problem (`problems.py`) with the command's code.
"""

import asyncio
import hashlib
import json
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from importlib.metadata import version
from typing import Annotated, Any, Final, Literal

from fastapi import FastAPI, HTTPException, Query, Request, Response
from fastapi import Path as InPath
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException as StarletteHTTPException
from starlette.responses import PlainTextResponse
from starlette.routing import Match, Route

from paipu.analytics.errors import WarehouseError
from paipu.analytics.review.judge import WORLDS
from paipu.dashboard import shell
from paipu.dashboard.service.accounts import (
    JOIN,
    LONGEST_NAME,
    MOST_TOKEN_DAYS,
    MOST_TOKENS,
    TOKEN_DAYS,
    Accounts,
    Person,
    is_name,
    key_of,
)
from paipu.dashboard.service.addresses import API
from paipu.dashboard.service.entry import Desk, add_entry
from paipu.dashboard.service.loads import Loads, add_loads
from paipu.dashboard.service.metrics import TYPE
from paipu.dashboard.service.problems import MEDIA_TYPE, PROBLEM_SCHEMA, TEXT, Problem, problem
from paipu.dashboard.service.roles import Action, Role, gives
from paipu.dashboard.service.rulings import add_rulings
from paipu.dashboard.service.schemas import (
    EXAMPLE_OF_A_QUESTION,
    EXAMPLE_OF_A_RECORD,
    QUESTION,
    RECORD,
    described,
)
from paipu.dashboard.service.service import (
    JSON,
    NDJSON,
    REFUSED,
    SHEET_NAMES,
    Language,
    Name,
    Named,
    OfSheet,
    Service,
    Sha256,
    Statistic,
    body_of,
    matches,
    person_of,
)
from paipu.dashboard.service.writer import plain
from paipu.ingest.refusal import refusal
from paipu.ingest.rejection import MAX_RECORD
from paipu.replay.audit import ENGINE_VERSION
from paipu.replay.text import Text

MOST_BYTES: Final = 64 << 20
"""Of many records in one body, as of an upload."""
MOST_QUESTION: Final = 8 * 1024
"""Of one question."""
MOST_QUESTIONS: Final = 1 << 20
"""Of many."""
MOST_NODES: Final = 2_000_000
"""Plays that a search may look at: what `paipu solve` takes if nobody says."""
MOST_WORLDS: Final = 1000
"""Deals of the hidden cards that a review looks at."""
MOST_ROWS: Final = 10_000
"""Of a page."""
DAY: Final = r"^\d{4}-\d{2}-\d{2}$"
DOCUMENTS: Final = {
    "html": "text/html",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "zip": "application/zip",
    "csv": "text/csv",
    "json": JSON,
}
MOST_NUMBER: Final = 2**53 - 1
"""Of a line of the log of who did what: what JSON numbers hold."""
FOR_EVER: Final = "private, immutable, max-age=31536000"
"""What is named by its hash never changes."""

_PROBLEM: Final[dict[str, Any]] = {
    "description": "Problem details (RFC 9457)",
    "content": {MEDIA_TYPE: {"schema": PROBLEM_SCHEMA}},
}
_RESPONSES: Final[dict[int | str, dict[str, Any]]] = {"4XX": _PROBLEM, "5XX": _PROBLEM}


def api(service: Service, loads: Loads, desk: Desk) -> FastAPI:
    """The addresses below `/api/v1`."""
    app = FastAPI(
        title=shell.NAME,
        version=_version(),
        openapi_url="/openapi.json",
        docs_url=None,
        redoc_url=None,
        responses=_RESPONSES,
        servers=[{"url": API}],
        root_path_in_servers=False,
        redirect_slashes=False,
    )
    described_as = app.openapi

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            app.openapi_schema = described(described_as())
        return app.openapi_schema

    app.openapi = openapi  # type: ignore[method-assign]  # as FastAPI says to extend it
    _add_problems(app, service)
    _add_questions(app, service)
    _add_searches(app, service)
    _add_records(app, service)
    _add_tables(app, service)
    _add_documents(app, service)
    add_rulings(app, service)
    add_loads(app, service, loads)
    add_entry(app, desk)
    _add_people(app, service)
    _add_tokens(app, service)
    _add_operation(app, service)
    return app


def _version() -> str:
    try:
        return version("paipu")
    except ModuleNotFoundError:  # run from a folder, not installed
        return ENGINE_VERSION


# --- What is asked of what the request brings ----------------------------------------------------------------


def _takes(schema: dict[str, Any], example: dict[str, Any], of_lines: dict[str, Any] | None = None) -> dict[str, Any]:
    """What OpenAPI says of a body that is read as bytes: one, or with `of_lines` also many, one a line."""
    content: dict[str, Any] = {JSON: {"schema": schema, "example": example}}
    if of_lines is not None:
        lines = {"type": "array", "items": of_lines, "minItems": 1, "description": "one a line"}
        content[NDJSON] = {"schema": lines, "example": [example]}
    return {"requestBody": {"required": True, "content": content}}


def answers(*kinds: str) -> dict[int | str, dict[str, Any]]:
    """What OpenAPI says of an answer of one of these types."""
    return {200: {"description": "as the command answers", "content": {kind: {"schema": {}} for kind in kinds}}}


_RECORD: Final = _takes(RECORD, EXAMPLE_OF_A_RECORD)


def _add_questions(app: FastAPI, service: Service) -> None:
    @app.post("/audit", openapi_extra=_takes(RECORD, EXAMPLE_OF_A_RECORD, RECORD))
    async def audit(request: Request) -> Response:
        """The findings of some records, as `paipu audit --format json` gives them; a problem where none of them can be read."""
        kind, body = await body_of(request, {JSON: MAX_RECORD, NDJSON: MOST_BYTES})
        name = "record.json" if kind == JSON else "records.ndjson"
        async with service.workers.run(("audit", name, "--format=json", "--quiet", "--workers=1"), {name: body}) as ended:
            service.check(ended)
            raw = await asyncio.to_thread(ended.answer.read_bytes)
        if ended.exit_code != REFUSED:
            return Response(raw, media_type=JSON)
        document = await asyncio.to_thread(json.loads, raw)
        if document["summary"]["quarantined"] < document["summary"]["read"]:
            return Response(raw, media_type=JSON)
        raise _refused(document["rejections"])

    @app.post(
        "/judge",
        response_class=Response,
        responses=answers(JSON, NDJSON),
        openapi_extra=_takes(QUESTION, EXAMPLE_OF_A_QUESTION, {}),
    )
    async def judge(request: Request, lang: Language = "zh") -> Response:
        """The answer to a question, as `paipu judge --format json` gives it; to many, a line each, as `--from` does."""
        kind, body = await body_of(request, {JSON: MOST_QUESTION, NDJSON: MOST_QUESTIONS})
        if kind == JSON:
            body = b" ".join(body.splitlines())  # a question is a line
        async with service.workers.run(
            ("judge", "--from=asked", "--format=json", "--quiet", f"--lang={lang}"), {"asked": body}
        ) as ended:
            service.check(ended)
            raw = await asyncio.to_thread(ended.answer.read_bytes)
        lines = raw.splitlines()
        if kind == NDJSON and lines:
            return Response(raw, media_type=NDJSON)
        if not lines:
            raise _one_question({}, ended.exit_code)
        answer = json.loads(lines[0])
        if "error" in answer:
            raise _one_question(answer["error"], ended.exit_code)
        del answer["line"], answer["id"]
        return Response(json.dumps(answer, ensure_ascii=False, separators=(",", ":")) + "\n", media_type=JSON)


def _add_searches(app: FastAPI, service: Service) -> None:
    @app.post("/solve", response_class=Response, responses=answers(NDJSON), openapi_extra=_RECORD)
    async def solve(
        request: Request,
        hand: Annotated[int, Query(ge=0, le=9999)],
        at: Annotated[str, Query(pattern=r"^(0|[1-9]\d{0,2}\.[1-9]\d{0,2})$")],
        nodes: Annotated[int, Query(ge=1, le=MOST_NODES)] = MOST_NODES,
        value: Annotated[bool, Query(description="the value of the position alone")] = False,
    ) -> Response:
        """What a position of a record is worth with all cards open, and each play in it, a line each, as `paipu solve`."""
        _, body = await body_of(request, {JSON: MAX_RECORD})
        words = ["solve", "record.json", f"--hand={hand}", f"--at={at}", f"--nodes={nodes}", "--format=ndjson"]
        return await service.answer([*words, *(["--value"] if value else [])], {"record.json": body}, NDJSON)

    @app.post("/review", response_class=Response, responses=answers(NDJSON), openapi_extra=_RECORD)
    async def review(
        request: Request,
        hand: Annotated[int, Query(ge=0, le=9999)],
        worlds: Annotated[int, Query(ge=16, le=MOST_WORLDS)] = WORLDS,
    ) -> Response:
        """What each play of a hand cost by what its player could know, a line each, as `paipu review`."""
        _, body = await body_of(request, {JSON: MAX_RECORD})
        words = ["review", "record.json", f"--hand={hand}", f"--worlds={worlds}", "--format=ndjson", "--quiet", "--workers=1"]
        return await service.answer(words, {"record.json": body}, NDJSON)


def _one_question(error: Mapping[str, Any], exit_code: int) -> Problem:
    code = error.get("code", "JUDGE-OBJECT")
    message = Text(**error["message"]) if error else TEXT["service.request"].fill(what="{}")
    more = {name: error.get(name) for name in ("key", "found", "expected")}
    return Problem(500 if code == "INTERNAL" else 422, code, message, exit_code, **more)


def _refused(rejections: Sequence[Mapping[str, Any]]) -> Problem:
    """The problem of records of which none can be read: the code is that of the first."""
    if not rejections:
        return Problem(422, "SOURCE-EMPTY", TEXT["service.refused"].fill(what="0"), REFUSED, rejections=[])
    first = rejections[0]
    return Problem(422, first["code"], Text(**first["message"]), REFUSED, rejections=list(rejections))


# --- Records --------------------------------------------------------------------------------------------------


def _add_records(app: FastAPI, service: Service) -> None:
    @app.head("/records/{sha256}", responses={304: {"description": "as it was"}}, operation_id="look_for_record")
    @app.get("/records/{sha256}", responses={304: {"description": "as it was"}})
    async def record(request: Request, sha256: Sha256) -> Response:
        """A record of the warehouse by the SHA-256 of its bytes: those bytes."""
        raw = await asyncio.to_thread(service.reader.record, sha256)
        if raw is None:
            raise problem(404, "service.no_record", sha256=sha256)
        headers = {"ETag": f'"{sha256}"', "Cache-Control": FOR_EVER}
        if matches(request.headers.get("if-none-match", ""), headers["ETag"]):
            return Response(status_code=304, headers=headers)
        return Response(raw, media_type=JSON, headers=headers)

    @app.put(
        "/records/{sha256}",
        status_code=201,
        openapi_extra=_RECORD,
        responses={204: {"description": "it was there already"}, 201: {"description": "it is on the disk"}},
    )
    async def put_record(request: Request, sha256: Sha256) -> Response:
        """Put a record into the warehouse under the SHA-256 of its bytes, and answer when it is on the disk.

        The same again changes nothing. What cannot be read is refused, and stands in no quarantine.
        """
        _, body = await body_of(request, {JSON: MAX_RECORD})
        found = await asyncio.to_thread(lambda: hashlib.sha256(body).hexdigest())
        if found != sha256:
            raise problem(422, "service.hash", found=found)
        headers = {"ETag": f'"{sha256}"'}
        if await asyncio.to_thread(service.reader.record, sha256) is not None:
            if request.headers.get("if-none-match", "").strip() == "*":
                raise problem(412, "service.exists")
            return Response(status_code=204, headers=headers)
        words = ("audit", "record.json", "--format=json", "--quiet", "--workers=1")
        async with service.workers.run(words, {"record.json": body}) as ended:
            service.check(ended)
            if ended.exit_code == REFUSED:
                document = json.loads(await asyncio.to_thread(ended.answer.read_bytes))
                if document["rejections"]:
                    raise _refused(document["rejections"])
        await service.writer.load(sha256, body)
        await asyncio.to_thread(service.accounts.note, person_of(request).name, Action.ENTER, sha256)
        return Response(status_code=201, headers={**headers, "Location": f"{API}/records/{sha256}"})


# --- Tables ---------------------------------------------------------------------------------------------------


class Search(BaseModel, extra="forbid"):
    """Conditions, and what the hands are narrowed to."""

    q: Annotated[str, Field(min_length=1, max_length=1000, description="conditions, as `paipu find` reads them")]
    sheet: Annotated[str | None, Field(min_length=1, max_length=200, json_schema_extra=SHEET_NAMES)] = None
    event: Name | None = None
    player: Name | None = None
    since: Annotated[str | None, Field(pattern=DAY)] = None
    until: Annotated[str | None, Field(pattern=DAY)] = None
    first: Annotated[int | None, Field(ge=1, le=9999)] = None
    last: Annotated[int | None, Field(ge=1, le=9999)] = None


def _add_tables(app: FastAPI, service: Service) -> None:
    @app.get("/findings")
    async def findings(
        request: Request,
        sheet: OfSheet | None = None,
        event: Named | None = None,
        limit: Annotated[int | None, Query(ge=1, le=MOST_ROWS)] = None,
        offset: Annotated[int, Query(ge=0, le=MOST_NUMBER)] = 0,
    ) -> Response:
        """The findings of what is loaded, as `paipu export findings`; a page of them, where the next is says `Link`."""
        answer = await service.table(request, ("export", "findings"), sheet=sheet, event=event, limit=limit, offset=offset)
        if (
            limit is not None
            and answer.status_code == 200
            and len(await asyncio.to_thread(json.loads, bytes(answer.body))) == limit
        ):
            answer.headers["Link"] = f'<?{request.url.include_query_params(offset=offset + limit).query}>; rel="next"'
        return answer

    @app.get("/find")
    async def find(request: Request, asked: Annotated[Search, Query()]) -> Response:
        """Hands by what a seat held, did and came to, as `paipu find`."""
        return await service.table(request, ("find", "--", asked.q), **asked.model_dump(exclude={"q"}))

    @app.get("/statistics")
    async def statistics(
        request: Request,
        by: Literal["player", "pair", "team", "seat", "event", "sheet"] = "player",
        sheet: OfSheet | None = None,
        event: Named | None = None,
        key: Statistic | None = None,
        player: Named | None = None,
    ) -> Response:
        """The statistics of players, pairs, teams, seats, events or sheets, as `paipu stats`."""
        return await service.table(request, ("stats",), by=by, sheet=sheet, event=event, key=key, player=player)

    @app.get("/events")
    async def events(request: Request) -> Response:
        """The events that stand, as `paipu export latest_events`."""
        return await service.table(request, ("export", "latest_events"))

    @app.get("/events/{event}/standings")
    async def standings(request: Request, event: Annotated[str, InPath(min_length=1, max_length=200)]) -> Response:
        """Who stands where in an event, by every account, as `paipu export standings`."""
        return await service.table(request, ("export", "standings"), event=event)


def _add_documents(app: FastAPI, service: Service) -> None:
    @app.get("/events/{event}/documents/{form}", response_class=Response, responses=answers(*DOCUMENTS.values()))
    async def document(
        request: Request,
        event: Annotated[str, InPath(min_length=1, max_length=200)],
        form: Literal["html", "xlsx", "zip", "csv", "json"],
        account: Literal["recorded", "computed", "ruled"] | None = None,
        after: Annotated[int | None, Query(ge=0, le=9999)] = None,
        lang: Literal["zh", "en", "both"] = "zh",
    ) -> Response:
        """The standings as they are published, with results, crosstable, bracket and rulings, as `paipu standings`."""
        tag = f'W/"{await asyncio.to_thread(service.state)}"'
        headers = {"ETag": tag, "Cache-Control": "private, no-cache"}
        if matches(request.headers.get("if-none-match", ""), tag):
            return Response(status_code=304, headers=headers)
        told = {"as": account, "after-round": after, "lang": lang}
        options = [f"--{name}={value}" for name, value in told.items() if value is not None]
        words = ["standings", f"--format={form}", "--quiet", *options, "--", event, str(service.directory)]
        answer = await service.answer(words, {}, DOCUMENTS[form])
        answer.headers.update(headers)
        return answer


# --- People ---------------------------------------------------------------------------------------------------


OfAccount = Annotated[str, InPath(min_length=1, max_length=LONGEST_NAME)]


class Wanted(BaseModel, extra="forbid"):
    """The roles that an account is to have."""

    roles: Annotated[list[Role], Field(min_length=1, max_length=len(Role))]


class WantedToken(BaseModel, extra="forbid"):
    """A token that is asked for."""

    label: Annotated[str, Field(min_length=1, max_length=100)]
    scopes: Annotated[list[Action], Field(min_length=1, max_length=len(Action))]
    days: Annotated[int, Field(ge=1, le=MOST_TOKEN_DAYS)] = TOKEN_DAYS


def _add_people(app: FastAPI, service: Service) -> None:
    accounts = service.accounts

    @app.get("/me")
    async def me(request: Request) -> dict[str, Any]:
        """Who asks, what he is, and what he may."""
        person = person_of(request)
        return {"name": person.name, "roles": sorted(person.roles), "actions": sorted(person.actions)}

    @app.get("/accounts")
    async def everybody() -> list[dict[str, Any]]:
        """The accounts, with their roles, and whether they have a password yet."""
        found = await asyncio.to_thread(accounts.all)
        return [{"name": name, "roles": list(roles), "joined": joined} for name, roles, joined in found]

    @app.put("/accounts/{name}", status_code=201)
    async def invite(request: Request, name: OfAccount, wanted: Wanted) -> dict[str, Any]:
        """Invite somebody, or give an account other roles; the address at which a password is chosen, which is told once.

        Sessions and tokens of that account end.
        """
        person = person_of(request)
        _check_other(person, name)
        await _check_given(accounts, person, name, wanted.roles)
        if not is_name(name):
            raise problem(422, "service.account_name", most=LONGEST_NAME)
        secret = await asyncio.to_thread(accounts.invite, name, wanted.roles, person.name)
        return {"name": name, "roles": sorted(set(wanted.roles)), "join": f"{JOIN}?invitation={secret}"}

    @app.delete("/accounts/{name}", status_code=204)
    async def remove(request: Request, name: OfAccount) -> Response:
        """Remove an account, its sessions and its tokens."""
        person = person_of(request)
        _check_other(person, name)
        await _check_given(accounts, person, name, ())
        if not await asyncio.to_thread(accounts.remove, name, person.name):
            raise problem(404, "service.no_account", name=name)
        return Response(status_code=204)


def _add_tokens(app: FastAPI, service: Service) -> None:
    accounts = service.accounts

    @app.get("/tokens")
    async def tokens(request: Request) -> list[dict[str, Any]]:
        """The tokens of who asks."""
        return [each._asdict() for each in await asyncio.to_thread(accounts.tokens, person_of(request).name)]

    @app.post("/tokens", status_code=201)
    async def token(request: Request, wanted: WantedToken) -> dict[str, Any]:
        """A token for a program, which may do so much of what who asks may; the secret is told once."""
        person = person_of(request)
        more = sorted(set(wanted.scopes) - person.actions)
        if more:
            raise problem(403, "service.scopes", scopes=", ".join(more))
        made = await asyncio.to_thread(accounts.token, person, wanted.label, wanted.scopes, wanted.days)
        if made is None:
            raise problem(409, "service.tokens", most=MOST_TOKENS)
        return {**made[0]._asdict(), "token": made[1]}

    @app.delete("/tokens/{number}", status_code=204)
    async def revoke(request: Request, number: str) -> Response:
        """End a token of who asks."""
        if not await asyncio.to_thread(accounts.revoke, person_of(request).name, number):
            raise problem(404, "service.no_token", id=number)
        return Response(status_code=204)

    @app.get("/acts")
    async def acts(
        after: Annotated[int, Query(ge=0, le=MOST_NUMBER)] = 0, limit: Annotated[int, Query(ge=1, le=1000)] = 100
    ) -> list[dict[str, Any]]:
        """Who did what, oldest first, behind a number."""
        return [each._asdict() for each in await asyncio.to_thread(accounts.acts, after, limit)]


def _add_operation(app: FastAPI, service: Service) -> None:
    @app.get("/metrics", response_class=PlainTextResponse)
    async def metrics() -> Response:
        """How the service does, for Prometheus."""
        return Response(await asyncio.to_thread(service.metrics.exposed), media_type=TYPE)


def _check_other(person: Person, name: str) -> None:
    """Raises Problem for one's own account: the last administrator could not come back."""
    if key_of(name) == key_of(person.name):
        raise problem(409, "service.own_account")


async def _check_given(accounts: Accounts, person: Person, name: str, wanted: Iterable[Role]) -> None:
    """Raises Problem where somebody may not give those roles, or take those that the account has."""
    had = await asyncio.to_thread(accounts.roles_of, name)
    others = sorted({*wanted, *(had or ())} - gives(person.roles))
    if others:
        raise problem(403, "service.may_not_give", roles=", ".join(others))


# --- Problems -------------------------------------------------------------------------------------------------


def _add_problems(app: FastAPI, service: Service) -> None:
    @app.exception_handler(Problem)
    async def told(_request: Request, fault: Problem) -> Response:
        return fault.answer()

    @app.exception_handler(RequestValidationError)
    async def wrong(_request: Request, fault: RequestValidationError) -> Response:
        errors = [{"in": [str(each) for each in one["loc"]], "message": one["msg"]} for one in fault.errors()]
        what = "; ".join(f"{'.'.join(one['in'])}: {one['message']}" for one in errors)
        return problem(422, "service.request", {"errors": errors}, what=what).answer()

    @app.exception_handler(StarletteHTTPException)
    async def nowhere(request: Request, fault: HTTPException) -> Response:
        headers = dict(fault.headers or {})
        if fault.status_code == 405:
            allowed = ", ".join(sorted(_methods_at(request)))
            return problem(405, "service.method", allowed=allowed).answer({**headers, "Allow": allowed})
        key = "service.address" if fault.status_code == 404 else "service.request"
        return problem(fault.status_code, key, **({} if fault.status_code == 404 else {"what": str(fault.detail)})).answer(
            headers
        )

    @app.exception_handler(WarehouseError)
    async def trouble(_request: Request, fault: WarehouseError) -> Response:
        return Problem(503, "WAREHOUSE", plain(fault.message, service.directory)).answer()

    @app.exception_handler(OSError)
    async def refused(_request: Request, fault: OSError) -> Response:
        if refusal(fault) != "full":
            return problem(500, "service.fault").answer()
        return problem(507, "service.full", why=fault.strerror or str(fault)).answer()

    @app.exception_handler(sqlite3.OperationalError)
    async def not_kept(_request: Request, fault: sqlite3.OperationalError) -> Response:
        full = fault.sqlite_errorcode & 0xFF in {sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR}
        return problem(507 if full else 503, "service.full", why=str(fault)).answer()

    @app.exception_handler(Exception)
    async def unforeseen(_request: Request, _fault: Exception) -> Response:
        return problem(500, "service.fault").answer()


def _methods_at(request: Request) -> set[str]:
    """What the address of a request takes, whoever of its routes says so."""
    routes = [route for route in request.app.routes if isinstance(route, Route)]
    at = [route for route in routes if route.matches(request.scope)[0] is not Match.NONE]
    return {method for route in at for method in route.methods or ()}

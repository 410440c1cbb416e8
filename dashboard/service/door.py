"""The gate of the service: who asks, whether he may, and that a session which has ended ends what is open.

It goes by the table of roles and that of addresses, and by nothing else; what is in neither is refused. Programs send a token
(`Authorization: Bearer`), browsers the cookie of a session, which alone opens the pages. A request that changes something and
goes by a cookie must come from a page of ours, which the browser says.
"""

import asyncio
from collections.abc import Mapping
from http.cookies import CookieError, SimpleCookie
from math import ceil
from typing import ClassVar, Final, NamedTuple
from urllib.parse import quote

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse, RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from paipu.dashboard import shell
from paipu.dashboard.gate import HEADERS, READING, Gate
from paipu.dashboard.service.access import COOKIE, TABLE_COOKIE
from paipu.dashboard.service.accounts import Accounts, Person
from paipu.dashboard.service.addresses import API, CARDS, RESULTS, SIGN_IN, address_of, is_at, methods_at
from paipu.dashboard.service.limits import Limits
from paipu.dashboard.service.problems import TEXT, Problem, problem
from paipu.dashboard.service.roles import Action
from paipu.dashboard.service.tables import Tables, device_of

LOOK_SECONDS: Final = 1.0
"""How often it is looked whether the session of an open websocket has ended."""
ENDED: Final = 1008
"""The code of a websocket that is closed for that: policy violation."""
_BEARER: Final = "Bearer "


class Door(NamedTuple):
    """Who there is, how often each may ask, and what the service is called by those who come from elsewhere, if they may."""

    accounts: Accounts
    tables: Tables
    limits: Limits
    public: str | None = None

    @property
    def secure(self) -> bool:
        """Whether it is reached by TLS."""
        return self.public is not None and self.public.startswith("https://")


class Asking(NamedTuple):
    """Who asks, and whether it is by the cookie of a session; `secret` is that of the session or the token."""

    person: Person
    secret: str
    by_cookie: bool


class ServiceGate(Gate):
    """The gate of the pages, with the interface for programs behind it too."""

    forms: ClassVar[str] = "'self'"
    headers: ClassVar[Mapping[str, str]] = {**HEADERS, "Referrer-Policy": "same-origin"}
    """With no referrer at all a browser does not say of a form either where it comes from."""

    def __init__(self, app: ASGIApp, door: Door) -> None:
        super().__init__(app)
        self.door = door

    def origins(self, scope: Scope) -> list[str]:
        return [*super().origins(scope), *([self.door.public] if self.door.public is not None else [])]

    def app_for(self, scope: Scope) -> ASGIApp:
        """What answers: the app, where who asks may have it done."""
        path: str = scope["path"]
        method = scope["method"] if scope["type"] == "http" else "WEBSOCKET"
        address = address_of(method, path)
        asking = self.asking(scope, address.action if address is not None else None)
        if address is not None and address.action is None:
            return self.app
        if asking is None:
            return _sign_in_first(scope)
        if address is None:
            allowed = methods_at(path)
            return _no_method(path, allowed) if allowed else _nowhere(path)
        if address.action not in asking.person.actions:
            return _may_not(path, address.action)
        if asking.person.table is not None and not is_at(address, path, asking.person.table):
            return _answer(path, problem(403, "service.other_table"))
        if asking.by_cookie and method not in {*READING, "WEBSOCKET"} and "origin" not in Headers(scope=scope):
            return _answer(path, problem(403, "service.origin"))
        wait = self.door.limits.wait(asking.person.name) if path.startswith(f"{API}/") else 0
        if wait:
            return _answer(path, problem(429, "service.often", seconds=ceil(wait)), {"Retry-After": str(ceil(wait))})
        scope[PERSON], scope[DEVICE] = asking.person, device_of(asking.secret)
        return _while_signed_in(self.app, self.door.accounts, asking.secret) if method == "WEBSOCKET" else self.app

    def asking(self, scope: Scope, action: Action | None) -> Asking | None:
        """Who asks for an action; None where nobody is signed in by what was sent.

        Whoever has an account and came by the link of a table besides asks as the one that may.
        """
        headers = Headers(scope=scope)
        told = headers.get("authorization")
        if told is not None:
            secret = told.removeprefix(_BEARER)
            found = self.door.accounts.bearer(secret) if told.startswith(_BEARER) and scope["path"].startswith(API) else None
            return Asking(found, secret, by_cookie=False) if found is not None else None
        cookies = cookies_in(headers)
        of_session, of_device = (cookies.get(each.name(secure=self.door.secure)) for each in (COOKIE, TABLE_COOKIE))
        asking = []
        if of_session is not None and (person := self.door.accounts.session(of_session)) is not None:
            asking.append(Asking(person, of_session, by_cookie=True))
        may = any(action in each.person.actions for each in asking)
        if not may and of_device is not None and (device := self.door.tables.device(of_device)) is not None:
            asking.append(Asking(device, of_device, by_cookie=True))
        return next((each for each in asking if action in each.person.actions), next(iter(asking), None))


PERSON: Final = "paipu.person"
"""Where a request says who asks."""
DEVICE: Final = "paipu.device"
"""And by which session or device."""


def cookies_in(headers: Headers) -> dict[str, str]:
    """The cookies that were sent."""
    try:
        return {name: each.value for name, each in SimpleCookie(headers.get("cookie", "")).items()}
    except CookieError:
        return {}


# --- What is said to those who may not ----------------------------------------------------------------------


def _answer(path: str, fault: Problem, headers: dict[str, str] | None = None) -> ASGIApp:
    """A problem for programs; for people in words, in every language."""
    if path.startswith(f"{API}/"):
        return fault.answer(headers)
    return PlainTextResponse("".join(f"{said}\n" for said in fault.message), fault.status, headers)


def _sign_in_first(scope: Scope) -> ASGIApp:
    path: str = scope["path"]
    if (
        scope["type"] == "http"
        and scope["method"] in READING
        and (path in {"/", CARDS, RESULTS} or path.rstrip("/") in shell.PAGES)
    ):
        query = scope["query_string"].decode("latin-1")
        return RedirectResponse(f"{SIGN_IN}?to={quote(path + ('?' + query if query else ''), safe='')}", 303)
    challenge = {"WWW-Authenticate": 'Bearer realm="paipu"'} if path.startswith(f"{API}/") else None
    return _answer(path, problem(401, "service.sign_in"), challenge)


def _no_method(path: str, allowed: frozenset[str]) -> ASGIApp:
    told = ", ".join(sorted(allowed))
    return _answer(path, problem(405, "service.method", allowed=told), {"Allow": told})


def _nowhere(path: str) -> ASGIApp:
    return _answer(path, problem(404, "service.address")) if path.startswith(f"{API}/") else shell.unknown


def _may_not(path: str, action: Action | None) -> ASGIApp:
    return _answer(path, Problem(403, "SERVICE-MAY-NOT", TEXT[f"service.may_not.{action}"]))


def _while_signed_in(app: ASGIApp, accounts: Accounts, secret: str) -> ASGIApp:
    """A websocket that is closed when its session ends; nothing that comes after is handed on."""

    async def held(scope: Scope, receive: Receive, send: Send) -> None:
        coming: asyncio.Task[Message] | None = None

        async def received() -> Message:
            nonlocal coming
            while True:
                coming = coming or asyncio.ensure_future(receive())
                done, _ = await asyncio.wait({coming}, timeout=LOOK_SECONDS)
                if accounts.session(secret) is None:
                    coming.cancel()
                    await send({"type": "websocket.close", "code": ENDED})
                    return {"type": "websocket.disconnect", "code": ENDED}
                if done:
                    message, coming = coming.result(), None
                    return message

        try:
            await app(scope, received, send)
        finally:
            if coming is not None:
                coming.cancel()

    return held

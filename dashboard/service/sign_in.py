"""The pages that are not Streamlit's: signing in and out, here or by a provider, and taking up an invitation. Plain HTML."""

import asyncio
import time
from collections import deque
from html import escape
from typing import Final
from urllib.parse import parse_qs, urlencode

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from paipu.dashboard.service.access import COOKIE
from paipu.dashboard.service.accounts import JOIN, LEAST_OF_A_PASSWORD, SESSION_SECONDS, Accounts, Person
from paipu.dashboard.service.addresses import CALLBACK, OIDC, SIGN_IN, SIGN_OUT
from paipu.dashboard.service.door import PERSON, Door
from paipu.dashboard.service.metrics import LOG
from paipu.dashboard.service.oidc import NotKnownError, Oidc
from paipu.dashboard.service.problems import TEXT
from paipu.dashboard.shell import DOCUMENT_LANG, NAME
from paipu.replay.text import LANGS, Lang, in_language, is_lang

MOST_FORM: Final = 4096
"""Bytes of a form."""
FORM: Final = "application/x-www-form-urlencoded"
TRIES: Final = 10
"""Wrong passwords for one name within a minute, after which none is looked at for a while."""
WITHIN: Final = 60.0
MOST_NAMES: Final = 10_000
"""Names of which wrong tries are remembered."""
AT_ONCE: Final = 2
"""Passwords that are looked at at the same time: each takes 64 MiB."""
_NO_STORE: Final = {"Cache-Control": "no-store"}
_STYLE: Final = (
    ":root { color-scheme: light dark; font: 16px/1.6 system-ui, sans-serif } "
    "main { margin: 12vh auto; max-width: 22em; padding: 0 16px } h1 { font-size: 1.4em } "
    "label { display: block; margin: 12px 0 } input { box-sizing: border-box; font: inherit; padding: 10px; width: 100% } "
    "button { font: inherit; min-height: 44px; padding: 8px 24px } [role=alert] { color: light-dark(#a1260d, #ff9d85) }"
)


class SignIn:
    """The addresses; those of a provider are there where one is."""

    def __init__(self, door: Door, oidc: Oidc | None = None) -> None:
        self._oidc = oidc
        self._accounts: Accounts = door.accounts
        self._secure = door.secure
        self._looking = asyncio.Semaphore(AT_ONCE)
        self._wrong: dict[str, deque[float]] = {}

    def routes(self) -> list[Route]:
        """Where they are."""
        return [
            Route(SIGN_IN, self.sign_in, methods=["GET", "POST"]),
            Route(SIGN_OUT, self.sign_out, methods=["GET", "POST"]),
            Route(JOIN, self.join, methods=["GET", "POST"]),
            Route(OIDC, self.away, methods=["GET"]),
            Route(CALLBACK, self.back, methods=["GET"]),
        ]

    async def sign_in(self, request: Request) -> Response:
        """Name and password; then on to where somebody wanted to go."""
        to = _here(request.query_params.get("to", "/"))
        if request.method != "POST":
            return _page(request, "sign_in", _fields(request, "name", "password"), to, below=self._elsewhere(request, to))
        given = await form_of(request)
        name = given.get("name", "")
        if given and self._tired(name):
            return _page(request, "sign_in", _fields(request, "name", "password"), to, "tries", 429)
        person = None
        if given:
            async with self._looking:
                person = await asyncio.to_thread(self._accounts.check, name, given.get("password", ""))
        if person is None:
            self._wrong.setdefault(name, deque(maxlen=TRIES)).append(time.monotonic())
            return _page(request, "sign_in", _fields(request, "name", "password"), to, "wrong", 403)
        return await self._in(person, to)

    async def away(self, request: Request) -> Response:
        """On to the provider."""
        to = _here(request.query_params.get("to", "/"))
        if self._oidc is None:
            return _page(request, "sign_in", _fields(request, "name", "password"), to, "no_provider", 404)
        try:
            return await self._oidc.begin(to)
        except NotKnownError as fault:
            return self._not_known(request, fault)

    async def back(self, request: Request) -> Response:
        """Back from the provider, who says who it is."""
        if self._oidc is None:
            return _page(request, "sign_in", _fields(request, "name", "password"), "/", "no_provider", 404)
        try:
            person, to = await self._oidc.end(request)
        except NotKnownError as fault:
            return self._not_known(request, fault)
        return await self._in(person, to)

    def _not_known(self, request: Request, fault: NotKnownError) -> Response:
        LOG.info("", extra={"told": {"address": OIDC, "refused": str(fault)}})
        fields = _fields(request, "name", "password")
        return _page(request, "sign_in", fields, "/", "not_known", 403, below=self._elsewhere(request, "/"))

    def _elsewhere(self, request: Request, to: str) -> str:
        """The link to the provider, where there is one."""
        if self._oidc is None:
            return ""
        at = escape(f"{OIDC}?{urlencode({'to': to})}")
        return f'<p><a href="{at}">{_say(request, "by_provider")}</a></p>'

    async def join(self, request: Request) -> Response:
        """A password for an invitation, which the address names."""
        secret = request.query_params.get("invitation", "")
        if request.method != "POST":
            return _page(request, "join", _fields(request, "new"))
        password = (await form_of(request)).get("password", "")
        try:
            async with self._looking:
                person = await asyncio.to_thread(self._accounts.join, secret, password)
        except ValueError:
            return _page(request, "join", _fields(request, "new"), fault="short", status=422)
        if person is None:
            return _page(request, "join", _fields(request, "new"), fault="invitation", status=403)
        return await self._in(person, "/")

    async def sign_out(self, request: Request) -> Response:
        """Ends every session of the account, here and elsewhere."""
        person: Person = request.scope[PERSON]
        if request.method != "POST":
            return _page(request, "sign_out", "", person=person)
        await asyncio.to_thread(self._accounts.end, person.name, person.name)
        answer = RedirectResponse(SIGN_IN, 303, _NO_STORE)
        answer.delete_cookie(self._cookie, secure=self._secure, httponly=True, samesite="lax")
        return answer

    async def _in(self, person: Person, to: str) -> Response:
        secret = await asyncio.to_thread(self._accounts.begin, person)
        answer = RedirectResponse(to, 303, _NO_STORE)
        answer.set_cookie(
            self._cookie, secret, max_age=SESSION_SECONDS, path="/", secure=self._secure, httponly=True, samesite="lax"
        )
        return answer

    @property
    def _cookie(self) -> str:
        return COOKIE.name(secure=self._secure)

    def _tired(self, name: str) -> bool:
        """Whether so many wrong passwords came for a name that no more are looked at now."""
        if len(self._wrong) > MOST_NAMES:
            self._wrong.clear()
        wrong = self._wrong.get(name)
        return wrong is not None and len(wrong) == TRIES and time.monotonic() - wrong[0] < WITHIN


def _here(to: str) -> str:
    """An address of ours, whatever was asked for."""
    return to if to.startswith("/") and not to.startswith("//") and "\\" not in to and to.isprintable() else "/"


async def form_of(request: Request) -> dict[str, str]:
    """What a form says; nothing for what is none, or is too long."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != FORM:
        return {}
    held = bytearray()
    async for piece in request.stream():
        held += piece
        if len(held) > MOST_FORM:
            return {}
    told = parse_qs(held.decode("utf-8", "replace"), keep_blank_values=True, max_num_fields=8)
    return {name: values[-1] for name, values in told.items()}


def _langs(request: Request) -> tuple[Lang, ...]:
    """The language that the address asks for, else every one."""
    asked = request.query_params.get("lang", "")
    return (asked,) if is_lang(asked) else LANGS


def _say(request: Request, key: str, **values: str | int) -> str:
    said = TEXT[f"service.page.{key}"].fill(**values)
    return " · ".join(escape(in_language(said, lang)) for lang in _langs(request))


def _fields(request: Request, *names: str) -> str:
    least = LEAST_OF_A_PASSWORD
    kinds = {
        "name": 'name="name" autocomplete="username" autofocus',
        "password": 'name="password" type="password" autocomplete="current-password"',
        "new": f'name="password" type="password" autocomplete="new-password" minlength="{least}" autofocus',
    }
    said = [(_say(request, f"field.{name}", **({"least": least} if name == "new" else {})), kinds[name]) for name in names]
    return "".join(f"<label>{words} <input {kind} required></label>" for words, kind in said)


def _page(
    request: Request,
    key: str,
    fields: str,
    to: str | None = None,
    fault: str | None = None,
    status: int = 200,
    person: Person | None = None,
    below: str = "",
) -> HTMLResponse:
    """A form that is sent to its own address."""
    said = f'<p role="alert">{_say(request, f"fault.{fault}")}</p>' if fault is not None else ""
    if person is not None:
        said = f"<p>{escape(person.name)} ({', '.join(_say(request, f'role.{role}') for role in sorted(person.roles))})</p>"
    query = {name: value for name, value in request.query_params.items() if name in {"lang", "invitation"}}
    action = escape("?" + urlencode({**query, **({"to": to} if to is not None else {})}))
    lang = DOCUMENT_LANG[_langs(request)[0]]
    title = _say(request, key)
    body = (
        f'<!DOCTYPE html><html lang="{lang}"><head><meta charset="utf-8"><title>{title} · {escape(NAME)}</title>'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><style>{_STYLE}</style></head>'
        f'<body><main><h1>{escape(NAME)}</h1>{said}<form method="post" action="{action}">{fields}'
        f"<p><button>{title}</button></p></form>{below}</main></body></html>"
    )
    return HTMLResponse(body, status, _NO_STORE)

"""The pages of table entry: the one that a table's phone opens, the cards to be printed, the results for who settles them.

Plain HTML; what a page does is in its script, which asks the interface. That of a table keeps what was typed in the browser,
and a worker in the browser keeps the page itself, so that both are there without a connection.
"""

import asyncio
import json
from datetime import datetime
from functools import cache
from html import escape
from pathlib import Path
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from paipu.dashboard.service.access import COOKIE, TABLE_COOKIE
from paipu.dashboard.service.addresses import CARDS, ENTRY, ENTRY_SCRIPTS, RESULTS
from paipu.dashboard.service.door import Door
from paipu.dashboard.service.entry import HOURS, MOST_HOURS, Desk
from paipu.dashboard.service.results import TEXT, tables_of, takes_results
from paipu.dashboard.service.roles import Action
from paipu.dashboard.service.service import person_of
from paipu.dashboard.service.sign_in import form_of
from paipu.dashboard.shell import DOCUMENT_LANG, NAME
from paipu.dashboard.text import LANG_NAMES
from paipu.replay.event.record import EventRecord
from paipu.replay.text import LANGS, Lang, in_language, is_lang

_FOLDER: Final = Path(__file__).parent
_NO_STORE: Final = {"Cache-Control": "no-store"}
_NO_CACHE: Final = {"Cache-Control": "no-cache"}
PAGE: Final = "entry.page."
OF_RESULTS: Final = ("results.page.", "results.state.", PAGE)


class EntryPages:
    """The addresses."""

    def __init__(self, door: Door, desk: Desk, origin: str) -> None:
        self._door, self._desk, self._origin = door, desk, origin
        self._secure = door.secure

    def routes(self) -> list[Route]:
        """Where they are."""
        scripts = [Route(address, _script, methods=["GET"]) for address in ENTRY_SCRIPTS]
        return [
            Route(ENTRY, self.entry, methods=["GET"]),
            Route(CARDS, self.cards, methods=["GET", "POST"]),
            Route(RESULTS, self.results, methods=["GET"]),
            *scripts,
        ]

    async def entry(self, request: Request) -> Response:
        """The page of a table. A link makes the device one of the table; the page has no secret in its address."""
        lang = _lang(request)
        if (secret := request.query_params.get("link")) is not None:
            device = await asyncio.to_thread(self._door.tables.open, secret)
            if device is None:
                return _page(lang, "entry.title", f"<p role=alert>{_say('entry.ended', lang)}</p>", 403)
            answer = RedirectResponse(f"{ENTRY}?lang={lang}", 303, _NO_STORE)
            cookie = TABLE_COOKIE.name(secure=self._secure)
            longest = MOST_HOURS * 3600
            answer.set_cookie(cookie, device, max_age=longest, path="/", secure=self._secure, httponly=True, samesite="lax")
            return answer
        told = await asyncio.to_thread(self._table, request)
        if told is None:
            return _page(lang, "entry.title", f"<p>{_say('entry.scan', lang)}</p>")
        event, table = told
        body = (
            f'<p id="state" role="status">{_say("entry.page.loading", lang)}</p><div id="table"></div>'
            f"<noscript>{_say('entry.no_script', lang)}</noscript>{_data(lang, (PAGE,), event=event, table=table)}"
            f'<script src="{ENTRY_SCRIPTS[0]}" type="module"></script>'
        )
        title = TEXT["entry.table"].fill(table=table)
        return _page(lang, "entry.title", body, title=in_language(title, lang), headers=_NO_CACHE)

    def _table(self, request: Request) -> tuple[str, str] | None:
        """Which table the page is of: that of the device's link, or the one that an account names in the address."""
        cookies = request.cookies
        event, table = request.query_params.get("event"), request.query_params.get("table")
        secret = cookies.get(COOKIE.name(secure=self._secure))
        person = self._door.accounts.session(secret) if secret is not None else None
        if event is not None and table is not None and person is not None and Action.RESULT in person.actions:
            return event, table
        device = cookies.get(TABLE_COOKIE.name(secure=self._secure))
        at_table = self._door.tables.device(device) if device is not None else None
        return at_table.table if at_table is not None else None

    async def cards(self, request: Request) -> Response:
        """A form for whose tables and how long; then a card a table, with a new link each."""
        lang = _lang(request)
        events = [
            each for each in (await asyncio.to_thread(self._desk.events)).values() if tables_of(each) and takes_results(each)
        ]
        if request.method == "POST":
            given = await form_of(request)
            hours = given.get("hours", "")
            event = next((each for each in events if each.id == given.get("event")), None)
            if event is not None and hours.isdecimal() and 1 <= int(hours[:6]) <= MOST_HOURS:
                by = person_of(request).name
                made = await asyncio.to_thread(self._desk.tables.link, event.id, tables_of(event), int(hours), by)
                cards = "".join(self._card(event, link.table, link.until, secret) for link, secret in made)
                return _page(
                    lang, "cards.title", f'<div class="cards">{cards}</div>', headers=_NO_STORE, title=event.name or event.id
                )
        if not events:
            return _page(lang, "cards.title", f"<p>{_say('cards.none', lang)}</p>")
        options = "".join(f'<option value="{escape(each.id)}">{escape(each.name or each.id)}</option>' for each in events)
        form = (
            f"<p>{_say('cards.what', lang)}</p><form method=post><label>{_say('cards.event', lang)}"
            f"<select name=event>{options}</select></label><label>{_say('cards.hours', lang)}"
            f"<input name=hours type=number min=1 max={MOST_HOURS} value={HOURS} required></label>"
            f"<p><button>{_say('cards.make', lang)}</button></p></form>"
        )
        return _page(lang, "cards.title", form)

    def _card(self, event: EventRecord, table: str, until: str, secret: str) -> str:
        """A table's card: in both languages, for whoever sits there."""
        address = f"{self._origin}{ENTRY}?link={secret}"
        until = f"{datetime.fromisoformat(until):%Y-%m-%d %H:%M} UTC"
        said = "".join(
            f"<p>{_say('cards.how', lang)}</p><p><small>{_say('cards.until', lang, until=until)}</small></p>" for lang in LANGS
        )
        titles = " · ".join(_say("entry.table", lang, table=table) for lang in LANGS)
        return (
            f'<section class="card"><h2>{titles}</h2><p>{escape(event.name or event.id)}</p>{_qr(address)}'
            f'<p class="address">{escape(address)}</p>{said}</section>'
        )

    async def results(self, request: Request) -> Response:
        """How it stands with the results of an event's tables; what is disputed is settled here."""
        lang = _lang(request)
        events = [each for each in (await asyncio.to_thread(self._desk.events)).values() if tables_of(each)]
        if not events:
            return _page(lang, "results.title", f"<p>{_say('cards.none', lang)}</p>")
        asked = request.query_params.get("event")
        chosen = asked if asked in {each.id for each in events} else events[0].id
        others = "".join(
            f'<a href="?event={escape(each.id)}&amp;lang={lang}"{" aria-current=page" if each.id == chosen else ""}>'
            f"{escape(each.name or each.id)}</a> "
            for each in events
        )
        body = (
            f'<nav>{others}</nav><p id="state" role="status">{_say("entry.page.loading", lang)}</p><div id="table"></div>'
            f"<noscript>{_say('entry.no_script', lang)}</noscript>{_data(lang, OF_RESULTS, event=chosen)}"
            f'<script src="{ENTRY_SCRIPTS[0]}" type="module"></script>'
        )
        return _page(lang, "results.title", body, headers=_NO_CACHE)


async def _script(request: Request) -> Response:
    """A script of these pages."""
    name = request.url.path.removeprefix("/")
    return FileResponse(_FOLDER / name, media_type="text/javascript", headers=_NO_CACHE)


def _qr(address: str) -> str:
    """An address as a code that phones read, as SVG."""
    import segno  # noqa: PLC0415 - it is wanted where cards are printed, and takes a while

    made: str = segno.make(address, error="m", micro=False).svg_inline(scale=5, border=4, light="#fff")
    return made


def _lang(request: Request) -> Lang:
    asked = request.query_params.get("lang", "")
    return asked if is_lang(asked) else "zh"


def _say(key: str, lang: Lang, **values: str | int) -> str:
    return escape(in_language(TEXT[key].fill(**values), lang))


def _data(lang: Lang, parts: tuple[str, ...], **more: str) -> str:
    """What the script is told: its texts, and which event and table."""
    texts = {key: in_language(said, lang) for key, said in TEXT.items() if key.startswith(parts)}
    told: dict[str, Any] = {"lang": lang, "texts": texts, **more}
    # No tag can end in the middle of it.
    raw = json.dumps(told, ensure_ascii=False).replace("<", "\\u003c")
    return f'<script type="application/json" id="told">{raw}</script>'


@cache
def _style() -> str:
    return (_FOLDER / "entry.css").read_text(encoding="utf-8")


def _page(
    lang: Lang, key: str, body: str, status: int = 200, title: str | None = None, headers: dict[str, str] | None = None
) -> HTMLResponse:
    other = LANGS[1 - LANGS.index(lang)]
    head = escape(title) if title is not None else _say(key, lang)
    switch = f'<a class="other" data-lang="{other}" href="?lang={other}">{LANG_NAMES[other]}</a>'
    made = (
        f'<!DOCTYPE html><html lang="{DOCUMENT_LANG[lang]}"><head><meta charset="utf-8">'
        f"<title>{head} · {escape(NAME)}</title><meta name=viewport content='width=device-width, initial-scale=1'>"
        f"<style>{_style()}</style></head><body><header><span>{escape(NAME)}</span>{switch}</header>"
        f"<main><h1>{head}</h1>{body}</main></body></html>"
    )
    return HTMLResponse(made, status, headers or _NO_STORE)

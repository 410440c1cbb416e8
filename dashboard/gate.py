"""Who may talk to the server, and what every answer tells the browser that shows it.

The pages are for the reader at this machine, and so are the records on them. But whatever site is open in the same browser
can send requests here too, under its own name (`Origin`) or, with a name of its own that it lets point at this machine, as
if it were this server (`Host`). Both are refused here, before Streamlit sees them: it would look up its own address on the
internet to compare a foreign origin with, and would take any host for its own.
"""

import re
from base64 import b64encode
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import ClassVar, Final, NamedTuple

import streamlit as st
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from paipu.dashboard import shell
from paipu.dashboard.text import t
from paipu.replay.text import LANGS

NAMES: Final = ("127.0.0.1", "localhost")
"""What this machine calls itself. The server does not listen at [::1]."""

READING: Final = frozenset({"GET", "HEAD"})
"""The methods that change nothing. The pages need no other, but to send a file."""

CORE: Final = "/_stcore/"
UPLOAD: Final = re.compile(r"/_stcore/upload_file/[0-9a-f-]{36}/[0-9a-zA-Z_-]{1,64}")
"""Where a file is sent to be loaded, and taken back: the one address at which anything is written."""
SENDING: Final = frozenset({"PUT", "DELETE"})
CORE_NEEDED: Final = frozenset({"/_stcore/health", "/_stcore/host-config", "/_stcore/stream"})
"""Of Streamlit's own addresses, what its script in the browser asks for. The others take uploads, serve programs other than
browsers, or tell how the server is doing."""
UNUSED: Final = ("/auth/", "/oauth2callback", "/component/", "/app/static/")
"""Addresses for parts of Streamlit that the pages do not have: logins, components of the older kind, files of the app."""

HEADERS: Final = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",  # for browsers that do not know frame-ancestors
    "Referrer-Policy": "no-referrer",  # an address here names a match
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


def _inline_scripts() -> str:
    """The hashes of the scripts that Streamlit has in its own page, so that no other one runs there."""
    page = Path(st.__file__).parent / "static" / "index.html"
    scripts = re.findall(r"<script>(.*?)</script>", page.read_text(encoding="utf-8"), re.DOTALL)
    hashes = (b64encode(sha256(script.encode()).digest()).decode() for script in scripts)
    return " ".join(f"'sha256-{one}'" for one in hashes)


_POLICY: Final = {
    "default-src": "'self'",
    # blob: is how Streamlit loads the script of the card table, which it is handed as text.
    "script-src": f"'self' blob: {_inline_scripts()}",
    # 'unsafe-inline' stays: Streamlit's widgets, plotly and the sheets of our own pages write their rules into the page as
    # they draw, each time others. They can fetch nothing from elsewhere, because of the lines around.
    "style-src": "'self' 'unsafe-inline'",
    "img-src": "'self' data: blob:",  # the icons of widgets, the icon of the page, a chart kept as a picture
    "font-src": "'self' data:",  # Streamlit's style sheet has a small font in itself
    "connect-src": "'self' {websockets}",  # not every browser takes 'self' for the websocket too
    "object-src": "'none'",
    "frame-src": "'none'",
    "frame-ancestors": "'none'",
    "base-uri": "'none'",
    "form-action": "{forms}",
}


class Refusal(NamedTuple):
    """The status of an answer, the key of its text, and the names that we go by where that has them."""

    status: int
    key: str
    names: str = ""


class Gate:
    """Refuses what does not come from a page of this server, and sets the headers of every answer.

    A server that has more than the pages says so in a gate of its own kind.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in {"http", "websocket"}:
            await self.app(scope, receive, send)
            return
        origins = self.origins(scope)
        refusal = _stranger(scope, origins)
        app = _answer(refusal) if refusal else self.app_for(scope)
        await app(scope, receive, self._with_headers(send, origins))

    forms: ClassVar[str] = "'none'"
    """Where forms may be sent, by the policy for the browser."""
    headers: ClassVar[Mapping[str, str]] = HEADERS

    def origins(self, scope: Scope) -> list[str]:
        """What we are called by those who may ask us."""
        port: int = scope["server"][1]
        return [f"http://{name}" if port == 80 else f"http://{name}:{port}" for name in NAMES]

    def _with_headers(self, send: Send, origins: list[str]) -> Send:
        websockets = " ".join(f"ws{origin.removeprefix('http')}" for origin in origins)
        policy = "; ".join(f"{kind} {sources}" for kind, sources in _POLICY.items()).format(
            websockets=websockets, forms=self.forms
        )

        async def sender(message: Message) -> None:
            if message["type"] in {"http.response.start", "websocket.http.response.start"}:
                headers = MutableHeaders(scope=message)
                headers.update({**self.headers, "Content-Security-Policy": policy})
            await send(message)

        return sender

    def app_for(self, scope: Scope) -> ASGIApp:
        """What answers a request or a websocket of one of our pages, or of a program."""
        refusal = _not_for_pages(scope)
        return _answer(refusal) if refusal else self.app if shell.is_known(scope["path"]) else shell.unknown


class GuardedApp(st.App):
    """A Streamlit app that is reached through the gate alone: its own answers to errors pass there as well."""

    def gate(self, app: ASGIApp) -> Gate:
        """The gate before the app itself."""
        return Gate(app)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self.gate(super().__call__)(scope, receive, send)


def _stranger(scope: Scope, origins: list[str]) -> Refusal | None:
    """Whether a request is for another server, or from another site's page."""
    headers = Headers(scope=scope)
    asked = headers.getlist("host")
    if len(asked) != 1 or asked[0].lower() not in {origin.partition("://")[2] for origin in origins}:
        return Refusal(421, "gate.host", " ".join(origins))
    if not {origin.lower() for origin in headers.getlist("origin")} <= {*origins}:
        return Refusal(403, "gate.origin")
    return None


def _not_for_pages(scope: Scope) -> Refusal | None:
    """Whether it is something that no page needs."""
    headers = Headers(scope=scope)
    path: str = scope["path"]
    if scope["type"] == "http" and scope["method"] not in READING:
        # A file is taken from a page of ours alone: its browser says so, and Streamlit asks for the page's token besides.
        ours = scope["method"] in SENDING and UPLOAD.fullmatch(path) and "origin" in headers
        return None if ours else Refusal(405, "gate.method")
    if path.startswith(UNUSED) or (path.startswith(CORE) and path not in CORE_NEEDED):
        return Refusal(404, "gate.path")
    return None


def _answer(refusal: Refusal) -> ASGIApp:
    """The refusal, in every language, since what is refused has none."""
    text = "".join(f"{t(refusal.key, lang, names=refusal.names)}\n" for lang in LANGS)
    return PlainTextResponse(text, refusal.status, {"Allow": ", ".join(sorted(READING))} if refusal.status == 405 else None)

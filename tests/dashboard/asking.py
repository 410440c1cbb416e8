"""Bare requests to a server, with whatever headers a test wants to lie in."""

import http.client
from collections.abc import Iterable
from typing import NamedTuple
from urllib.parse import urlsplit

from starlette.datastructures import Headers

EVIL = "evil.example"
HANDSHAKE = (
    ("Connection", "Upgrade"),
    ("Upgrade", "websocket"),
    ("Sec-WebSocket-Version", "13"),
    ("Sec-WebSocket-Key", "cGFpcHUgcGFpcHUgcGFpcA=="),
    ("Sec-WebSocket-Protocol", "streamlit"),
)


class Answer(NamedTuple):
    status: int
    headers: Headers
    body: bytes


def ask(
    server: str,
    path: str = "/",
    *,
    method: str = "GET",
    host: str | None = None,
    origins: Iterable[str] = (),
    headers: Iterable[tuple[str, str]] = (),
    body: bytes | None = None,
) -> Answer:
    """The answer of the server at an address to one request, sent as it is: the path as written, the host if one is given."""
    own = urlsplit(server).netloc
    connection = http.client.HTTPConnection(own, timeout=60)
    try:
        connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
        connection.putheader("Host", own if host is None else host)
        for name, value in (*headers, *(("Origin", origin) for origin in origins)):
            connection.putheader(name, value)
        if body is not None:
            connection.putheader("Content-Length", str(len(body)))
        connection.endheaders(body)
        answer = connection.getresponse()
        fields = Headers(raw=[(name.lower().encode(), value.encode("latin-1")) for name, value in answer.getheaders()])
        return Answer(answer.status, fields, answer.read())
    finally:
        connection.close()


def knock(
    server: str, *, host: str | None = None, origins: Iterable[str] = (), headers: Iterable[tuple[str, str]] = ()
) -> Answer:
    """The answer to a browser that wants Streamlit's websocket."""
    return ask(server, "/_stcore/stream", host=host, origins=origins, headers=(*HANDSHAKE, *headers))

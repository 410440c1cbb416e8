"""Every address of the service, with the methods that it takes and the action that it is. There are no others."""

import re
from typing import Final, NamedTuple

from paipu.dashboard.gate import CORE_NEEDED, UPLOAD
from paipu.dashboard.service.accounts import JOIN
from paipu.dashboard.service.roles import Action
from paipu.dashboard.shell import PAGES


class Address(NamedTuple):
    """Some addresses, with the methods that they take and the action that it is; `action` is None where nobody need sign in.

    `example` is one of them, for tests that try them all. A websocket has the method `WEBSOCKET`.
    """

    methods: frozenset[str]
    pattern: re.Pattern[str]
    action: Action | None
    example: str


def _at(methods: str, pattern: str, action: Action | None, example: str | None = None) -> Address:
    return Address(frozenset(methods.split()), re.compile(pattern), action, example or pattern)


API: Final = "/api/v1"
SIGN_IN: Final = "/sign-in"
SIGN_OUT: Final = "/sign-out"
OIDC: Final = "/sign-in/oidc"
"""On to the provider that says who somebody is."""
CALLBACK: Final = "/sign-in/oidc/back"
"""Where he comes back."""
ENTRY: Final = "/entry"
"""Where a table says what its match came to; whoever comes by a link becomes a device there."""
ENTRY_SCRIPTS: Final = ("/entry.js", "/entry-worker.js")
CARDS: Final = "/cards"
"""The cards of tables, to be printed."""
RESULTS: Final = "/results"
"""The results of tables, for who settles what is disputed."""
_AT_TABLE: Final = f"{API}/events/(?P<event>[^/]+)/tables/(?P<table>[^/]+)"
"""What whoever came by the link of a table may ask of that table alone."""
_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f]")
"""No address has such a character; of those below, not all mean the same of a line feed."""
_HASH: Final = "0" * 64
_CORE: Final = "|".join(map(re.escape, sorted(CORE_NEEDED - {"/_stcore/stream"})))
_PAGES: Final = "|".join(map(re.escape, sorted(PAGES)))

ADDRESSES: Final = (
    _at("GET HEAD", "/healthz", None),
    _at("GET HEAD", "/readyz", None),
    _at("GET HEAD POST", SIGN_IN, None),
    _at("GET HEAD POST", JOIN, None),
    _at("GET", OIDC, None),
    _at("GET", CALLBACK, None),
    _at("GET HEAD POST", SIGN_OUT, Action.READ),
    # what tables enter: the page asks the interface, and whoever may nothing there sees an empty one
    _at("GET", ENTRY, None),
    _at("GET", "|".join(map(re.escape, ENTRY_SCRIPTS)), None, ENTRY_SCRIPTS[0]),
    _at("GET POST", CARDS, Action.TABLES),
    _at("GET", RESULTS, Action.SETTLE),
    # the pages, what they are drawn with, and the websocket through which they are used
    _at("GET HEAD", rf"/|(?:{_PAGES})/?|/player/[^/]+", Action.READ, "/"),
    _at("GET HEAD", r"/(?:static|media|table)/.*|/shell\.js|/favicon\.png", Action.READ, "/shell.js"),
    _at("GET HEAD", _CORE, Action.READ, "/_stcore/host-config"),
    _at("WEBSOCKET", "/_stcore/stream", Action.READ),
    # what is sent is looked at by the page that asked for it, which asks whether he may load it
    _at("PUT DELETE", UPLOAD.pattern, Action.KEEP, f"/_stcore/upload_file/{_HASH[:36]}/f"),
    # programs
    _at("GET", f"{API}/openapi.json", Action.READ),
    _at("GET", f"{API}/(?:findings|statistics|events|me|find)", Action.READ, f"{API}/me"),
    _at("GET", f"{API}/events/[^/]+/standings", Action.READ, f"{API}/events/x/standings"),
    _at("GET", f"{API}/events/[^/]+/documents/[^/]+", Action.READ, f"{API}/events/x/documents/html"),
    _at("GET", f"{API}/events/[^/]+/tables", Action.SETTLE, f"{API}/events/x/tables"),
    _at("GET", _AT_TABLE, Action.RESULT, f"{API}/events/x/tables/1"),
    _at("PUT", f"{_AT_TABLE}/acts/[^/]+", Action.RESULT, f"{API}/events/x/tables/1/acts/{_HASH}"),
    _at(
        "PUT",
        f"{API}/events/[^/]+/tables/[^/]+/settlements/[^/]+",
        Action.SETTLE,
        f"{API}/events/x/tables/1/settlements/{_HASH}",
    ),
    _at("GET POST", f"{API}/events/[^/]+/links", Action.TABLES, f"{API}/events/x/links"),
    _at("DELETE", f"{API}/events/[^/]+/links/[^/]+", Action.TABLES, f"{API}/events/x/links/0"),
    _at("GET", f"{API}/rulings(?:/[^/]+)?", Action.READ, f"{API}/rulings"),
    _at("POST", f"{API}/rulings", Action.RULE),
    _at("POST", f"{API}/rulings/[^/]+/[^/]+", Action.RULE, f"{API}/rulings/r1/withdraw"),
    _at("PUT", f"{API}/loads/[^/]+", Action.ENTER, f"{API}/loads/{_HASH}"),
    _at("GET", f"{API}/loads/[^/]+", Action.ENTER, f"{API}/loads/{_HASH}"),
    _at("GET HEAD", f"{API}/records/[^/]+", Action.READ, f"{API}/records/{_HASH}"),
    _at("PUT", f"{API}/records/[^/]+", Action.ENTER, f"{API}/records/{_HASH}"),
    _at("POST", f"{API}/(?:audit|judge|solve|review)", Action.ASK, f"{API}/judge"),
    _at("GET POST", f"{API}/tokens", Action.READ),
    _at("DELETE", f"{API}/tokens/[^/]+", Action.READ, f"{API}/tokens/0"),
    _at("GET", f"{API}/accounts", Action.ROLES),
    _at("PUT DELETE", f"{API}/accounts/[^/]+", Action.ROLES, f"{API}/accounts/nobody"),
    _at("GET", f"{API}/acts", Action.OPERATE),
    _at("GET", f"{API}/metrics", Action.OPERATE),
)
"""Every address that there is. The first that fits counts."""


def methods_at(path: str) -> frozenset[str]:
    """The methods that an address takes; none where there is no such address."""
    return frozenset().union(
        *(each.methods for each in ADDRESSES if each.pattern.fullmatch(path) and not _CONTROL.search(path))
    )


def address_of(method: str, path: str) -> Address | None:
    """What a request asks for."""
    if _CONTROL.search(path):
        return None
    return next((each for each in ADDRESSES if method in each.methods and each.pattern.fullmatch(path)), None)


def is_at(address: Address, path: str, table: tuple[str, str]) -> bool:
    """Whether a request is about a table of an event."""
    found = address.pattern.fullmatch(path)
    return found is not None and {"event": table[0], "table": table[1]} == found.groupdict()


def named(method: str, path: str) -> str:
    """What a request is called where nobody is to be named: its pattern's example; nothing for what there is not."""
    address = address_of(method, path)
    return address.example if address is not None else ""

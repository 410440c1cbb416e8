"""Serves the pages and `/api/v1` at one port, to those who are signed in."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Mount, Route
from starlette.types import ASGIApp, Receive, Scope, Send

from paipu.analytics.errors import WarehouseError
from paipu.analytics.warehouse import Warehouse
from paipu.dashboard.gate import Gate, GuardedApp
from paipu.dashboard.serve import HOST, SCRIPT, ServeError, config, prepare, routes
from paipu.dashboard.service.access import serve_for
from paipu.dashboard.service.accounts import JOIN, Accounts, NewerAccountsError, beside
from paipu.dashboard.service.addresses import API
from paipu.dashboard.service.api import api
from paipu.dashboard.service.door import Door, ServiceGate
from paipu.dashboard.service.entry import Desk
from paipu.dashboard.service.entry_pages import EntryPages
from paipu.dashboard.service.limits import RATE, Limits
from paipu.dashboard.service.loads import Loads
from paipu.dashboard.service.metrics import Metrics, log_to_stderr
from paipu.dashboard.service.oidc import Oidc, Provider
from paipu.dashboard.service.problems import TEXT
from paipu.dashboard.service.roles import Role
from paipu.dashboard.service.service import Service, running
from paipu.dashboard.service.sign_in import SignIn
from paipu.dashboard.service.tables import Tables
from paipu.dashboard.trouble import unforeseen

WORKERS: Final = 2
"""Processes that answer programs."""
FIRST: Final = "admin"
"""What the first account is called."""


class Public(NamedTuple):
    """Where the service listens, what it is called elsewhere, with which certificate it does TLS, and who signs in."""

    address: str = HOST
    origin: str | None = None
    certificate: Path | None = None
    key: Path | None = None
    provider: Provider | None = None
    """Who says who somebody is, besides the accounts here."""


class ServiceApp(GuardedApp):
    """The pages and the interface, behind one gate."""

    door: Door

    metrics: Metrics

    def gate(self, app: ASGIApp) -> Gate:
        return ServiceGate(app, self.door)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self.metrics.watched(super().__call__)(scope, receive, send)


def serve(
    warehouse: Path,
    port: int,
    program: Sequence[str],
    announce: Callable[[str | None], None] = lambda _: None,
    public: Public = Public(),  # noqa: B008 - a frozen tuple
    workers: int = WORKERS,
    *,
    log: bool = False,
    rate: int = RATE,
) -> None:
    """Serve a warehouse until SIGTERM or SIGINT, and make it where there is none.

    `program` answers as the command line does (`workers.py`). `announce` is called once nothing stands in the way: with the
    invitation of the first administrator where nobody has an account yet. With `log` each request is a line on standard
    error; `rate` requests a second is what one account may ask of the interface. Raises ServeError where the warehouse
    cannot be used, or the port is taken.
    """
    warehouse = warehouse.resolve()
    try:
        if not warehouse.exists():
            Warehouse.open(warehouse).close()
        accounts = Accounts(beside(warehouse))
        service = Service(warehouse, program, workers, accounts)
        loads = Loads(service)
        desk = Desk(service, Tables(accounts))
    except WarehouseError as error:
        raise ServeError(error.message) from error
    except NewerAccountsError as error:
        raise ServeError(TEXT["service.accounts_newer"].fill(found=error.found)) from error

    def announced() -> None:
        secret = accounts.invite(FIRST, [Role.ADMINISTRATOR], None) if accounts.is_empty() else None
        announce(f"{JOIN}?invitation={secret}" if secret is not None else None)

    prepare(warehouse, port, announced)

    @asynccontextmanager
    async def lifespan(_app: Any) -> AsyncIterator[None]:  # noqa: ANN401 - the app is not asked for anything
        async with service.running(), running(loads.run()), running(desk.run()):
            yield

    async def ready(_request: Request) -> JSONResponse:
        wanting = await asyncio.to_thread(service.wanting)
        return JSONResponse({"status": "wanting" if wanting else "ok", "wanting": wanting}, 503 if wanting else 200)

    if log:
        log_to_stderr()
    origin = public.origin or f"http://{HOST}:{port}"
    door = Door(accounts, desk.tables, Limits(rate), public.origin)
    serve_for(accounts, secure=door.secure)
    oidc = Oidc(public.provider, origin, accounts) if public.provider is not None else None
    pages = [*SignIn(door, oidc).routes(), *EntryPages(door, desk, origin).routes()]
    own = [Mount(API, api(service, loads, desk)), Route("/readyz", ready), *pages]
    app = ServiceApp(SCRIPT, routes=[*own, *routes()], lifespan=lifespan, on_script_error=unforeseen)
    app.door, app.metrics = door, service.metrics
    app.run(config=_config(port, public))


def _config(port: int, public: Public) -> dict[str, bool | int | str | list[str]]:
    """Streamlit's settings, with what the service is called elsewhere."""
    found = {**config(port), "server.address": public.address}
    names = found["server.allowedHosts"]
    if public.origin is not None and isinstance(names, list):
        found["server.allowedHosts"] = [*names, urlsplit(public.origin).hostname or ""]
        found["server.corsAllowedOrigins"] = [public.origin]
    if public.certificate is not None and public.key is not None:
        found |= {"server.sslCertFile": str(public.certificate), "server.sslKeyFile": str(public.key)}
    return found

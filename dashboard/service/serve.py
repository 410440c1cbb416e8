"""Serves the pages and `/api/v1` at one port."""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, ClassVar, Final

from starlette.routing import Mount
from starlette.types import Scope

from paipu.analytics.errors import WarehouseError
from paipu.analytics.warehouse import Warehouse
from paipu.dashboard.gate import Gate, GuardedApp, Refusal
from paipu.dashboard.serve import SCRIPT, ServeError, config, prepare, routes
from paipu.dashboard.service.api import PREFIX, Service, api
from paipu.dashboard.trouble import unforeseen

WORKERS: Final = 2
"""Processes that answer programs."""


class ServiceGate(Gate):
    """The gate of the pages, with the interface for programs behind it too, which says itself what it takes."""

    def refusal(self, scope: Scope) -> Refusal | None:
        if scope["type"] == "http" and _is_for_programs(scope["path"]):
            return None
        return super().refusal(scope)

    def is_known(self, path: str) -> bool:
        return _is_for_programs(path) or super().is_known(path)


class ServiceApp(GuardedApp):
    """The pages and the interface."""

    gate: ClassVar[type[Gate]] = ServiceGate


def _is_for_programs(path: str) -> bool:
    return path.startswith(f"{PREFIX}/")


def serve(
    warehouse: Path, port: int, program: Sequence[str], announce: Callable[[], None] = lambda: None, workers: int = WORKERS
) -> None:
    """Serve a warehouse at 127.0.0.1 until SIGTERM or SIGINT, and make it where there is none.

    `program` answers as the command line does (`workers.py`). Raises ServeError where the warehouse cannot be used, or the
    port is taken.
    """
    try:
        if not warehouse.exists():
            Warehouse.open(warehouse).close()
        service = Service(warehouse, program, workers)
    except WarehouseError as error:
        raise ServeError(error.message) from error
    prepare(warehouse, port, announce)

    @asynccontextmanager
    async def lifespan(_app: Any) -> AsyncIterator[None]:  # noqa: ANN401 - the app is not asked for anything
        async with service.running():
            yield

    app = ServiceApp(SCRIPT, routes=[Mount(PREFIX, api(service)), *routes()], lifespan=lifespan, on_script_error=unforeseen)
    app.run(config=config(port))

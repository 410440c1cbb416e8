"""Serves the pages on this machine alone, until it is told to stop."""

import atexit
import gc
import importlib
import os
import signal
import socket
import sys
import threading
import time
import urllib.request
import webbrowser
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Final

from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from paipu.analytics.errors import WarehouseError
from paipu.analytics.reader import Reader
from paipu.dashboard import shell
from paipu.dashboard.gate import NAMES, GuardedApp
from paipu.dashboard.given import WAREHOUSE_VARIABLE
from paipu.dashboard.text import TEXT
from paipu.dashboard.trouble import unforeseen
from paipu.dashboard.uploads import MOST_MB
from paipu.replay.text import Text

HOST: Final = "127.0.0.1"
PATIENCE_SECONDS: Final = 30
SCRIPT: Final = Path(__file__).parent / "script" / "run.py"


class ServeError(Exception):
    """The dashboard cannot be served. `message` is for people; as a string it is the English one."""

    def __init__(self, message: Text) -> None:
        super().__init__(message.en)
        self.message = message


def serve(warehouse: Path, port: int, open_browser: bool, announce: Callable[[], None] = lambda: None) -> None:
    """Serve the dashboard of a warehouse at 127.0.0.1 until SIGTERM or SIGINT. `/healthz` answers when it is up.

    `announce` is called once nothing stands in the way. Raises ServeError when the warehouse is not there or the port
    is taken.
    """
    try:
        Reader(warehouse)
    except WarehouseError as error:
        raise ServeError(error.message) from error
    prepare(warehouse, port, announce)
    if open_browser:
        threading.Thread(target=_open_when_up, args=(port,), daemon=True).start()
    app = GuardedApp(SCRIPT, routes=routes(), on_script_error=unforeseen)
    app.run(config=config(port))


def prepare(warehouse: Path, port: int, announce: Callable[[], None]) -> None:
    """What is done before a server runs: it says where it will be, and tells the pages which warehouse they read.

    Raises ServeError when the port is taken.
    """
    _check_port(port)
    announce()
    os.environ[WAREHOUSE_VARIABLE] = str(warehouse.resolve())
    _import_pages()
    if threading.current_thread() is threading.main_thread():
        _end_in_order()


def routes() -> list[Route]:
    """The addresses of the pages, and the one that says that the server is up."""
    return [*shell.routes(), Route(shell.HEALTH, _health)]


def config(port: int) -> dict[str, bool | int | str | list[str]]:
    """Streamlit's settings: nothing listens but on this machine, and nothing is told to anybody.

    They go before the reader's own `.streamlit/config.toml`. What says who may connect is the second lock behind the gate.
    """
    return {
        "server.address": HOST,
        "server.port": port,
        "server.headless": True,
        "server.fileWatcherType": "none",
        "server.enableAgentApi": False,
        "server.allowedHosts": list(NAMES),
        "server.enableCORS": True,
        "server.corsAllowedOrigins": [],
        "server.enableXsrfProtection": True,
        "server.enableStaticServing": False,
        "server.scriptHealthCheckEnabled": False,
        "server.maxUploadSize": MOST_MB,
        "server.baseUrlPath": "",
        "server.showEmailPrompt": False,
        "browser.serverAddress": HOST,
        "browser.serverPort": port,
        "browser.gatherUsageStats": False,
        "client.allowedOrigins": [],
        "client.showErrorDetails": "none",
        "client.toolbarMode": "viewer",
        "client.showErrorLinks": False,
        "logger.hideWelcomeMessage": True,
        "theme.light.primaryColor": "#1f5f8b",
        "theme.dark.primaryColor": "#7db8e0",
    }


def _import_pages() -> None:
    """Import the pages before the first visit, and count all that is there by then as there to stay.

    Streamlit looks for garbage after every run of a page; to look through all modules each time takes ten times as long
    as most pages do.
    """
    importlib.import_module("paipu.dashboard.app")
    gc.collect()
    gc.freeze()
    atexit.register(gc.unfreeze)  # else what is there at the end is called a leak


def _check_port(port: int) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        if sys.platform != "win32":
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError as error:
            why = error.strerror or ""
            raise ServeError(TEXT["app.port.taken"].fill(host=HOST, port=port, why=why)) from error


def _open_when_up(port: int) -> None:
    """Show the dashboard in the reader's browser, once it answers."""
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))  # not by way of a proxy
    deadline = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < deadline:
        try:
            with opener.open(f"http://{HOST}:{port}/healthz", timeout=1):
                webbrowser.open(f"http://{HOST}:{port}/")
                return
        except OSError:
            time.sleep(0.1)


def _end_in_order() -> None:
    """Have SIGTERM and a hang-up close the server, and then do what they did before; without that the program ends with 0.

    The server takes SIGTERM over and raises it again once it has closed. A hang-up it does not know, and so is sent as one.
    """
    handlers = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGHUP)}
    heard: list[int] = []

    def end(number: int, frame: FrameType | None) -> None:
        number = heard[0] if heard else number
        handler = handlers[signal.Signals(number)]
        if callable(handler):
            handler(number, frame)
        sys.exit(0)

    def hang_up(number: int, _frame: FrameType | None) -> None:
        heard.append(number)
        signal.raise_signal(signal.SIGTERM)

    signal.signal(signal.SIGTERM, end)
    if handlers[signal.SIGHUP] != signal.SIG_IGN:
        signal.signal(signal.SIGHUP, hang_up)


async def _health(_request: Request) -> JSONResponse:
    return JSONResponse({"status": "ok"})

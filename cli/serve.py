"""`paipu serve`: the pages and an interface for programs, at one port."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from paipu.cli.dashboard import DEFAULT_PORT, Port, stopped
from paipu.cli.support.arguments import Language, Warehouse
from paipu.cli.support.errors import UsageError
from paipu.cli.support.terminal import tell
from paipu.cli.text import both, text

PROGRAM = (sys.executable, "-P", "-m", "paipu.cli.support.answering")
MOST_WORKERS = 64


def command(
    warehouse: Warehouse = Path("warehouse"),
    port: Port = DEFAULT_PORT,
    workers: Annotated[
        int, typer.Option("--workers", min=1, max=MOST_WORKERS, metavar="N", help=both("help.serve.workers"))
    ] = 2,
    lang: Language = "zh",
) -> None:
    """The command line of `paipu serve`. Raises UsageError where the extra is not installed."""
    try:
        from paipu.dashboard.service.serve import serve
    except ModuleNotFoundError as fault:
        raise UsageError("serve.missing", what=fault.name or "fastapi") from fault
    with stopped():
        serve(warehouse, port, PROGRAM, lambda: tell(text("serve.at", lang, url=f"http://127.0.0.1:{port}")), workers)

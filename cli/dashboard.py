"""`paipu dashboard`: the pages, served on this machine."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from paipu.cli.support.arguments import Language, Warehouse
from paipu.cli.support.ends import ending
from paipu.cli.support.errors import InputError
from paipu.cli.support.terminal import tell
from paipu.cli.text import both, text
from paipu.replay.text import Lang

DEFAULT_PORT = 8501

Port = Annotated[int, typer.Option("--port", min=1, max=65535, metavar="N", help=both("help.port"))]


def command(
    warehouse: Warehouse = Path("warehouse"),
    port: Port = DEFAULT_PORT,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help=both("help.browser"))] = False,
    baseline: Annotated[
        Path | None,
        typer.Option("--baseline", metavar="FILE", show_default=False, readable=False, help=both("help.dashboard.baseline")),
    ] = None,
    waivers: Annotated[
        Path | None,
        typer.Option("--waivers", metavar="FILE", show_default=False, readable=False, help=both("help.dashboard.waivers")),
    ] = None,
    lang: Language = "zh",
) -> None:
    """The command line of `paipu dashboard`. Raises InputError for a baseline or waivers that cannot be read."""
    from paipu.cli.support.known import read_baseline, read_waivers
    from paipu.dashboard.given import BASELINE_VARIABLE, WAIVERS_VARIABLE

    for path, read, variable in ((baseline, read_baseline, BASELINE_VARIABLE), (waivers, read_waivers, WAIVERS_VARIABLE)):
        if path is not None:
            read(path)
            os.environ[variable] = str(path.resolve())
    run(warehouse, port, browser=browser, lang=lang)


def run(warehouse: Path, port: int, *, browser: bool, lang: Lang) -> None:
    """Serve until interrupted. Raises CommandError where there is no warehouse, or the port is taken."""
    from paipu.dashboard.serve import serve

    with stopped():
        serve(warehouse, port, browser, lambda: tell(text("dashboard.at", lang, url=f"http://127.0.0.1:{port}")))


@contextmanager
def stopped() -> Iterator[None]:
    """Raises CommandError where something cannot be served."""
    from paipu.dashboard.serve import ServeError

    try:
        yield
    except ServeError as error:
        stop = InputError("dashboard.trouble", **error.message._asdict())
        if error.__cause__ is not None:
            stop.code = ending(error.__cause__).code
        raise stop from error

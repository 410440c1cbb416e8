"""`paipu ratings`: how strong each pair is, how sure that is, and how it came about."""

from pathlib import Path
from typing import Annotated

import typer

from paipu.cli.support.arguments import Language, OutputFile, Quiet, Warehouse
from paipu.cli.support.errors import UsageError
from paipu.cli.support.files import output
from paipu.cli.support.listing import Form, listed
from paipu.cli.support.studied import OneEvent, OneSheet, opened
from paipu.cli.support.terminal import tell
from paipu.cli.text import both, text
from paipu.replay.text import near

STANDINGS = ("sheet", "kind", "unit", "name", "game", "won", "lost", "drawn", "mu", "sigma", "ordinal", "low", "high")
HISTORY = ("sheet", "kind", "unit", "game", "event", "match", "opponents", "result", "mu", "sigma", "ordinal", "low", "high")


def command(
    warehouse: Warehouse = Path("warehouse"),
    sheet: OneSheet = None,
    event: OneEvent = None,
    history: Annotated[
        str | None, typer.Option("--history", metavar="UNIT", show_default=False, help=both("help.ratings.history"))
    ] = None,
    form: Annotated[Form, typer.Option("--format", "-f", help=both("help.format"))] = "text",
    output_file: OutputFile = None,
    quiet: Quiet = False,
    lang: Language = "zh",
) -> None:
    """The command line of `paipu ratings`."""
    from paipu.analytics import ratings
    from paipu.analytics.statistics import named
    from paipu.analytics.units import called

    reader = opened(warehouse, sheet, event)
    rated = ratings.history(reader, sheet)
    if history is None:
        known = named(reader, "player")
        now = ratings.standings(rated, event).iter_rows(named=True)
        rows = [{**row, "name": called(row["unit"], known)} for row in now]
    else:
        found = rated.filter(unit=history)
        if found.is_empty():
            raise UsageError("ratings.unit", unit=history, near=near(history, rated["unit"].unique().sort()))
        rows = [row for row in found.iter_rows(named=True) if event in {None, row["event"]}]
    with output(output_file) as out:
        if rows or form != "text":
            out.write(listed(rows, STANDINGS if history is None else HISTORY, form, lang))
    if not quiet and form == "text":
        tell(text("ratings.told" if rows else "ratings.none", lang))
